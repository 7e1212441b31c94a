// Where the local stand-in for Step Functions takes executions; the deployed API has no such route.
import type { FastifyInstance } from 'fastify'
import { type LocalWorkflow, workflowInput } from './workflow.ts'

export const executionsPath = '/local/executions'

export function addWorkflowRoute(app: FastifyInstance, workflow: Pick<LocalWorkflow, 'start'>): void {
  app.post(executionsPath, async (request, reply) => {
    const input = workflowInput.safeParse(parse(request.body))
    if (!input.success) return reply.code(400).send({ message: 'Send {"run_id", "caller"}.' })
    workflow.start(input.data)
    return reply.code(202).send({ run_id: input.data.run_id })
  })
}

function parse(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString('utf8')) : null
  } catch {
    return null
  }
}
