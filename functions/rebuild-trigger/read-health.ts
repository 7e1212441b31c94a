import type { SystemHealth } from '../../lib/contract/document.ts'
import { toFault } from '../../lib/contract/faults.ts'
import type { HealthReply } from '../../lib/contract/knowledge-api.ts'
import type { KnowledgeAdminPort } from '../../lib/knowledge/knowledge-admin-port.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** Resolves when the part answers by `deadline` (epoch milliseconds); rejects when it does not. */
export type Probe = (deadline: number) => Promise<unknown>

export type HealthPorts = {
  readonly knowledge: Pick<KnowledgeAdminPort, 'health'>
  readonly ledger: Probe
  readonly documents: Probe
  readonly originals: Probe
  readonly now: () => number
  readonly telemetry: Pick<Telemetry, 'log'>
}

/** For a part of our own, in ms: one that answers later than this does not work. */
const probeMs = 4000

/**
 * `GET /api/knowledge/health`. Our own parts decide the status code: without one of them nothing works (503, `down`). Trouble
 * of the knowledge service makes the whole `degraded`: uploads, runs and reports go on. The service has the time that its client
 * gives a health call (`PYRAG_DEFAULT_TIMEOUT_MS`, spec 01), as far as this call's own time reaches.
 */
export function createReadHealth(ports: HealthPorts): Operation {
  return async (call) => {
    const deadline = Math.min(call.deadline, ports.now() + probeMs)
    const [knowledge, ledger, documents, originals] = await Promise.all([
      knowledgeHealth(ports, call),
      measure(ports, 'ledger', deadline),
      measure(ports, 'documents', deadline),
      measure(ports, 'originals', deadline),
    ])
    const ours = ledger.ok && documents.ok && originals.ok
    const theirs = knowledge.status === 'ok' ? 'ok' : 'degraded'
    const body: SystemHealth = { status: ours ? theirs : 'down', knowledge, ledger, documents, originals }
    return { status: ours ? 200 : 503, body }
  }
}

async function knowledgeHealth(ports: HealthPorts, { requestId, deadline }: Call): Promise<HealthReply> {
  try {
    return await ports.knowledge.health({ requestId, deadline })
  } catch (error) {
    tellDown(ports, 'knowledge', error)
    return { status: 'down', probes: {} }
  }
}

async function measure(
  ports: HealthPorts,
  part: 'ledger' | 'documents' | 'originals',
  deadline: number,
): Promise<SystemHealth['ledger']> {
  const { now } = ports
  const started = now()
  const timeout = timeoutAt(deadline - started)
  try {
    await Promise.race([ports[part](deadline), timeout.passed])
    return { ok: true, latency_ms: now() - started }
  } catch (error) {
    tellDown(ports, part, error)
    return { ok: false, latency_ms: now() - started }
  } finally {
    timeout.clear()
  }
}

/** The answer says that a part is down, the log why. */
function tellDown({ telemetry }: HealthPorts, part: string, error: unknown): void {
  const { code, context } = toFault(error)
  telemetry.log('PART_DOWN', { part, code, context })
}

function timeoutAt(ms: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), Math.max(1, ms))
  return { passed: promise, clear: () => clearTimeout(timer) }
}
