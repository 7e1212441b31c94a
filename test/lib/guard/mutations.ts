// Every way in which each rule can be broken, with exactly what must then be reported.
import { integer } from 'fast-check'
import type { CanonicalInvocation } from '../../../lib/contract/invocation.ts'
import type { ViolationCode } from '../../../lib/contract/violations.ts'
import { now, sha256 } from './builders.ts'
import { among, type Draw, type Scenario, type Statement, viewOf } from './scenario.ts'

/** Changes a valid scenario in place; gives the expected `CODE /path` rows, or null when it cannot be broken this way. */
type Break = (s: Scenario, g: Draw) => string[] | null

/** The part of the draft that a mutation touches: mutations of different parts do not disturb each other. */
export type Part = 'analysis' | 'conclusion' | 'action_plan' | 'limitations'
export type Mutation = {
  readonly code: ViolationCode
  readonly part: Part
  readonly way: string
  readonly apply: Break
}

const invisible = ['', ' ', '\t\n', '\u3000\u00a0', '\u200b\u2060']

/** Inserts at a place of `list` that is drawn; gives the place. */
function insert<T>(g: Draw, list: T[], value: T): number {
  const at = g(integer, { min: 0, max: list.length })
  list.splice(at, 0, value)
  return at
}

function pick(s: Scenario, g: Draw, fits: (statement: Statement) => boolean): [number, Statement] | null {
  const fitting = [...s.draft.analysis.entries()].filter(([, statement]) => fits(statement))
  return fitting.length === 0 ? null : among(g, fitting)
}
const isNormal = ({ kind }: Statement) => kind === 'NORMAL'
const isNegative = ({ kind }: Statement) => kind === 'NEGATIVE_OBSERVATION'

/** Breaks one analysis of a kind. */
const onAnalysis =
  (
    fits: (statement: Statement) => boolean,
    change: (a: Statement, at: string, g: Draw, s: Scenario) => string[] | null,
  ): Break =>
  (s, g) => {
    const chosen = pick(s, g, fits)
    return chosen && change(chosen[1], `/analysis/${chosen[0]}`, g, s)
  }

/** Breaks the record of one cited call; every place that cites it must be reported, and nothing else. */
const onRecord =
  (
    code: ViolationCode,
    change: (record: CanonicalInvocation, g: Draw, s: Scenario) => CanonicalInvocation | null,
  ): Break =>
  (s, g) => {
    const id = among(
      g,
      s.draft.analysis.flatMap((a) => a.tool_call_ids),
    )
    const record = s.records.get(id)
    if (record === undefined) return null
    const changed = change(record, g, s)
    if (changed === null) s.records.delete(id)
    else s.records.set(id, changed)
    return s.draft.analysis.flatMap((a, i) =>
      a.tool_call_ids.flatMap((cited, j) => (cited === id ? [`${code} /analysis/${i}/tool_call_ids/${j}`] : [])),
    )
  }

/** The record with another stored text and the digest that fits it. */
const rewritten = (record: CanonicalInvocation, projection: string) => ({
  ...record,
  projection,
  projection_sha256: sha256(projection),
})
const edited = (record: CanonicalInvocation, change: object) =>
  rewritten(record, JSON.stringify({ ...viewOf(record), ...change }))
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

const each = (list: readonly unknown[], code: ViolationCode, at: string) => list.map((_, j) => `${code} ${at}/${j}`)

