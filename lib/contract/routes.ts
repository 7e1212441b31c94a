// THE table of routes (spec 08). CDK, the local gateway and the OpenAPI document derive from it.
import * as z from 'zod'
import {
  deletedDocument,
  documentList,
  documentView,
  presignedUpload,
  presignRequest,
  systemHealth,
} from './document.ts'
import { diagnosisDraft } from './draft.ts'
import type { FaultCode } from './faults.ts'
import { rebuildReply, taskReply } from './knowledge-api.ts'
import {
  lookupAnswer,
  lookupRequest,
  recordAnswer,
  runView,
  startAnswer,
  startRequest,
  toolInvocationRequest,
} from './run.ts'
import { guardVerdict } from './verdict.ts'

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

type Body =
  | { readonly type: 'json'; readonly schema: z.ZodType }
  /** Multipart fields beside the part `file`. */
  | { readonly type: 'multipart'; readonly fields: Readonly<Record<string, string>> }

type RouteAnswer = {
  readonly meaning: string
  readonly schema: z.ZodType
  /** JSON unless said otherwise. */
  readonly contentType?: 'text/html'
}

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** In API Gateway's form: `{name}` is one path segment. */
  readonly path: string
  readonly function: FunctionName
  readonly summary: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Body
  /** Status -> what it carries. */
  readonly answers: Readonly<Record<number, RouteAnswer>>
  /** Beyond those that any route may give (401, 404, 429, 500). */
  readonly faults: readonly FaultCode[]
}

