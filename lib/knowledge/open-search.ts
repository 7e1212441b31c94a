import type { Environment, EnvironmentSchema } from '../contract/settings.ts'
import { bedrockKbSettings, openBedrockKb } from './bedrock-kb/open-bedrock-kb.ts'
import type { KnowledgeSearchPort } from './knowledge-search-port.ts'
import { openPyRag, pyRagSettings } from './py-rag/open-py-rag.ts'
import { createPyRagSearch } from './py-rag/py-rag-adapter.ts'
import type { ServiceAttempt } from './send-attempt.ts'

/** The settings that a function needs to search with whatever engine is configured. */
export const searchSettings = ['KNOWLEDGE_ENGINE', ...pyRagSettings, ...bedrockKbSettings] as const

type SearchSettings = Environment<EnvironmentSchema<(typeof searchSettings)[number]>>

/**
 * The engine that `KNOWLEDGE_ENGINE` names: what comes after it does not notice which one it is. Searches alone: documents are
 * ingested into py-rag, whatever answers them.
 * @throws Error that names a setting which that engine needs and which is not set
 */
export function openSearch(
  settings: SearchSettings,
  onAttempt: (attempt: ServiceAttempt) => void,
): KnowledgeSearchPort {
  switch (settings.KNOWLEDGE_ENGINE) {
    case 'py-rag':
      return createPyRagSearch(openPyRag(settings, onAttempt))
    case 'bedrock-kb':
      return openBedrockKb(settings, onAttempt)
  }
}