const structure: Mutation[] = [
  {
    code: 'ANALYSIS_ID_DUPLICATE',
    part: 'analysis',
    way: 'repeats an analysis at the end',
    apply: (s, g) => {
      s.draft.analysis.push(structuredClone(among(g, s.draft.analysis)))
      return [`ANALYSIS_ID_DUPLICATE /analysis/${s.draft.analysis.length - 1}/id`]
    },
  },
  {
    code: 'ANALYSIS_TEXT_BLANK',
    part: 'analysis',
    way: 'blanks a text',
    apply: onAnalysis(
      () => true,
      (a, at, g) => {
        a.text = among(g, invisible)
        return [`ANALYSIS_TEXT_BLANK ${at}/text`]
      },
    ),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the calls of a NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at) => {
      a.tool_call_ids = []
      return [`ANALYSIS_UNCITED ${at}/tool_call_ids`]
    }),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the calls of a NORMAL analysis',
    apply: onAnalysis(isNormal, (a, at) => {
      a.tool_call_ids = []
      return [
        `ANALYSIS_UNCITED ${at}/tool_call_ids`,
        ...each(a.document_ids, 'DOCUMENT_NOT_IN_EVIDENCE', `${at}/document_ids`),
        ...each(a.quotes, 'QUOTE_NOT_IN_EVIDENCE', `${at}/quotes`),
      ]
    }),
  },
  {
    code: 'ANALYSIS_UNCITED',
    part: 'analysis',
    way: 'drops the documents of a NORMAL analysis',
    apply: onAnalysis(isNormal, (a, at) => {
      a.document_ids = []
      return [`ANALYSIS_UNCITED ${at}/document_ids`, ...each(a.quotes, 'QUOTE_NOT_IN_EVIDENCE', `${at}/quotes`)]
    }),
  },
  {
    code: 'CONCLUSION_TEXT_BLANK',
    part: 'conclusion',
    way: 'blanks the text',
    apply: ({ draft: { conclusion } }, g) => {
      if (conclusion === null) return null
      conclusion.text = among(g, invisible)
      return ['CONCLUSION_TEXT_BLANK /conclusion/text']
    },
  },
  {
    code: 'CONCLUSION_UNGROUNDED',
    part: 'conclusion',
    way: 'drops the basis',
    apply: ({ draft: { conclusion } }) => {
      if (conclusion === null) return null
      conclusion.based_on_analysis_ids = []
      return ['CONCLUSION_UNGROUNDED /conclusion/based_on_analysis_ids']
    },
  },
  {
    code: 'CONCLUSION_BASIS_UNKNOWN',
    part: 'conclusion',
    way: 'adds an id that no analysis has',
    apply: ({ draft: { conclusion } }, g) => {
      if (conclusion === null) return null
      const at = insert(g, conclusion.based_on_analysis_ids, among(g, ['A0', 'a', 'p0', 'f0', ' a0']))
      return [`CONCLUSION_BASIS_UNKNOWN /conclusion/based_on_analysis_ids/${at}`]
    },
  },
  {
    code: 'ACTION_ID_DUPLICATE',
    part: 'action_plan',
    way: 'repeats an action at the end',
    apply: ({ draft }, g) => {
      draft.action_plan.push(structuredClone(among(g, draft.action_plan)))
      return [`ACTION_ID_DUPLICATE /action_plan/${draft.action_plan.length - 1}/id`]
    },
  },
  {
    code: 'ACTION_TEXT_BLANK',
    part: 'action_plan',
    way: 'blanks a text',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      step.text = among(g, invisible)
      return [`ACTION_TEXT_BLANK /action_plan/${i}/text`]
    },
  },
  {
    code: 'ACTION_BASIS_INVALID',
    part: 'action_plan',
    way: 'drops a basis',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      step.based_on_analysis_ids = []
      return [`ACTION_BASIS_INVALID /action_plan/${i}/based_on_analysis_ids`]
    },
  },
  {
    code: 'ACTION_BASIS_INVALID',
    part: 'action_plan',
    way: 'adds an id that no analysis has',
    apply: ({ draft }, g) => {
      const [i, step] = among(g, [...draft.action_plan.entries()])
      const at = insert(g, step.based_on_analysis_ids, among(g, ['A0', 'a', 'p0', 'f0', ' a0']))
      return [`ACTION_BASIS_INVALID /action_plan/${i}/based_on_analysis_ids/${at}`]
    },
  },
  {
    code: 'LIMITATIONS_MISSING',
    part: 'limitations',
    way: 'drops, empties or blanks them',
    apply: ({ draft }, g) => {
      const limitations = among(g, [null, [], invisible])
      delete draft.limitations
      if (limitations !== null) draft.limitations = limitations
      return ['LIMITATIONS_MISSING /limitations']
    },
  },
]

