// `POST /api/runs`: opens a run for a question and starts its workflow.
import { parseInput } from '../../lib/contract/parse.ts'
import { startRequest } from '../../lib/contract/run-requests.ts'
import type { Workflow } from '../../lib/diagnosis/workflow-port.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import type { DiagnosisLedger } from '../../lib/ledger/diagnosis-ledger.ts'

export type StartPorts = {
  readonly runs: Pick<DiagnosisLedger, 'open' | 'fail'>
  readonly workflow: Workflow
  readonly newId: () => string
}

export type StartSettings = {
  /** What a diagnosis may take. */
  readonly lifeSeconds: number
}

/** @throws Fault, as the route table says for `startRun` */
export function createStart({ runs, workflow, newId }: StartPorts, { lifeSeconds }: StartSettings): Operation {
  return async (call) => {
    const { question, run_id = `run-${newId()}` } = parseInput(startRequest, call.json())
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    await runs.open(access, question, lifeSeconds)
    try {
      await workflow.start(access)
    } catch (error) {
      // Nobody will work on this run: say so now rather than when its time is over, which says it if this cannot.
      await runs.fail(access).catch(() => {})
      throw error
    }
    return { status: 202, body: { run_id, state: 'RUNNING' } }
  }
}
