// THE table of routes (spec 08). CDK, the local gateway, the functions and the OpenAPI document derive from it. What bodies and
// answers are made of stands in `route-schemas.ts`: every function loads this table, and schemas take time to build.
import type { FaultCode } from './faults.ts'

export type FunctionName =
  | 'search-tool'
  | 'evidence-guard'
  | 'run-reader'
  | 'diagnosis-start'
  | 'agent-turn'
  | 'semantic-guard'
  | 'publish'
  | 'ingest-proxy'
  | 'rebuild-trigger'
  | 'api-document'

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** In API Gateway's form: `{name}` is one path segment. */
  readonly path: string
  readonly function: FunctionName
  readonly summary: string
  readonly query?: Readonly<Record<string, string>>
  /** Fields beside the part `file`, of a route that takes multipart. */
  readonly form?: Readonly<Record<string, string>>
  /** Its body names a tool call, by `tool_call_id`. */
  readonly toolCall?: true
  /** Beyond those that any route may give (401, 404, 429, 500). */
  readonly faults: readonly FaultCode[]
}

const storage = ['E_VALIDATION', 'E_LEDGER_UNAVAILABLE'] as const
const knowledge = ['E_KNOWLEDGE_UNAVAILABLE', 'E_KNOWLEDGE_TIMEOUT', 'E_KNOWLEDGE_BAD_RESPONSE'] as const
const calls = ['E_RUN_FORBIDDEN', 'E_TOOL_CALL_CONFLICT', 'E_STOP_REQUIRED'] as const
const files = ['E_PAYLOAD_TOO_LARGE', 'E_UNSUPPORTED_MEDIA_TYPE'] as const
/** Of every upload (spec 05); the routes differ in what a refusal of the knowledge service means. */
const uploadFields = {
  category: 'Category of the document; without one its own front matter may name it, else it is `default`.',
  fault_source: 'System that the document is about.',
  title: 'Title for people.',
  tags: 'Comma-separated.',
  replaces: 'A doc_id that is withdrawn once this document is ingested.',
}

export const routes = {
  lookupKnowledge: {
    method: 'POST',
    path: '/api/runs/{run_id}/tools/lookup_knowledge',
    function: 'search-tool',
    summary: 'Look something up; the bounded view is stored before it is shown.',
    toolCall: true,
    faults: [...storage, ...calls, ...knowledge],
  },
  recordToolInvocation: {
    method: 'POST',
    path: '/api/runs/{run_id}/tool-invocations',
    function: 'search-tool',
    summary: "Record another tool's result under the same limits, marked as the caller's word.",
    toolCall: true,
    faults: [...storage, ...calls],
  },
  checkEvidence: {
    method: 'POST',
    path: '/api/runs/{run_id}/evidence-guard',
    function: 'evidence-guard',
    summary: 'Verify every citation of a draft against the ledger. A rejected draft is a 200.',
    faults: [...storage, 'E_RUN_FORBIDDEN', 'E_PAYLOAD_TOO_LARGE'],
  },
  startRun: {
    method: 'POST',
    path: '/api/runs',
    function: 'diagnosis-start',
    summary: 'Diagnose: open a run for a question and start its workflow.',
    faults: [...storage, 'E_RUN_FORBIDDEN', 'E_RUN_EXISTS'],
  },
  readRun: {
    method: 'GET',
    path: '/api/runs/{run_id}',
    function: 'run-reader',
    summary: 'A run with every call as the agent saw it and its audits.',
    faults: [...storage, 'E_RUN_FORBIDDEN'],
  },
  readReport: {
    method: 'GET',
    path: '/api/runs/{run_id}/report',
    function: 'run-reader',
    summary: 'A run as a page for people: each statement with the text that it rests on.',
    faults: [...storage, 'E_RUN_FORBIDDEN'],
  },
  uploadBusinessDocument: {
    method: 'POST',
    path: '/api/documents/upload',
    function: 'ingest-proxy',
    summary: 'Upload a document with business metadata.',
    form: uploadFields,
    faults: [...storage, ...files, 'E_INGEST_REJECTED'],
  },
  uploadDocument: {
    method: 'POST',
    path: '/api/upload',
    function: 'ingest-proxy',
    summary: 'Upload a document; a failed ingest does not fail the upload.',
    form: uploadFields,
    faults: [...storage, ...files],
  },
  presignUpload: {
    method: 'POST',
    path: '/api/documents/uploads',
    function: 'ingest-proxy',
    summary: 'A presigned form for a file that is too large for the API.',
    faults: [...storage, 'E_UNSUPPORTED_MEDIA_TYPE'],
  },
  listDocuments: {
    method: 'GET',
    path: '/api/documents',
    function: 'ingest-proxy',
    summary: 'Documents, newest first.',
    query: { limit: '1-100, default 20.', cursor: '`next_cursor` of the page before.' },
    faults: [...storage],
  },
  readDocument: {
    method: 'GET',
    path: '/api/documents/{document_id}',
    function: 'ingest-proxy',
    summary: 'One document, by doc_id or document_ref.',
    faults: [...storage],
  },
  withdrawDocument: {
    method: 'DELETE',
    path: '/api/documents/{document_id}',
    function: 'ingest-proxy',
    summary: 'Withdraw a document: it is no evidence from now on.',
    query: { force: '`true` withdraws a doc_id that only the knowledge service knows.' },
    faults: [...storage],
  },
  rebuildKnowledge: {
    method: 'POST',
    path: '/api/knowledge/rebuild',
    function: 'rebuild-trigger',
    summary: 'Start a full rebuild of the index.',
    faults: ['E_VALIDATION', 'E_CONFIRM_REQUIRED', 'E_REBUILD_IN_PROGRESS', ...knowledge],
  },
  readTask: {
    method: 'GET',
    path: '/api/knowledge/tasks/{task_id}',
    function: 'rebuild-trigger',
    summary: 'State of a rebuild.',
    faults: ['E_VALIDATION', ...knowledge],
  },
  readHealth: {
    method: 'GET',
    path: '/api/knowledge/health',
    function: 'rebuild-trigger',
    summary: "The knowledge service's probes and our own.",
    faults: [],
  },
  describeApi: {
    method: 'GET',
    path: '/api/openapi.json',
    function: 'api-document',
    summary: 'This API as OpenAPI 3.1.',
    faults: [],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** API Gateway's key of a route: `POST /api/upload`. */
export function routeKeyOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}
