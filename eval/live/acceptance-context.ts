// What the checks share: the one document that they are about, and what the earlier of them have learned of it.
import { randomBytes } from 'node:crypto'
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import { type LookupAnswer, lookupAnswer } from '../../lib/contract/run.ts'
import type { Answer, ApiClient } from './api-client.ts'
import { json } from './expect-answer.ts'
import type { Patience } from './until.ts'

export type Check = {
  /** The promise, as a sentence. */
  readonly name: string
  readonly run: () => Promise<void>
}

/** A lookup that showed the document. */
export type Found = {
  readonly run: string
  readonly answer: LookupAnswer
  /** Of the reply, byte for byte. */
  readonly text: string
}

export type AcceptanceContext = {
  readonly api: ApiClient
  readonly patience: Patience
  /** Nothing else that the stack knows has this document's words. */
  readonly document: { readonly filename: string; readonly text: string; readonly fact: string }
  /** A question that the document answers. */
  readonly query: string
  /** The id of a run that nobody has. */
  readonly newRun: () => string
  readonly lookUp: (run: string) => Promise<Answer>
  /** The evidence of a lookup that comes from the document. */
  readonly evidenceOf: (answer: LookupAnswer) => LookupAnswer['result']['evidence']
  /** Filled by the checks, in their order; null: not so far, or no more. */
  readonly known: {
    /** The answer to the upload, which may still be on its way; null: not sent. */
    upload: Promise<Answer> | null
    documentRef: string | null
    docId: string | null
    found: Found | null
  }
}

/** A document with words of its own, of which nothing is known so far. */
export function acceptanceContext(api: ApiClient, patience: Patience): AcceptanceContext {
  const mark = randomBytes(6).toString('hex')
  const fact = `The valve ${mark} closes after 42 seconds.`
  const query = `When does the valve ${mark} close?`
  let runs = 0
  return {
    api,
    patience,
    document: {
      filename: `acceptance-${mark}.md`,
      text: `# Acceptance check ${mark}\n\n## Valve\n\n${fact} It was written to see whether this stack works.\n`,
      fact,
    },
    query,
    newRun: () => {
      runs += 1
      return `acceptance-${mark}-${runs}`
    },
    lookUp: (run) => api.post(`/api/runs/${run}/tools/lookup_knowledge`, { tool_call_id: callId, query }),
    evidenceOf: ({ result }) => result.evidence.filter(({ excerpt }) => excerpt.includes(mark)),
    known: { upload: null, documentRef: null, docId: null, found: null },
  }
}

/** Of the one call that each run makes. */
const callId = 'c1'

export const readLookup = (answer: Answer): LookupAnswer => lookupAnswer.parse(json(answer, 200))

/** @throws Error when no check before has found the document */
export function wasFound({ known: { found } }: AcceptanceContext): Found {
  if (found === null) throw new Error('the document was not found before')
  return found
}

/** A draft that rests on one quote of one item. */
export const draftOn = (documentId: string, quote: string): DiagnosisDraft => ({
  analysis: [
    {
      id: 'a1',
      kind: 'NORMAL',
      text: 'The valve closes after a while.',
      tool_call_ids: [callId],
      document_ids: [documentId],
      quotes: [{ document_id: documentId, text: quote }],
    },
  ],
  conclusion: { text: 'The valve closes after a while.', based_on_analysis_ids: ['a1'] },
  action_plan: [],
  limitations: ['One document was read.'],
})