const citations: Mutation[] = [
  {
    code: 'TOOL_CALL_UNKNOWN',
    part: 'analysis',
    way: 'cites an id that resembles a known one',
    apply: onAnalysis(
      () => true,
      (a, at, g) => {
        const j = insert(g, a.tool_call_ids, among(g, ['F0', 'f', 'f00', ' f0', 'N0', '0', '__proto__']))
        return [`TOOL_CALL_UNKNOWN ${at}/tool_call_ids/${j}`]
      },
    ),
  },
  {
    code: 'TOOL_CALL_UNKNOWN',
    part: 'analysis',
    way: 'loses the record',
    apply: onRecord('TOOL_CALL_UNKNOWN', () => null),
  },
  {
    code: 'TOOL_CALL_FOREIGN_RUN',
    part: 'analysis',
    way: 'has the record in another run only',
    apply: onRecord('TOOL_CALL_FOREIGN_RUN', (record, _g, s) => {
      s.foreign.add(record.tool_call_id)
      return null
    }),
  },
  {
    code: 'TOOL_CALL_NOT_READY',
    part: 'analysis',
    way: 'has a failed record',
    apply: onRecord('TOOL_CALL_NOT_READY', (record) => ({ ...record, status: 'FAILED' })),
  },
  {
    code: 'TOOL_CALL_EXPIRED',
    part: 'analysis',
    way: 'has a record whose time has passed',
    apply: onRecord('TOOL_CALL_EXPIRED', (record, g) => ({
      ...record,
      expires_at: now / 1000 - g(integer, { min: 0, max: 90_000 }),
    })),
  },
  {
    code: 'KIND_CLAIMS_EVIDENCE',
    part: 'analysis',
    way: 'cites a call that found nothing under NORMAL',
    apply: onAnalysis(isNormal, (a, at, g) => {
      const j = insert(g, a.tool_call_ids, among(g, ['n0', 'n1']))
      return [`KIND_CLAIMS_EVIDENCE ${at}/tool_call_ids/${j}`]
    }),
  },
  {
    code: 'KIND_CLAIMS_EVIDENCE',
    part: 'analysis',
    way: 'calls a NEGATIVE_OBSERVATION NORMAL',
    apply: onAnalysis(isNegative, (a, at) => {
      a.kind = 'NORMAL'
      return [
        ...each(a.tool_call_ids, 'KIND_CLAIMS_EVIDENCE', `${at}/tool_call_ids`),
        `ANALYSIS_UNCITED ${at}/document_ids`,
      ]
    }),
  },
  {
    code: 'KIND_DENIES_EVIDENCE',
    part: 'analysis',
    way: 'cites a call that found evidence under NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNegative, (a, at, g) => {
      const j = insert(g, a.tool_call_ids, among(g, ['f0', 'f1']))
      return [`KIND_DENIES_EVIDENCE ${at}/tool_call_ids/${j}`]
    }),
  },
  {
    code: 'KIND_DENIES_EVIDENCE',
    part: 'analysis',
    way: 'calls a NORMAL analysis NEGATIVE_OBSERVATION',
    apply: onAnalysis(isNormal, (a, at) => {
      a.kind = 'NEGATIVE_OBSERVATION'
      return each(a.tool_call_ids, 'KIND_DENIES_EVIDENCE', `${at}/tool_call_ids`)
    }),
  },
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

const tampering: Record<string, (record: CanonicalInvocation, g: Draw) => CanonicalInvocation> = {
  'has no stored text': (record) => ({ ...record, projection: null }),
  'has no digest': (record) => ({ ...record, projection_sha256: null }),
  'has another digest': (record) => ({ ...record, projection_sha256: sha256(`${record.projection} `) }),
  'has another text': (record) => ({ ...record, projection: `${record.projection} ` }),
  'has a field more': (record) => edited(record, { score: 1 }),
  'has a field less': (record, g) => {
    const view = viewOf(record)
    return rewritten(record, JSON.stringify(without(view, among(g, Object.keys(view)))))
  },
  'has an item with a field more or less': (record, g) => {
    const [first, ...rest] = viewOf(record).evidence
    const changed =
      first === undefined ? {} : among(g, [{ ...first, score: 1 }, without(first, among(g, Object.keys(first)))])
    return edited(record, { evidence: [changed, ...rest], returned_count: rest.length + 1 })
  },
  'counts its items wrongly': (record) => edited(record, { returned_count: viewOf(record).returned_count + 1 }),
  'is of another call': (record) => edited(record, { tool_call_id: 'f9' }),
  'is of another status': (record) => ({
    ...record,
    evidence_status: record.evidence_status === 'NO_EVIDENCE' ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
  }),
  'holds text behind its JSON': (record) => rewritten(record, `${record.projection}{}`),
}

export const mutations: readonly Mutation[] = [
  ...structure,
  ...citations,
  ...Object.entries(tampering).map(
    ([way, change]): Mutation => ({
      code: 'LEDGER_RECORD_INVALID',
      part: 'analysis',
      way: `rests on a record that ${way}`,
      apply: onRecord('LEDGER_RECORD_INVALID', change),
    }),
  ),
]
