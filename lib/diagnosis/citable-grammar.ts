// What can be cited, in words for a model: the one source of tool descriptions, system prompt and repair prompt (spec 06). Its
// forms come from the contract that the guard checks by.
import * as z from 'zod'
import { analysisKind } from '../contract/draft.ts'
import { evidenceKeyOf, toolCallId } from '../contract/ids.ts'
import { evidenceStatus } from '../contract/rag-tool-result.ts'
import { mintedForm } from './mint-tool-call-id.ts'
import type { PromptLanguage } from './question-language.ts'

const { NORMAL, NEGATIVE_OBSERVATION } = analysisKind.enum
const { EVIDENCE_FOUND, NO_EVIDENCE } = evidenceStatus.enum
const anyCallId = z.toJSONSchema(toolCallId).pattern ?? ''
const callForm = mintedForm.source
const documentForm = evidenceKeyOf('<document>', 0).replace(/0$/, '<number>')
const documentExample = evidenceKeyOf('gateway-timeout-md-34223174', 1)

const grammars: Readonly<Record<PromptLanguage, string>> = {
  en: `What can be cited, and how:
- "tool_call_ids": the "tool_call_id" of a result of this run, copied character by character. Results have ids of the form ${callForm}, such as c1-7f3a (never anything but ${anyCallId}).
- "document_ids": the "document_id" of an item of the "evidence" of a result that the same analysis cites, copied character by character. Form: ${documentForm}, such as ${documentExample}. The document without its chunk, or another chunk of it, is not citable.
- "quotes": {"document_id", "text"}. "document_id" is one of the document_ids of the same analysis; "text" stands word for word in the "excerpt" of that item. Only spacing and line breaks may differ.
- An analysis of kind ${NORMAL} cites results with "evidence_status": "${EVIDENCE_FOUND}", at least one document_id and at least one quote.
- An analysis of kind ${NEGATIVE_OBSERVATION} cites results with "evidence_status": "${NO_EVIDENCE}", no document_id and no quote.
- An answer with an "error" is no result: it cannot be cited, neither for what is there nor for what is not.`,
  zh: `可以引用什么，如何引用：
- "tool_call_ids"：本次运行中某个结果的 "tool_call_id"，逐字符照抄。结果的 id 形如 ${callForm}，例如 c1-7f3a（绝不会超出 ${anyCallId}）。
- "document_ids"：同一条分析所引用的结果中，"evidence" 里某一项的 "document_id"，逐字符照抄。形式：${documentForm}，例如 ${documentExample}。去掉分块后缀的文档 id、同一文档的其他分块，都不可引用。
- "quotes"：{"document_id", "text"}。"document_id" 必须是同一条分析的 document_ids 之一；"text" 必须一字不差地出现在该项的 "excerpt" 中，只有空白和换行可以不同。
- kind 为 ${NORMAL} 的分析，引用 "evidence_status": "${EVIDENCE_FOUND}" 的结果，至少一个 document_id，至少一条 quote。
- kind 为 ${NEGATIVE_OBSERVATION} 的分析，引用 "evidence_status": "${NO_EVIDENCE}" 的结果，不带 document_id，也不带 quote。
- 带 "error" 的回答不是结果：既不能用来证明有，也不能用来证明没有。`,
}

export function citableGrammar(language: PromptLanguage): string {
  return grammars[language]
}
