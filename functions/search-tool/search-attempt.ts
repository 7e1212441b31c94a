// One attempt: ask the engine, then leave out what is withdrawn before anything else sees it (spec 05, "Withdrawal").
import { possibleDocumentIds } from '../../lib/contract/ids.ts'
import type { KnowledgeHit } from '../../lib/contract/knowledge-hit.ts'
import type { PlannedAttempt } from '../../lib/evidence/plan-attempts.ts'
import type { SearchedAttempt } from '../../lib/evidence/run-evidence.ts'
import type { KnowledgeCall } from '../../lib/knowledge/knowledge-search-port.ts'
import type { LookupPorts, LookupSettings } from './lookup-ports.ts'

/** What happened on the way, for the audit; filled while the attempts run, so that a failure has it too. */
export type AttemptLog = {
  readonly started: number
  withdrawn: number
  readonly tried: { readonly name: string; readonly category: string | null; durationMs: number }[]
}

/** What a search needs of the lookup's ports. */
export type SearchPorts = Pick<LookupPorts, 'knowledge' | 'withdrawals' | 'now'>

type AttemptInput = {
  readonly query: string
  readonly attempt: PlannedAttempt
  readonly call: KnowledgeCall
  readonly log: AttemptLog
}

export async function searchAttempt(
  { knowledge, withdrawals, now }: SearchPorts,
  { mode, topK, kbScope }: LookupSettings,
  { query, attempt, call, log }: AttemptInput,
): Promise<SearchedAttempt> {
  const started = now()
  const row = { ...attempt, durationMs: 0 }
  log.tried.push(row)
  try {
    const answer = await knowledge.search({ query, mode, topK, category: attempt.category, kbScope }, call)
    const docIds = new Set(answer.hits.flatMap(namesOf))
    const withdrawn =
      docIds.size === 0 ? new Set<string>() : await withdrawals.withdrawnAmong([...docIds], call.deadline)
    const hits = answer.hits.filter((hit) => !namesOf(hit).some((id) => withdrawn.has(id)))
    log.withdrawn += answer.hits.length - hits.length
    return {
      hits,
      contractWarnings: answer.contractWarnings,
      trace: {
        mode,
        durationMs: now() - started,
        serviceRequestId: answer.serviceRequestId,
        evidenceStatus: answer.evidenceStatus,
        noEvidenceBasis: answer.noEvidenceBasis,
        recallCount: answer.recallCount,
        rerankModel: answer.rerankModel,
      },
    }
  } finally {
    row.durationMs = now() - started
  }
}

/** A hit is withdrawn if its document is, by whatever name the hit calls it: key and document id may disagree. */
function namesOf({ evidenceKey, documentId }: KnowledgeHit): string[] {
  return [...(documentId === null ? [] : [documentId]), ...possibleDocumentIds(evidenceKey)]
}
