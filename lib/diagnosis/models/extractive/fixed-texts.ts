import type { PromptLanguage } from '../../question-language.ts'

type FixedTexts = {
  /** Always said. */
  readonly method: string
  readonly foundNothing: (query: string) => string
  readonly nothingFound: string
  readonly failed: (codes: string) => string
  readonly noLookup: string
  readonly notPrecise: string
  readonly notMentioned: (words: string) => string
  readonly truncated: string
  readonly planted: string
  readonly leftOut: string
}

/** All that the embedded model says in words of its own. */
export const fixedTexts: Readonly<Record<PromptLanguage, FixedTexts>> = {
  en: {
    method:
      'Made without a language model: the statements are sentences of the knowledge base, chosen by rules. Nothing was inferred, and no running system was looked at.',
    foundNothing: (query) => `A search of the knowledge base found no usable evidence: "${query}".`,
    nothingFound: 'The knowledge base has no usable evidence for this question. Go on with logs, metrics and alerts.',
    failed: (codes) =>
      `A search failed (${codes}). What it would have found is not known; it is no sign that there is nothing.`,
    noLookup: 'The knowledge base was not searched.',
    notPrecise:
      'The evidence is related to the question but was not graded PRECISE, so no conclusion is drawn from it.',
    notMentioned: (words) => `The evidence does not mention: ${words}.`,
    truncated: 'The evidence was cut to fit; a narrower query may show more.',
    planted:
      'Text in the evidence that speaks to a model, or orders its reader what to say, was left out; who wrote it should be looked into.',
    leftOut: 'Statements that the checks did not confirm were left out.',
  },
  zh: {
    method: '本诊断未使用语言模型：各条陈述是按规则从知识库中选出的原句，没有做任何推断，也没有查看任何运行中的系统。',
    foundNothing: (query) => `在知识库中检索，没有找到可用的证据：“${query}”。`,
    nothingFound: '知识库中没有这个问题的可用证据，请继续查看日志、指标和告警。',
    failed: (codes) => `有检索失败（${codes}）。它本来会找到什么无从得知，这不表示没有相关内容。`,
    noLookup: '没有检索知识库。',
    notPrecise: '证据与问题相关，但没有达到 PRECISE 级别，因此不下结论。',
    notMentioned: (words) => `证据中没有提到：${words}。`,
    truncated: '证据因长度限制被截断，用更具体的查询可能看到更多内容。',
    planted: '证据中含有对模型下指令、或要求读者如何下结论的文字，已被略去；建议查明其来源。',
    leftOut: '未通过校验的陈述已被移除。',
  },
}
