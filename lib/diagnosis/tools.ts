// The two tools of a diagnosing model (spec 06).
import { lookupToolName } from '../contract/invocation.ts'
import { limits } from '../contract/limits.ts'
import { citableGrammar } from './citable-grammar.ts'
import { draftJsonSchema } from './draft-json-schema.ts'
import type { ModelTool } from './model-port.ts'
import type { PromptLanguage } from './question-language.ts'

export const submitToolName = 'submit_diagnosis'

const { queryChars, lookupsPerTurn } = limits.diagnosis

const texts: Readonly<
  Record<PromptLanguage, { readonly lookup: string; readonly submit: string; readonly query: string }>
> = {
  en: {
    lookup: `Searches the knowledge base and returns a bounded view of what it found, or NO_EVIDENCE. At most ${lookupsPerTurn} calls in one turn.`,
    query: `What to look for: one narrow question or its key terms, 1 to ${queryChars} characters.`,
    submit: 'Hands in the whole diagnosis draft, once, alone in its turn. Every citation is checked literally.',
  },
  zh: {
    lookup: `检索知识库，返回有限长度的结果视图，或 NO_EVIDENCE。每轮最多调用 ${lookupsPerTurn} 次。`,
    query: `要查找的内容：一个范围明确的问题或其关键词，1 到 ${queryChars} 个字符。`,
    submit: '提交完整的诊断草稿：只提交一次，且该轮不调用其他工具。每一处引用都会逐字核对。',
  },
}

/** Descriptions hold the grammar of everything citable: a model that never saw the form of an id cannot keep to it. */
export function diagnosisTools(language: PromptLanguage): { readonly lookup: ModelTool; readonly submit: ModelTool } {
  const { lookup, submit, query } = texts[language]
  return {
    lookup: {
      name: lookupToolName,
      description: `${lookup}\n\n${citableGrammar(language)}`,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', minLength: 1, maxLength: queryChars, description: query } },
        required: ['query'],
        additionalProperties: false,
      },
    },
    submit: {
      name: submitToolName,
      description: `${submit}\n\n${citableGrammar(language)}`,
      inputSchema: draftJsonSchema,
    },
  }
}
