import { systemHealth } from '../../../lib/contract/document.ts'
import type { AcceptanceContext, Check } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const healthChecks = ({ api }: AcceptanceContext): Check[] => [
  {
    name: 'its own parts are up, and so is the knowledge service',
    run: async () => {
      const health = systemHealth.parse(json(await api.get('/api/knowledge/health'), 200))
      must(health.status !== 'down', `the health is ${health.status}`)
      for (const part of ['ledger', 'documents', 'originals'] as const) must(health[part].ok, `${part} does not answer`)
      // A stack whose service is down is `degraded`, no more.
      must(health.knowledge.status !== 'down', 'the knowledge service is down')
    },
  },
]
