import type { DiagnosisDraft } from '../../../lib/contract/draft.ts'
import { type GuardVerdict, guardVerdict } from '../../../lib/contract/verdict.ts'
import { type AcceptanceContext, type Check, draftOn, wasFound } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const guardChecks = (context: AcceptanceContext): Check[] => [
  { name: 'a draft that quotes it is verified', run: () => passes(context) },
  {
    name: 'a draft with an invented quote is rejected, and so is one with an invented document',
    run: async () => {
      const { fact } = context.document
      const { run, id } = foundItem(context)
      rejects(await guard(context, run, draftOn(id, fact.replace('42', '43'))), 'QUOTE_NOT_IN_EVIDENCE')
      rejects(await guard(context, run, draftOn(`${id}-invented`, fact)), 'DOCUMENT_NOT_IN_EVIDENCE')
    },
  },
]

export const guardAfterWithdrawalChecks = (context: AcceptanceContext): Check[] => [
  { name: 'what was recorded before the withdrawal stays as it was', run: () => passes(context) },
]

async function passes(context: AcceptanceContext): Promise<void> {
  const { run, id } = foundItem(context)
  const { verdict, violations } = await guard(context, run, draftOn(id, context.document.fact))
  must(
    verdict === 'PASS' && violations.length === 0,
    `the verdict is ${verdict}: ${violations.map(({ code }) => code).join(', ')}`,
  )
}

async function guard({ api }: AcceptanceContext, run: string, draft: DiagnosisDraft): Promise<GuardVerdict> {
  return guardVerdict.parse(json(await api.post(`/api/runs/${run}/evidence-guard`, draft), 200))
}

function rejects({ verdict, violations }: GuardVerdict, code: string): void {
  const codes: readonly string[] = violations.map((v) => v.code)
  must(verdict === 'REJECT' && codes.includes(code), `${code} is not among [${codes.join(', ')}]`)
}

/** The document's first item in the run that found it. */
function foundItem(context: AcceptanceContext): { readonly run: string; readonly id: string } {
  const { run, answer } = wasFound(context)
  return { run, id: context.evidenceOf(answer)[0]?.document_id ?? '' }
}
