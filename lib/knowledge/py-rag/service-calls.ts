// THE table of the calls to py-rag (spec 01, "Endpoints"): address, time limit, and what is tried again.
import { type Repeats, searchRepeats } from '../repeat-rule.ts'

type ServiceCallRow = Repeats & {
  readonly method: 'GET' | 'POST'
  /** Below the base address. `{task_id}` is filled in by the client. */
  readonly path: string
  /** Which of the configured limits bounds the answer. */
  readonly readLimit: 'searchMs' | 'ingestMs' | 'defaultMs'
  /** A call that is not repeated gets a connection of its own: a kept one may have gone stale unnoticed. */
  readonly connection: 'kept' | 'fresh'
}

export const serviceCalls = {
  search: {
    method: 'POST',
    path: '/api/v1/search',
    readLimit: 'searchMs',
    ...searchRepeats,
    connection: 'kept',
  },
  ingest: {
    method: 'POST',
    path: '/api/v1/documents:ingest',
    readLimit: 'ingestMs',
    retries: 1,
    retryOn: 'connection',
    connection: 'kept',
  },
  rebuild: {
    method: 'POST',
    path: '/api/v1/collections:rebuild?confirm=REBUILD',
    readLimit: 'defaultMs',
    retries: 1,
    retryOn: 'nothing-sent',
    connection: 'fresh',
  },
  task: {
    method: 'GET',
    path: '/api/v1/tasks/{task_id}',
    readLimit: 'defaultMs',
    retries: 2,
    retryOn: 'connection-or-gateway',
    connection: 'kept',
  },
  health: {
    method: 'GET',
    path: '/api/v1/health',
    readLimit: 'defaultMs',
    retries: 0,
    retryOn: 'nothing-sent',
    connection: 'fresh',
  },
} as const satisfies Record<string, ServiceCallRow>

export type ServiceCallName = keyof typeof serviceCalls
