import { isDeepStrictEqual } from 'node:util'
import { runView } from '../../../lib/contract/run.ts'
import { type AcceptanceContext, type Check, wasFound } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const runChecks = (context: AcceptanceContext): Check[] => [
  {
    name: 'the run can be read, with its call and the audit of it, and as a page',
    run: async () => {
      const { run, answer } = wasFound(context)
      const view = runView.parse(json(await context.api.get(`/api/runs/${run}`), 200))
      const [call] = view.invocations
      must(view.run_id === run && view.invocations.length === 1 && call?.status === 'READY', 'the call is not in it')
      must(isDeepStrictEqual(call?.result, answer.result), 'the call is not shown as the agent saw it')
      must((call?.audit.length ?? 0) > 0, 'the audit is not in it')
      const page = await context.api.get(`/api/runs/${run}/report`)
      must(page.status === 200 && page.contentType.startsWith('text/html'), `the page is ${page.status}`)
      must(
        page.text.includes(run) && page.text.includes(context.document.fact),
        'the page does not show what was found',
      )
    },
  },
]
