import { Fault } from '../contract/faults.ts'
import type { Workflow } from './workflow-port.ts'

/**
 * The workflow at `DIAGNOSIS_WORKFLOW`: the ARN of a state machine, or the address of the local interpreter. The client of
 * Step Functions is loaded at its first use only.
 */
export function openWorkflow(address: string): Workflow {
  const start = address.startsWith('arn:') ? startExecution : startLocally
  return {
    start: async (run) => {
      try {
        await start(address, run)
      } catch (cause) {
        throw new Fault('E_INTERNAL', { cause, context: { reason: 'workflow_not_started' } })
      }
    },
  }
}

type Run = Parameters<Workflow['start']>[0]

/** What an execution begins with: ids only. The question lies in the ledger. */
const inputOf = ({ runId, owner }: Run) => JSON.stringify({ run_id: runId, caller: owner })

async function startExecution(stateMachineArn: string, run: Run): Promise<void> {
  const { SFNClient, StartExecutionCommand } = await import('@aws-sdk/client-sfn')
  // The run's id is the execution's name, so that a second start is the first one's.
  const command = new StartExecutionCommand({ stateMachineArn, name: run.runId, input: inputOf(run) })
  try {
    await new SFNClient({ maxAttempts: 3 }).send(command, { abortSignal: limitOf(run) })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error
  }
}

async function startLocally(url: string, run: Run): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: inputOf(run), signal: limitOf(run) })
  if (!reply.ok) throw new Error(`the local workflow answered ${reply.status}`)
}

const limitOf = ({ deadline }: Run) => AbortSignal.timeout(Math.max(1, deadline - Date.now()))
