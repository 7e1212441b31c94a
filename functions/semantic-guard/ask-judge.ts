// Layer 2 (spec 06, "Semantic guard"): a model judges after the rules, with a fixed rubric. It can stop a publication and
// never save one; when it cannot be asked, the rules' verdicts stand and the review says so.
import * as z from 'zod'
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import { type Fault, toFault } from '../../lib/contract/faults.ts'
import { type SemanticReview, type SemanticRow, semanticVerdict } from '../../lib/contract/semantic.ts'
import type { EvidenceSnapshot } from '../../lib/contract/verdict.ts'
import type { ModelAnswer, ModelPort } from '../../lib/diagnosis/model-port.ts'
import { questionLanguage } from '../../lib/diagnosis/question-language.ts'
import { reviewPrompt } from '../../lib/diagnosis/render-prompt.ts'
import { salvageDraft } from '../../lib/diagnosis/salvage-draft.ts'
import { evidenceByStatement } from '../../lib/semantic/evidence-by-statement.ts'
import { cutText } from '../../lib/text/cut-text.ts'

/** The tool that the judge hands its review in with. */
export const reviewToolName = 'submit_review'

const reasonChars = 300
const wordChars = 80
const maxWords = 20

const judgeAnswer = z.object({
  reviews: z.array(
    z.object({
      statement: z.string(),
      verdict: semanticVerdict,
      reason: z.string().default(''),
      words: z.array(z.string()).default([]),
    }),
  ),
})
type JudgeAnswer = z.infer<typeof judgeAnswer>

const answerSchema = z.toJSONSchema(judgeAnswer, { io: 'input' })

export type JudgeRequest = {
  readonly question: string
  readonly draft: DiagnosisDraft
  readonly snapshot: EvidenceSnapshot
  /** What the rules said; all SUPPORTED, or the judge is not asked. */
  readonly rows: readonly SemanticRow[]
  readonly requestId: string
  readonly deadline: number
}

/** @returns the review that stands: the judge's, or the rules' with the reason why no judge was heard */
export async function askJudge(model: ModelPort, request: JudgeRequest): Promise<SemanticReview> {
  const statements = evidenceByStatement(request.draft, request.snapshot)
    .filter(({ kind }) => kind !== 'negative')
    .map(({ statement, text, evidence, based_on }) => ({ statement, text, evidence, based_on }))
  try {
    const answer = await model.turn({
      messages: [
        { role: 'system', text: reviewPrompt(questionLanguage(request.question), answerSchema) },
        { role: 'user', text: JSON.stringify({ statements }) },
      ],
      tools: [
        { name: reviewToolName, description: 'Hand in the review of all statements.', inputSchema: answerSchema },
      ],
      requestId: request.requestId,
      deadline: request.deadline,
    })
    const judged = readAnswer(answer)
    if (judged === null) return byRules(request, 'E_MODEL_BAD_RESPONSE')
    return { layer: 'judge', model: model.name, judge_unavailable: null, rows: request.rows.map(judgedBy(judged)) }
  } catch (error) {
    const fault: Fault = toFault(error)
    return byRules(request, fault.code)
  }
}

const byRules = ({ rows }: JudgeRequest, why: string): SemanticReview => ({
  layer: 'rules',
  model: null,
  judge_unavailable: why,
  rows: [...rows],
})

/** The arguments of the call, or the one object in the text. */
function readAnswer({ toolCalls, text }: ModelAnswer): JudgeAnswer | null {
  const written = toolCalls.find((call) => call.name === reviewToolName)?.arguments ?? text ?? ''
  const parsed = judgeAnswer.safeParse(salvageDraft(written)?.value)
  return parsed.success ? parsed.data : null
}

/** A statement that the judge passed over is not judged, and what is not judged does not pass. */
function judgedBy({ reviews }: JudgeAnswer): (row: SemanticRow) => SemanticRow {
  return (row) => {
    if (row.rule === 'negative') return row
    const review = reviews.find(({ statement }) => statement === row.statement)
    if (review === undefined) return { ...row, verdict: 'UNKNOWN', rule: 'judge', reason: 'not judged', words: [] }
    return {
      statement: row.statement,
      verdict: review.verdict,
      rule: 'judge',
      reason: cutText(review.reason, reasonChars).text,
      words: review.words.slice(0, maxWords).map((word) => cutText(word, wordChars).text),
    }
  }
}
