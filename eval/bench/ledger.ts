// What a call costs in DynamoDB: requests, capacity units and bytes stored, as the emulator bills them (spec 03, "Cost is
// designed"). Units follow item sizes, so they carry over to AWS; times do not and are not shown.
import { randomUUID } from 'node:crypto'
import { createTable } from '../../infra/local/create-table.ts'
import { startDatabase } from '../../infra/local/database.ts'
import { emulatorIdentity } from '../../infra/local/emulator-identity.ts'
import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { lookupToolName } from '../../lib/contract/invocation.ts'
import { defaultProjectionLimits } from '../../lib/contract/limits.ts'
import { environmentOf, readEnvironment } from '../../lib/contract/settings.ts'
import { projectView } from '../../lib/evidence/project-view.ts'
import { argsDigest } from '../../lib/ledger/digest.ts'
import { createLedger } from '../../lib/ledger/ledger.ts'
import { ledgerTable } from '../../lib/ledger/ledger-table.ts'
import { ledgerSettings } from '../../lib/ledger/open-ledger.ts'

Object.assign(process.env, emulatorIdentity)

type Cost = { requests: number; units: number }

const database = await startDatabase()
try {
  let cost: Cost = { requests: 0, units: 0 }
  const client = createDocumentClient(database.endpoint, (_table, units) => {
    cost = { ...cost, units: cost.units + units }
  })
  // Each that goes out, refused ones too: DynamoDB bills them, and only says so in its metrics.
  client.middlewareStack.add(
    (next) => async (args) => {
      cost = { ...cost, requests: cost.requests + 1 }
      return next(args)
    },
    { step: 'finalizeRequest', name: 'countRequests' },
  )
  const table = `ledger-${randomUUID()}`
  const settings = readEnvironment(environmentOf(...ledgerSettings), { LEDGER_TABLE: table })
  await createTable(client, table, ledgerTable)
  const ledger = createLedger({
    client,
    table,
    now: Date.now,
    newId: () => randomUUID().slice(0, 8),
    ttlSeconds: settings.LEDGER_TTL_SECONDS,
    auditTtlSeconds: settings.AUDIT_TTL_SECONDS,
    limits: { budget: settings.RUN_TOOL_CALL_BUDGET, noGainLimit: settings.RUN_NO_GAIN_LIMIT },
    onAuditFailure: ({ error }) => {
      throw error
    },
  })
  const access = { runId: 'bench', owner: 'bench', deadline: Date.now() + 60_000 }
  const measured = async (work: () => Promise<unknown>): Promise<Cost> => {
    cost = { requests: 0, units: 0 }
    await work()
    return cost
  }
  const lookUp = (toolCallId: string) => () =>
    ledger.record(
      {
        ...access,
        toolCallId,
        tool: lookupToolName,
        argsDigest: argsDigest(lookupToolName, { toolCallId }),
        origin: 'searched',
      },
      async () => {
        const { text, view } = viewOf(toolCallId)
        return {
          projection: text,
          evidenceStatus: view.evidence_status,
          cutDocumentIds: [],
          audit: { note: 'x'.repeat(3000) },
        }
      },
    )
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']
  const rows: [string, Cost][] = [['first lookup of a run', await measured(lookUp('c1'))]]
  for (const id of ids.slice(1)) rows.push([`lookup ${id}`, await measured(lookUp(id))])
  const later = rows.slice(1).map(([, each]) => each)
  const mean = (of: keyof Cost) => (later.reduce((sum, each) => sum + each[of], 0) / later.length).toFixed(1)
  const replay = await measured(lookUp('c3'))
  const guard = await measured(() => ledger.readCited(access, ids))
  console.log('\n| call (view of 5 items, 1,000 characters each) | requests | capacity units |\n|---|---|---|')
  console.log(`| first lookup of a run | ${rows[0]?.[1].requests} | ${rows[0]?.[1].units} |`)
  console.log(`| later lookup (mean of 7) | ${mean('requests')} | ${mean('units')} |`)
  console.log(`| replay | ${replay.requests} | ${replay.units} |`)
  console.log(`| guard, 8 cited calls | ${guard.requests} | ${guard.units} |`)
  console.log(
    '\nA refused write is a request here, and at least one unit more on AWS: it is not in what DynamoDB answers.',
  )
  console.log(
    `A view of ${Buffer.byteLength(viewOf('c1').text)} bytes is stored a lookup, and an audit of about 3 KB beside it.`,
  )
} finally {
  await database.stop()
}

/** Five items of 1,000 characters, as a lookup shows them. */
function viewOf(toolCallId: string) {
  const items = Array.from({ length: 5 }, (_, i) => ({
    document_id: `gateway-timeout-md-34223174-${toolCallId}#chunk-${i}`,
    source: 'gateway-timeout.md',
    title: 'Gateway timeouts',
    breadcrumb: 'Gateway timeouts > Steps',
    excerpt: 'Check the upstream first. '.repeat(40).slice(0, 1000),
  }))
  const input = { toolCallId, query: 'how to debug a gateway timeout', items, relevanceLevel: 'PRECISE' } as const
  return projectView(input, defaultProjectionLimits)
}
