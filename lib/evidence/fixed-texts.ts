import type { RelevanceLevel } from '../contract/lookup-result.ts'

export type Locale = 'en' | 'zh-CN'

type FixedTexts = {
  /** `message` when nothing usable was found. */
  readonly noEvidence: string
  /** `completenessHint` by grade: how far the evidence reaches. */
  readonly completeness: Readonly<Record<RelevanceLevel, string>>
}

/** Fixed texts of a lookup result (spec 02, "Post-process" and "Assemble"). */
export const fixedTexts: Readonly<Record<Locale, FixedTexts>> = {
  en: {
    noEvidence: 'The knowledge base has no usable evidence for this. Go on with logs, metrics and alerts.',
    completeness: {
      PRECISE: 'The knowledge base holds nothing more precise than the above.',
      REFERENCE: 'The above is related, not exact: weigh it with other observations.',
    },
  },
  'zh-CN': {
    noEvidence: '知识库中没有可用的证据，请继续查看日志、指标和告警。',
    completeness: {
      PRECISE: '知识库中没有比以上内容更精确的文档。',
      REFERENCE: '以上内容仅供参考，请与其他观察结果一起判断。',
    },
  },
}
