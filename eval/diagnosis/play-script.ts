// Plays a case's scripts: what the model says to each request, and what the service finds.
import { reviewToolName } from '../../functions/semantic-guard/ask-judge.ts'
import { lookupToolName } from '../../lib/contract/invocation.ts'
import { submitToolName } from '../../lib/diagnosis/tools.ts'
import { changeDraft } from './change-draft.ts'
import type { DiagnosisCase, Finding, ScriptedJudgement, ScriptedTurn } from './diagnosis-case.ts'
import type { CaseData } from './read-cases.ts'
import { shownAnswers } from './shown-answers.ts'
import type { Find } from './world/scripted-knowledge.ts'
import type { ChatRequest, Say } from './world/scripted-model.ts'

export type Play = {
  readonly model: (nth: number, request: ChatRequest) => Say
  readonly find: Find
  /** From now on the model plays this script, and knows these calls of the run before. */
  readonly go: (script: readonly ScriptedTurn[], before: readonly string[]) => void
  /** Where the run left its scripts: what it was asked that they have no answer to. */
  readonly offScript: string[]
}

/** @param data where drafts and chunks that the scripts name are found */
export function playScript(one: Pick<DiagnosisCase, 'judge' | 'knowledge'>, data: CaseData): Play {
  const offScript: string[] = []
  const lost = (what: string) => {
    offScript.push(what)
    return { status: 400 }
  }
  let turns: ScriptedTurn[] = []
  let before: readonly string[] = []
  const judgements = [...(one.judge ?? [])]
  const asked = new Map<string, number>()

  return {
    offScript,
    go: (script, calls) => {
      turns = [...script]
      before = calls
    },
    model: (_nth, request) => {
      if (request.tools.some((tool) => tool.function.name === reviewToolName)) {
        const judgement = judgements.shift()
        return judgement === undefined ? lost('The judge was asked once more than its script says.') : judged(judgement)
      }
      const turn = turns.shift()
      if (turn === undefined) return lost('The model was asked once more than its script says.')
      const say = withIds(said(turn, data.drafts), {
        call: shownAnswers(request).map((answer) => answer.tool_call_id),
        before,
      })
      return say ?? lost('The script names a call that the model was not shown.')
    },
    find: (query) => {
      const finding = findingOf(one.knowledge, query)
      const nth = asked.get(query) ?? 0
      asked.set(query, nth + 1)
      const answer = finding?.answers[nth] ?? finding?.answers.at(-1)
      if (answer === undefined) return lost(`The service was asked "${query}", which its script does not know.`)
      return 'status' in answer ? answer : hitsOf(answer.find, data.chunks)
    },
  }
}

const findingOf = (knowledge: readonly Finding[], asked: string) =>
  knowledge.find(({ query }) => query === asked) ?? knowledge.find(({ query }) => query === '*')

function hitsOf(find: Readonly<Record<string, number>>, chunks: CaseData['chunks']) {
  return Object.entries(find).flatMap(([key, score]) => {
    const chunk = chunks.get(key)
    return chunk === undefined ? [] : [{ ...chunk, text: chunk.text.repeat(chunk.repeat), score }]
  })
}

function said(turn: ScriptedTurn, drafts: CaseData['drafts']): Say {
  if ('look_up' in turn) return { calls: turn.look_up.map((query) => ({ name: lookupToolName, arguments: { query } })) }
  if (!('hand_in' in turn)) return turn
  const draft = changeDraft(drafts.get(turn.hand_in), turn.with, turn.without)
  if (turn.around === undefined) return { calls: [{ name: submitToolName, arguments: draft }] }
  return { text: turn.around.join(JSON.stringify(draft)) }
}

function judged(judgement: ScriptedJudgement): Say {
  if ('status' in judgement) return judgement
  const reviews = Object.entries(judgement.verdicts).map(([statement, verdict]) => ({
    statement,
    verdict,
    reason: 'as scripted',
    words: [],
  }))
  return { calls: [{ name: reviewToolName, arguments: { reviews } }] }
}

type Ids = { readonly call: readonly string[]; readonly before: readonly string[] }

/** `say` with the ids that it names; null when it names one that is not there. */
function withIds(say: Say, ids: Ids): Say | null {
  let missing = false
  const fill = (text: string) =>
    text.replace(/\$(call|before)\.(\d+)/g, (_, of: keyof Ids, nth: string) => {
      const id = ids[of][Number(nth) - 1]
      missing ||= id === undefined
      return id ?? ''
    })
  const filled = filledIn(say, fill)
  return missing ? null : filled
}

function filledIn(say: Say, fill: (text: string) => string): Say {
  if ('text' in say) return { text: fill(say.text) }
  if (!('calls' in say)) return say
  const filled = ({ name, arguments: given }: (typeof say.calls)[number]) => ({
    name,
    arguments: typeof given === 'string' ? fill(given) : JSON.parse(fill(JSON.stringify(given))),
  })
  return { calls: say.calls.map(filled) }
}
