// What the bodies and answers of the routes are made of, for whoever describes them. The functions parse with the same schemas,
// each with those that it needs.
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
import { rebuildReply, taskReply } from './knowledge-api.ts'
import type { RouteName } from './routes.ts'
import { lookupAnswer, recordAnswer, runView, startAnswer } from './run.ts'
import { lookupRequest, startRequest, toolInvocationRequest } from './run-requests.ts'
import { guardVerdict } from './verdict.ts'

export type RouteAnswer = {
  readonly meaning: string
  readonly schema: z.ZodType
  /** JSON unless said otherwise. */
  readonly contentType?: 'text/html'
}

export type RouteSchemas = {
  /** Of a JSON body; a route without one takes none, or a form. */
  readonly body?: z.ZodType
  /** Status -> what it carries. */
  readonly answers: Readonly<Record<number, RouteAnswer>>
}

export const routeSchemas: Readonly<Record<RouteName, RouteSchemas>> = {
  lookupKnowledge: {
    body: lookupRequest,
    answers: { 200: { meaning: 'The view and the state of the run.', schema: lookupAnswer } },
  },
  recordToolInvocation: {
    body: toolInvocationRequest,
    answers: { 200: { meaning: 'The view and the state of the run.', schema: recordAnswer } },
  },
  checkEvidence: {
    body: diagnosisDraft,
    answers: {
      200: { meaning: 'The verdict, every violation, and on PASS the rebuilt evidence.', schema: guardVerdict },
    },
  },
  startRun: {
    body: startRequest,
    answers: { 202: { meaning: 'Started.', schema: startAnswer } },
  },
  readRun: {
    answers: { 200: { meaning: 'The run.', schema: runView } },
  },
  readReport: {
    answers: { 200: { meaning: 'The page.', schema: z.string(), contentType: 'text/html' } },
  },
  uploadBusinessDocument: {
    answers: {
      200: { meaning: 'The same content under the same name was there: unchanged.', schema: documentView },
      201: { meaning: 'Ingested.', schema: documentView },
      202: { meaning: 'Accepted; ingest is pending.', schema: documentView },
    },
  },
  uploadDocument: {
    answers: { 200: { meaning: 'Stored; ingest_status tells the rest.', schema: documentView } },
  },
  presignUpload: {
    body: presignRequest,
    answers: {
      201: {
        meaning: 'Post the file to `url` with `fields`; it is ingested when it arrives.',
        schema: presignedUpload,
      },
    },
  },
  listDocuments: {
    answers: { 200: { meaning: 'One page.', schema: documentList } },
  },
  readDocument: {
    answers: { 200: { meaning: 'The document.', schema: documentView } },
  },
  withdrawDocument: {
    answers: { 200: { meaning: 'Withdrawn.', schema: deletedDocument } },
  },
  rebuildKnowledge: {
    body: z.object({ confirm: z.string().optional() }),
    answers: { 202: { meaning: 'Started.', schema: rebuildReply } },
  },
  readTask: {
    answers: { 200: { meaning: 'The task.', schema: taskReply } },
  },
  readHealth: {
    answers: {
      200: { meaning: 'Our own parts work; `status` tells the whole.', schema: systemHealth },
      503: { meaning: 'One of our own parts is down.', schema: systemHealth },
    },
  },
  describeApi: {
    answers: { 200: { meaning: 'The document.', schema: z.record(z.string(), z.unknown()) } },
  },
}
