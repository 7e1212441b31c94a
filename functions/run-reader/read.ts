// A run as JSON for people: what the agent saw, call by call, and the audits that tell why.
import { limits } from '../../lib/contract/limits.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { runPath } from '../../lib/contract/run-path.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { type ViewPorts, viewRun } from './view-run.ts'
import { withinBody } from './within-body.ts'

/** @throws Fault, as the route table says for `readRun` */
export function createRead(ports: ViewPorts): Operation {
  return async (call) => {
    const { run_id } = parseInput(runPath, call.params)
    const view = await viewRun(ports, { runId: run_id, owner: call.owner, deadline: call.deadline })
    return { status: 200, body: withinBody(view, limits.run.bodyBytes) }
  }
}
