// Codes 18 and 19: every way of citing a wrong document or quote.
import { insert, invisible, isNegative, isNormal, type Mutation, onAnalysis, pick } from './mutation.ts'
import { among, viewOf } from './scenario.ts'

export const contentMutations: readonly Mutation[] = [
  {
    code: 'DOCUMENT_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'adds an id that resembles a cited one',
    apply: onAnalysis(isNormal, (a, at, g) => {
      const id = among(g, a.document_ids)
      const bare = id.slice(0, id.lastIndexOf('#'))
      const j = insert(g, a.document_ids, among(g, [bare, `${bare}#chunk-99`, `${id} `, `${id}0`, ` ${id}`, 'f0']))
      return [`DOCUMENT_NOT_IN_EVIDENCE ${at}/document_ids/${j}`]
    }),
  },
  {
    code: 'DOCUMENT_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'adds a document of a call that is not cited',
    apply: onAnalysis(isNormal, (a, at, g, s) => {
      const seen = a.tool_call_ids.flatMap((id) => viewOf(s.records.get(id)).evidence).map((found) => found.document_id)
      const others = [...s.records.values()].flatMap((r) => viewOf(r).evidence).map((found) => found.document_id)
      const stray = others.filter((id) => !seen.includes(id))
      if (stray.length === 0) return null
      const j = insert(g, a.document_ids, among(g, stray))
      return [`DOCUMENT_NOT_IN_EVIDENCE ${at}/document_ids/${j}`]
    }),
  },
  {
    code: 'DOCUMENT_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'names a document under NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at, g, s) => {
      a.document_ids = [among(g, viewOf(s.records.get('f0')).evidence).document_id]
      return [`DOCUMENT_NOT_IN_EVIDENCE ${at}/document_ids/0`]
    }),
  },
  {
    code: 'QUOTE_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'changes a quote',
    apply: onAnalysis(
      (a) => a.quotes.length > 0,
      (a, at, g) => {
        const [j, quote] = among(g, [...a.quotes.entries()])
        quote.text = among(g, [
          ...invisible,
          `${quote.text}\u{1f9ea}`,
          `\u200b${quote.text}`,
          quote.text.replace('w', 'W\u0301'),
        ])
        return [`QUOTE_NOT_IN_EVIDENCE ${at}/quotes/${j}`]
      },
    ),
  },
  {
    code: 'QUOTE_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'quotes a document that the analysis does not cite',
    apply: onAnalysis(isNormal, (a, at, g, s) => {
      const items = a.tool_call_ids.flatMap((id) => viewOf(s.records.get(id)).evidence)
      const uncited = items.filter((found) => !a.document_ids.includes(found.document_id))
      if (uncited.length === 0) return null
      const { document_id, excerpt } = among(g, uncited)
      const j = insert(g, a.quotes, { document_id, text: excerpt })
      return [`QUOTE_NOT_IN_EVIDENCE ${at}/quotes/${j}`]
    }),
  },
  {
    code: 'QUOTE_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'quotes under NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at, g, s) => {
      const { document_id, excerpt } = among(g, viewOf(s.records.get('f0')).evidence)
      a.quotes = [{ document_id, text: excerpt }]
      return [`QUOTE_NOT_IN_EVIDENCE ${at}/quotes/0`]
    }),
  },
  {
    code: 'QUOTE_NOT_IN_EVIDENCE',
    part: 'analysis',
    way: 'quotes nothing where quotes are required',
    apply: (s, g) => {
      s.requireQuotes = true
      const chosen = pick(s, g, isNormal)
      if (chosen !== null) chosen[1].quotes = []
      return s.draft.analysis.flatMap((a, i) =>
        isNormal(a) && a.quotes.length === 0 ? [`QUOTE_NOT_IN_EVIDENCE /analysis/${i}/quotes`] : [],
      )
    },
  },
]