const storage = ['E_VALIDATION', 'E_LEDGER_UNAVAILABLE'] as const
const knowledge = ['E_KNOWLEDGE_UNAVAILABLE', 'E_KNOWLEDGE_TIMEOUT', 'E_KNOWLEDGE_BAD_RESPONSE'] as const
const calls = ['E_RUN_FORBIDDEN', 'E_TOOL_CALL_CONFLICT', 'E_STOP_REQUIRED'] as const
const files = ['E_PAYLOAD_TOO_LARGE', 'E_UNSUPPORTED_MEDIA_TYPE'] as const
const uploadFields = {
  category: 'Category of the document; default `default`.',
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
    body: { type: 'json', schema: lookupRequest },
    answers: { 200: { meaning: 'The view and the state of the run.', schema: lookupAnswer } },
    faults: [...storage, ...calls, ...knowledge],
  },
  recordToolInvocation: {
    method: 'POST',
    path: '/api/runs/{run_id}/tool-invocations',
    function: 'search-tool',
    summary: "Record another tool's result under the same limits, marked as the caller's word.",
    body: { type: 'json', schema: toolInvocationRequest },
    answers: { 200: { meaning: 'The view and the state of the run.', schema: recordAnswer } },
    faults: [...storage, ...calls],
  },
  checkEvidence: {
    method: 'POST',
    path: '/api/runs/{run_id}/evidence-guard',
    function: 'evidence-guard',
    summary: 'Verify every citation of a draft against the ledger. A rejected draft is a 200.',
    body: { type: 'json', schema: diagnosisDraft },
    answers: {
      200: { meaning: 'The verdict, every violation, and on PASS the rebuilt evidence.', schema: guardVerdict },
    },
    faults: [...storage, 'E_RUN_FORBIDDEN', 'E_PAYLOAD_TOO_LARGE'],
  },
  startRun: {
    method: 'POST',
    path: '/api/runs',
    function: 'diagnosis-start',
    summary: 'Diagnose: open a run for a question and start its workflow.',
    body: { type: 'json', schema: startRequest },
    answers: { 202: { meaning: 'Started.', schema: startAnswer } },
    faults: [...storage, 'E_RUN_FORBIDDEN', 'E_RUN_EXISTS'],
  },
  readRun: {
    method: 'GET',
    path: '/api/runs/{run_id}',
    function: 'run-reader',
    summary: 'A run with every call as the agent saw it and its audits.',
    answers: { 200: { meaning: 'The run.', schema: runView } },
    faults: [...storage, 'E_RUN_FORBIDDEN'],
  },
  readReport: {
    method: 'GET',
    path: '/api/runs/{run_id}/report',
    function: 'run-reader',
    summary: 'A run as a page for people: each statement with the text that it rests on.',
    answers: { 200: { meaning: 'The page.', schema: z.string(), contentType: 'text/html' } },
    faults: [...storage, 'E_RUN_FORBIDDEN'],
  },
  uploadBusinessDocument: {
    method: 'POST',
    path: '/api/documents/upload',
    function: 'ingest-proxy',
    summary: 'Upload a document with business metadata.',
    body: { type: 'multipart', fields: uploadFields },
    answers: {
      200: { meaning: 'The same content under the same name was there: unchanged.', schema: documentView },
      201: { meaning: 'Ingested.', schema: documentView },
      202: { meaning: 'Accepted; ingest is pending.', schema: documentView },
    },
    faults: [...storage, ...files, 'E_INGEST_REJECTED'],
  },
  uploadDocument: {
    method: 'POST',
    path: '/api/upload',
    function: 'ingest-proxy',
    summary: 'Upload a document; a failed ingest does not fail the upload.',
    body: { type: 'multipart', fields: { category: uploadFields.category } },
    answers: { 200: { meaning: 'Stored; ingest_status tells the rest.', schema: documentView } },
    faults: [...storage, ...files],
  },
  presignUpload: {
    method: 'POST',
    path: '/api/documents/uploads',
    function: 'ingest-proxy',
    summary: 'A presigned form for a file that is too large for the API.',
    body: { type: 'json', schema: presignRequest },
    answers: {
      201: {
        meaning: 'Post the file to `url` with `fields`; it is ingested when it arrives.',
        schema: presignedUpload,
      },
    },
    faults: [...storage, 'E_UNSUPPORTED_MEDIA_TYPE'],
  },
  listDocuments: {
    method: 'GET',
    path: '/api/documents',
    function: 'ingest-proxy',
    summary: 'Documents, newest first.',
    query: { limit: '1-100, default 20.', cursor: '`next_cursor` of the page before.' },
    answers: { 200: { meaning: 'One page.', schema: documentList } },
    faults: [...storage],
  },
  readDocument: {
    method: 'GET',
    path: '/api/documents/{document_id}',
    function: 'ingest-proxy',
    summary: 'One document, by doc_id or document_ref.',
    answers: { 200: { meaning: 'The document.', schema: documentView } },
    faults: [...storage],
  },
  withdrawDocument: {
    method: 'DELETE',
    path: '/api/documents/{document_id}',
    function: 'ingest-proxy',
    summary: 'Withdraw a document: it is no evidence from now on.',
    query: { force: '`true` withdraws a doc_id that only the knowledge service knows.' },
    answers: { 200: { meaning: 'Withdrawn.', schema: deletedDocument } },
    faults: [...storage],
  },
  rebuildKnowledge: {
    method: 'POST',
    path: '/api/knowledge/rebuild',
    function: 'rebuild-trigger',
    summary: 'Start a full rebuild of the index.',
    body: { type: 'json', schema: z.object({ confirm: z.string().optional() }) },
    answers: { 202: { meaning: 'Started.', schema: rebuildReply } },
    faults: ['E_VALIDATION', 'E_CONFIRM_REQUIRED', 'E_REBUILD_IN_PROGRESS', ...knowledge],
  },
  readTask: {
    method: 'GET',
    path: '/api/knowledge/tasks/{task_id}',
    function: 'rebuild-trigger',
    summary: 'State of a rebuild.',
    answers: { 200: { meaning: 'The task.', schema: taskReply } },
    faults: ['E_VALIDATION', ...knowledge],
  },
  readHealth: {
    method: 'GET',
    path: '/api/knowledge/health',
    function: 'rebuild-trigger',
    summary: "The knowledge service's probes and our own.",
    answers: {
      200: { meaning: 'Our own parts work; `status` tells the whole.', schema: systemHealth },
      503: { meaning: 'One of our own parts is down.', schema: systemHealth },
    },
    faults: [],
  },
  describeApi: {
    method: 'GET',
    path: '/api/openapi.json',
    function: 'api-document',
    summary: 'This API as OpenAPI 3.1.',
    answers: { 200: { meaning: 'The document.', schema: z.record(z.string(), z.unknown()) } },
    faults: [],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** API Gateway's key of a route: `POST /api/upload`. */
export function routeKeyOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}
