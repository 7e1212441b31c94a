// One row a function: what it serves, needs and may do. CDK, the local stack and the tests read it.
import type { FunctionName } from '../lib/contract/routes.ts'
import type { SettingName } from '../lib/contract/settings.ts'
import type { LambdaHandler } from '../lib/lambda/create-lambda.ts'
import { agentTurnEnvironment } from './agent-turn/env.ts'
import { apiDocumentEnvironment } from './api-document/env.ts'
import { diagnosisStartEnvironment } from './diagnosis-start/env.ts'
import { evidenceGuardEnvironment } from './evidence-guard/env.ts'
import { ingestProxyEnvironment } from './ingest-proxy/env.ts'
import { publishEnvironment } from './publish/env.ts'
import { rebuildTriggerEnvironment } from './rebuild-trigger/env.ts'
import { runReaderEnvironment } from './run-reader/env.ts'
import { searchToolEnvironment } from './search-tool/env.ts'
import { semanticGuardEnvironment } from './semantic-guard/env.ts'

export type FunctionRow = {
  /** The settings it reads: it gets these variables and no others. Its routes are those of the route table that name it. */
  readonly environment: readonly SettingName[]
  readonly timeoutSeconds: number
  readonly memoryMb: number
  /** What it may do, and nothing beyond. `probe`: ask whether the thing answers. */
  readonly grants: {
    readonly ledger?: 'probe' | 'read' | 'read-write'
    /** `read-keys`: items by key alone, no index. */
    readonly documents?: 'probe' | 'read-keys' | 'read-write'
    readonly originals?: 'probe' | 'read-write'
    /** Send to it; to take from it comes with the trigger. */
    readonly ingestQueue?: 'send'
    /** Read the token of the knowledge service; not where a knowledge base answers all that the function asks. */
    readonly knowledgeCredential?: true
    /** Search the stage's knowledge base, where it has one. */
    readonly knowledgeBase?: 'retrieve'
    /** Ask the model, and read the secret of its key. */
    readonly model?: 'ask'
    readonly workflow?: 'start'
  }
  /** Beside its routes: messages of the ingest queue, and the sweep's schedule. */
  readonly triggers?: { readonly ingestQueue: true; readonly sweepMinutes: number }
  readonly load: () => Promise<{
    readonly create: (environment: Readonly<Record<string, string | undefined>>) => LambdaHandler
  }>
}

export const catalog: Readonly<Record<FunctionName, FunctionRow>> = {
  'search-tool': {
    environment: searchToolEnvironment.names,
    timeoutSeconds: 25,
    memoryMb: 512,
    grants: { ledger: 'read-write', documents: 'read-keys', knowledgeCredential: true, knowledgeBase: 'retrieve' },
    load: () => import('./search-tool/handler.ts'),
  },
  'evidence-guard': {
    environment: evidenceGuardEnvironment.names,
    timeoutSeconds: 15,
    memoryMb: 512,
    grants: { ledger: 'read' },
    load: () => import('./evidence-guard/handler.ts'),
  },
  'run-reader': {
    environment: runReaderEnvironment.names,
    timeoutSeconds: 15,
    memoryMb: 512,
    grants: { ledger: 'read' },
    load: () => import('./run-reader/handler.ts'),
  },
  'diagnosis-start': {
    environment: diagnosisStartEnvironment.names,
    timeoutSeconds: 15,
    memoryMb: 256,
    grants: { ledger: 'read-write', workflow: 'start' },
    load: () => import('./diagnosis-start/handler.ts'),
  },
  'agent-turn': {
    environment: agentTurnEnvironment.names,
    // One answer of the model (a minute by default) and the ledger before and behind it; the state machine waits for 120 s.
    timeoutSeconds: 90,
    memoryMb: 512,
    grants: { ledger: 'read-write', model: 'ask' },
    load: () => import('./agent-turn/handler.ts'),
  },
  'semantic-guard': {
    environment: semanticGuardEnvironment.names,
    timeoutSeconds: 110,
    memoryMb: 1024,
    grants: { ledger: 'read-write', model: 'ask' },
    load: () => import('./semantic-guard/handler.ts'),
  },
  publish: {
    environment: publishEnvironment.names,
    timeoutSeconds: 25,
    memoryMb: 512,
    grants: { ledger: 'read-write' },
    load: () => import('./publish/handler.ts'),
  },
  'ingest-proxy': {
    environment: ingestProxyEnvironment.names,
    timeoutSeconds: 60,
    memoryMb: 1024,
    grants: {
      documents: 'read-write',
      originals: 'read-write',
      ingestQueue: 'send',
      knowledgeCredential: true,
    },
    triggers: { ingestQueue: true, sweepMinutes: 5 },
    load: () => import('./ingest-proxy/handler.ts'),
  },
  'rebuild-trigger': {
    environment: rebuildTriggerEnvironment.names,
    timeoutSeconds: 25,
    memoryMb: 256,
    grants: { ledger: 'probe', documents: 'probe', originals: 'probe', knowledgeCredential: true },
    load: () => import('./rebuild-trigger/handler.ts'),
  },
  'api-document': {
    environment: apiDocumentEnvironment.names,
    timeoutSeconds: 10,
    memoryMb: 256,
    grants: {},
    load: () => import('./api-document/handler.ts'),
  },
}
