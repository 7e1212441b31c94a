import type { Environment, EnvironmentSchema } from '../contract/settings.ts'
import type { KnowledgeSearchPort } from './knowledge-search-port.ts'
import { openPyRag, type pyRagSettings } from './open-py-rag.ts'
import { createPyRagSearch } from './py-rag-adapter.ts'
import type { ServiceAttempt } from './service-exchange.ts'

type SearchSettings = Environment<EnvironmentSchema<'KNOWLEDGE_ENGINE' | (typeof pyRagSettings)[number]>>

/** The engine that `KNOWLEDGE_ENGINE` names: what comes after it does not notice which one it is. */
export function openSearch(
  settings: SearchSettings,
  onAttempt: (attempt: ServiceAttempt) => void,
): KnowledgeSearchPort {
  switch (settings.KNOWLEDGE_ENGINE) {
    case 'py-rag':
      return createPyRagSearch(openPyRag(settings, onAttempt))
  }
}
