import { runView, startAnswer } from '../../../lib/contract/run.ts'
import type { AcceptanceContext, Check } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'
import { until } from '../until.ts'

export const diagnosisChecks = ({ api, patience, query }: AcceptanceContext): Check[] => [
  {
    name: 'a diagnosis ends with a report',
    run: async () => {
      const started = startAnswer.parse(json(await api.post('/api/runs', { question: query }), 202))
      const view = await until('the report', patience, async () => {
        const now = runView.parse(json(await api.get(`/api/runs/${started.run_id}`), 200))
        return now.state === 'RUNNING' ? null : now
      })
      must(view.state === 'PUBLISHED' || view.state === 'FALLBACK', `the run is ${view.state}: ${view.failure}`)
      must(
        view.report?.status === view.state,
        `the run is ${view.state}, its report is ${view.report?.status ?? 'missing'}`,
      )
      must(view.report?.question === query, 'its report is one of another question')
      must(view.state !== 'PUBLISHED' || view.report?.citations_verified === true, 'its citations are not verified')
    },
  },
]
