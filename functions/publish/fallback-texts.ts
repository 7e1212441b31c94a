import type { FallbackCause } from '../../lib/contract/fallback-causes.ts'
import { questionLanguage } from '../../lib/diagnosis/question-language.ts'

type Texts = {
  /** Why there is no diagnosis, by cause. */
  readonly causes: Readonly<Record<FallbackCause, string>>
  readonly limitation: string
  /** Said of every report, whatever the model says of it: a search that failed is none that found nothing. */
  readonly searchesFailed: (failed: number, all: number) => string
}

/** Fixed texts of a report without a diagnosis (spec 06, "Fallback"): nothing in it is invented. */
const fallbackTexts: Readonly<Record<'en' | 'zh', Texts>> = {
  en: {
    causes: {
      MODEL_SILENT: 'The model handed in no draft. What was found is listed below.',
      MODEL_UNAVAILABLE: 'The model could not be reached. What was found until then is listed below.',
      KNOWLEDGE_UNAVAILABLE:
        'No search was answered, so nothing is known of what a search would have found. Ask again when the knowledge service is back.',
      TURNS_EXHAUSTED: 'The model used up its turns without a draft. What was found is listed below.',
      REPAIRS_EXHAUSTED: 'The draft could not be repaired, so it is not published. What was found is listed below.',
      REPAIR_UNCHANGED:
        'A repair changed nothing about what was wrong, so the draft is not published. What was found is listed below.',
      TIMEOUT: 'The diagnosis ran out of time. What was found until then is listed below.',
      INTERNAL:
        'The diagnosis could not be finished because of a fault on our side. What was found until then is listed below.',
    },
    limitation: 'No conclusion was drawn: no draft passed verification.',
    searchesFailed: (failed, all) => `${failed} of ${all} searches failed: what they would have found is not known.`,
  },
  zh: {
    causes: {
      MODEL_SILENT: '模型没有提交诊断草稿。已找到的证据列在下方。',
      MODEL_UNAVAILABLE: '无法连接模型。此前找到的证据列在下方。',
      KNOWLEDGE_UNAVAILABLE: '所有检索都失败了，因此无从得知检索会找到什么。请在知识服务恢复后重新提问。',
      TURNS_EXHAUSTED: '模型用完了轮次仍未提交草稿。已找到的证据列在下方。',
      REPAIRS_EXHAUSTED: '草稿未能修复，因此不予发布。已找到的证据列在下方。',
      REPAIR_UNCHANGED: '修复没有改变存在的问题，因此草稿不予发布。已找到的证据列在下方。',
      TIMEOUT: '诊断超时。此前找到的证据列在下方。',
      INTERNAL: '由于我们一侧的故障，诊断未能完成。此前找到的证据列在下方。',
    },
    limitation: '未得出结论：没有草稿通过验证。',
    searchesFailed: (failed, all) => `${all} 次检索中有 ${failed} 次失败：无从得知它们会找到什么。`,
  },
}

/** In the language in which the model was told its task. */
export function fallbackTextsFor(question: string): Texts {
  return fallbackTexts[questionLanguage(question)]
}
