import * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { KnowledgeAdminPort } from '../../lib/knowledge/knowledge-admin-port.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'

const rebuildBody = z.looseObject({ confirm: z.unknown().optional() })
const taskId = z.string().min(1).max(200)

/** `POST /api/knowledge/rebuild`: only with the word that says that it is meant (spec 05). */
export function createRebuild(knowledge: Pick<KnowledgeAdminPort, 'rebuild'>): Operation {
  return async (call) => {
    if (hasNoBody(call) || parseInput(rebuildBody, call.json()).confirm !== 'REBUILD') {
      throw new Fault('E_CONFIRM_REQUIRED')
    }
    const { task_id } = await knowledge.rebuild({ requestId: call.requestId, deadline: call.deadline })
    return { status: 202, body: { task_id } }
  }
}

const hasNoBody = (call: Call) => call.kind === 'http' && call.bytes().length === 0

/** `GET /api/knowledge/tasks/{task_id}` */
export function createReadTask(knowledge: Pick<KnowledgeAdminPort, 'task'>): Operation {
  return async (call) => {
    const id = parseInput(taskId, call.params.task_id)
    return { status: 200, body: await knowledge.task(id, { requestId: call.requestId, deadline: call.deadline }) }
  }
}
