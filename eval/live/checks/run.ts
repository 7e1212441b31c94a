import { runView } from '../../../lib/contract/run.ts'
import { type AcceptanceContext, type Check, wasFound } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const runChecks = (context: AcceptanceContext): Check[] => [
  {
    name: 'the run can be read, with its call and the audit of it, and as a page',
    run: async () => {
      const { run } = wasFound(context)
      const view = runView.parse(json(await context.api.get(`/api/runs/${run}`), 200))
      must(view.invocations.length === 1 && view.invocations[0]?.status === 'READY', 'the call is not in it')
      must((view.invocations[0]?.audit.length ?? 0) > 0, 'the audit is not in it')
      const page = await context.api.get(`/api/runs/${run}/report`)
      must(page.status === 200 && page.contentType.startsWith('text/html'), `the page is ${page.status}`)
    },
  },
]
