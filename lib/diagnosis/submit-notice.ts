import type { SubmitReason } from './plan-turn.ts'
import type { PromptLanguage } from './question-language.ts'
import { submitToolName } from './tools.ts'

const notices: Readonly<Record<PromptLanguage, Readonly<Record<SubmitReason, string>> & { readonly ask: string }>> = {
  en: {
    NO_GAIN: 'The last lookups brought no new evidence (NO_GAIN), so no further lookups are made in this run.',
    BUDGET_EXHAUSTED: 'All lookups of this run are used (BUDGET_EXHAUSTED).',
    MODEL_STOPPED: 'You asked for no lookup and handed in no draft.',
    LAST_TURN: 'This is your last turn.',
    ask: `Call ${submitToolName} now, with what the evidence so far carries. If it carries no conclusion, "conclusion": null with honest limitations is a full success. Without a draft this run ends without a diagnosis.`,
  },
  zh: {
    NO_GAIN: '最近几次检索没有带来新的证据（NO_GAIN），本次运行不再检索。',
    BUDGET_EXHAUSTED: '本次运行的检索次数已用完（BUDGET_EXHAUSTED）。',
    MODEL_STOPPED: '你既没有要求检索，也没有提交草稿。',
    LAST_TURN: '这是你的最后一轮。',
    ask: `现在调用 ${submitToolName}，按已有证据所能支持的内容提交。如果证据不足以下结论，"conclusion": null 加上如实的 limitations 就是完全合格的结果。不提交草稿，本次运行将没有诊断结果。`,
  },
}

/** Why only the submit tool is offered in this turn, and what to do (spec 06, "Stop rules"). */
export function submitNotice(why: SubmitReason, language: PromptLanguage): string {
  return `${notices[language][why]} ${notices[language].ask}`
}
