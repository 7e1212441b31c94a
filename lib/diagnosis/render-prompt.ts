// Prompts are files with marked places; what the contract fixes is put in here, so that no prompt retells it.
import { limits } from '../contract/limits.ts'
import { citableGrammar } from './citable-grammar.ts'
import { draftJsonSchema } from './draft-json-schema.ts'
import { problemLines, type Rejection } from './list-problems.ts'
import { diagnosisAgent as diagnosisAgentEn } from './prompts/en/diagnosis-agent.ts'
import { evidenceRepair as evidenceRepairEn } from './prompts/en/evidence-repair.ts'
import { semanticReview as semanticReviewEn } from './prompts/en/semantic-review.ts'
import { diagnosisAgent as diagnosisAgentZh } from './prompts/zh/diagnosis-agent.ts'
import { evidenceRepair as evidenceRepairZh } from './prompts/zh/evidence-repair.ts'
import { semanticReview as semanticReviewZh } from './prompts/zh/semantic-review.ts'
import type { PromptLanguage } from './question-language.ts'

const files = {
  'diagnosis-agent': { en: diagnosisAgentEn, zh: diagnosisAgentZh },
  'evidence-repair': { en: evidenceRepairEn, zh: evidenceRepairZh },
  'semantic-review': { en: semanticReviewEn, zh: semanticReviewZh },
} as const satisfies Record<string, Readonly<Record<PromptLanguage, string>>>

/** Bytes of problems that one repair prompt shows. */
const problemBytes = 32_768

/** The system message of a run. */
export function agentPrompt(language: PromptLanguage): string {
  return render(files['diagnosis-agent'][language], contractParts(language))
}

/** What a repair turn is told: every problem with its place and hint, and the rules again. */
export function repairPrompt(language: PromptLanguage, rejection: Rejection): string {
  const lines = problemLines(rejection, problemBytes)
  return render(files['evidence-repair'][language], { ...contractParts(language), PROBLEMS: lines })
}

/** The judge's system message (spec 06, "Semantic guard", layer 2). @param answerSchema JSON Schema of its answer */
export function reviewPrompt(language: PromptLanguage, answerSchema: Readonly<Record<string, unknown>>): string {
  return render(files['semantic-review'][language], { ANSWER_SCHEMA: JSON.stringify(answerSchema) })
}

const contractParts = (language: PromptLanguage) => ({
  CITABLE: citableGrammar(language),
  DRAFT_SCHEMA: JSON.stringify(draftJsonSchema),
  LOOKUPS_PER_TURN: String(limits.diagnosis.lookupsPerTurn),
  QUERY_CHARS: String(limits.diagnosis.queryChars),
})

/** One pass, so that a mark within what is put in stays text. @throws Error for a mark that has no part */
function render(file: string, parts: Readonly<Record<string, string>>): string {
  return file.trim().replace(/\{\{([A-Z_]+)\}\}/g, (mark, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`prompt has no part for ${mark}`)
    return part
  })
}
