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
      const { docId } = context.known
      const strange = context.evidenceOf(found.answer).filter((item) => !item.document_id.startsWith(`${docId}#`))
      must(strange.length === 0, `its words are shown as those of ${strange[0]?.document_id}`)
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

/** The result as it was sent, which is what an agent would be shown: the body up to what the harness says. */
function resultText(text: string): string {
  const end = text.lastIndexOf('"harness"')
  must(text.indexOf('"result"') < end, 'the body is not a result and then a harness')
  return text.slice(0, end)
}
