// Apart from what is asked of a run: functions that only read one need none of those schemas.
import * as z from 'zod'
import { runId } from './ids.ts'

/** The path parameters of `/api/runs/{run_id}` and of all below it. */
export const runPath = z.lazy(() => z.object({ run_id: runId }))
