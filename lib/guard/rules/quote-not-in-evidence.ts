import type { Quote } from '../../contract/draft.ts'
import type { EvidenceItem } from '../../contract/rag-tool-result.ts'
import { foldQuote } from '../../text/fold-quote.ts'
import { isBlank } from '../../text/is-blank.ts'
import { callsThatHold } from '../calls-that-hold.ts'
import type { CitedAnalysis, Finding, Rule } from '../rule.ts'

export const quoteNotInEvidence: Rule = {
  code: 'QUOTE_NOT_IN_EVIDENCE',
  check: ({ analyses, requireQuotes }) => analyses.flatMap((cited, i) => strayQuotes(cited, i, requireQuotes)),
}

function strayQuotes(cited: CitedAnalysis, i: number, requireQuotes: boolean): Finding[] {
  const { kind, quotes, document_ids } = cited.analysis
  const calls = callsThatHold(cited)
  if (calls === null) return []
  const path = ['analysis', i, 'quotes']
  if (requireQuotes && kind === 'NORMAL' && quotes.length === 0) {
    return [{ path, message: 'This NORMAL analysis quotes nothing.' }]
  }
  const items = calls.flatMap((call) => call.result.evidence)
  return quotes.flatMap((quote, j) => {
    const message = troubleOf(quote, document_ids, items)
    return message === null ? [] : [{ path: [...path, j], message, document_id: quote.document_id }]
  })
}

/** What is wrong with a quote, or null. A blank quote would be in any excerpt, so it is none. */
function troubleOf(
  { document_id: id, text }: Quote,
  documentIds: readonly string[],
  items: readonly EvidenceItem[],
): string | null {
  if (isBlank(text)) return 'The quote is blank.'
  if (!documentIds.includes(id)) return `The quote names the document "${id}", which this analysis does not cite.`
  const folded = foldQuote(text)
  // Several cited calls may have found the document, each with its own excerpt.
  const found = items.some((item) => item.document_id === id && foldQuote(item.excerpt).includes(folded))
  return found ? null : `The quote is not in the stored excerpt of the document "${id}".`
}
