import * as z from 'zod'
import { type AcceptanceContext, type Check, readLookup, wasFound } from '../acceptance-context.ts'
import { must } from '../expect-answer.ts'
import { until } from '../until.ts'

export const lookupChecks = (context: AcceptanceContext): Check[] => [
  {
    name: 'a lookup finds it, as evidence',
    run: async () => {
      const found = await until('the document in a view', context.patience, async () => {
        const run = context.newRun()
        const reply = await context.lookUp(run)
        const answer = readLookup(reply)
        return context.evidenceOf(answer).length > 0 ? { run, answer, text: reply.text } : null
      })
      context.known.found = found
      must(found.answer.result.evidence_status === 'EVIDENCE_FOUND', 'the status is not EVIDENCE_FOUND')
    },
  },
  {
    name: 'the same call again gives the same result, byte for byte',
    run: async () => {
      const first = wasFound(context)
      const again = await context.lookUp(first.run)
      must(readLookup(again).harness.replayed, 'it is not marked as replayed')
      must(resultText(again.text) === resultText(first.text), 'the result is another one')
    },
  },
]

/** The result as it was sent: what an agent would be shown. */
function resultText(text: string): string {
  const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(text))
  return JSON.stringify(result)
}
