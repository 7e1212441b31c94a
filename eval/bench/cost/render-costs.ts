// The cost model as Markdown, for docs/operations.md.
import { catalog } from '../../../functions/catalog.ts'
import type { FunctionName } from '../../../lib/contract/routes.ts'
import { figuresTable } from '../../markdown-table.ts'
import type { Assumptions } from './assumptions.ts'
import { components, costOf, type Kept, sum } from './cost-lines.ts'
import { type Counter, type Counts, invocationsOf } from './counts.ts'
import { dollars, figure, whole } from './figure-text.ts'
import type { FixedParts } from './fixed-parts.ts'
import type { Operation } from './measure-operations.ts'
import { checkedOn, priceOf, prices } from './prices.ts'

type Operations = ReadonlyMap<Operation, Counts>

const counters: readonly (readonly [string, (counts: Counts) => number])[] = [
  ['API requests', named('apiRequests')],
  ['function invocations', (counts) => sum(invocationsOf(counts).values())],
  ['requests to DynamoDB', named('dynamoRequests')],
  ['of these, refused by their condition', named('refusedWrites')],
  ['read units', named('readUnits')],
  ['write units', named('writeUnits')],
  ['bytes kept in the ledger', named('ledgerBytes')],
  ['bytes of audits', named('auditBytes')],
  ['bytes of document records', named('documentBytes')],
  ['requests to py-rag', named('knowledgeRequests')],
  ['state transitions', named('transitions')],
  ['events', named('events')],
  ['log bytes: lines', named('logBytes')],
  ['log bytes: metrics (EMF)', named('metricBytes')],
  ['bytes of the answer', named('answerBytes')],
]

function named(counter: Counter) {
  return (counts: Counts) => counts[counter] ?? 0
}

/** What was counted, operation by operation. */
export function renderMeasured(operations: Operations): string {
  const rows = counters.map(([name, of]) => [name, ...[...operations.values()].map((counts) => figure(of(counts)))])
  return figuresTable(['of one', ...operations.keys()], rows)
}

/** Which functions ran, of the operations that several of them take part in. */
export function renderInvocations(operations: Operations): string {
  return [...operations]
    .filter(([, counts]) => invocationsOf(counts).size > 1)
    .map(([name, counts]) => {
      const parts = [...invocationsOf(counts)].map(([f, count]) => `${f} ${figure(count)}`)
      return `Invocations of one ${name}: ${parts.join(', ')}.`
    })
    .join('\n')
}

/** US dollars of 1,000 operations, by component. */
export function renderCosts(operations: Operations, kept: Kept, assumed: Assumptions): string {
  const costs = [...operations.values()].map((counts) => costOf(counts, kept, assumed))
  const rows = components.map((name) => [name, ...costs.map((cost) => dollars(1000 * cost[name]))])
  const totals = costs.map((cost) => `**${dollars(1000 * sum(Object.values(cost)))}**`)
  return figuresTable(['US$ for 1,000', ...operations.keys()], [...rows, ['**sum**', ...totals]])
}

/** The month of a stage that nobody calls. @param sweep what one run of the schedule costs */
export function renderFixed(parts: FixedParts, sweep: Counts, kept: Kept, assumed: Assumptions): string {
  // Lambda polls a queue with at least five long polls of 20 s (Lambda Developer Guide, "Using Lambda with Amazon SQS").
  const polls = (5 * 30 * 86_400) / 20
  const rows: [string, string, number, string][] = [
    [
      'alarms',
      `${parts.alarms}, over ${parts.alarmedMetrics} metrics`,
      priceOf('alarm', parts.alarmedMetrics),
      'always',
    ],
    ['dashboard', `${parts.dashboards}`, priceOf('dashboard', parts.dashboards), 'always'],
    ['secrets', `${parts.secrets}`, priceOf('secret', parts.secrets), 'always'],
    ['sweep', `${whole(parts.sweeps)} runs`, parts.sweeps * sum(Object.values(costOf(sweep, kept, assumed))), 'always'],
    ['queue, polled by Lambda', `about ${whole(polls)} requests`, priceOf('queueRequest', polls), 'always, estimated'],
    [
      'own metrics',
      `${parts.ownSeries} series at most`,
      priceOf('metric', parts.ownSeries),
      'each in the hours it occurs',
    ],
    ['log groups, parameters', `${parts.logGroups}, ${parts.parameters}`, 0, 'free as such'],
  ]
  const always = sum(rows.filter(([, , , when]) => when.startsWith('always')).map(([, , usd]) => usd))
  const most = sum(rows.map(([, , usd]) => usd))
  const cells = rows.map(([name, count, usd, when]) => [name, count, usd.toFixed(2), when])
  return figuresTable(
    ['a month', 'how many', 'US$', 'when'],
    [...cells, ['**sum**', '', `**${always.toFixed(2)} to ${most.toFixed(2)}**`, '']],
  )
}

/** What is assumed and not measured, and what is not counted at all. */
export function renderAssumptions(assumed: Assumptions, kept: Kept): string {
  const durations = Object.entries(assumed.durationMs) as [FunctionName, number][]
  const rows = durations.map(([name, ms]) => [name, String(catalog[name].memoryMb), String(ms)])
  return [
    figuresTable(['function', 'MB (catalog)', 'ms, ASSUMED'], rows),
    '',
    `Assumed as well: ${assumed.platformLogBytes} bytes of Lambda's own lines an invocation, ${assumed.accessLogBytes} of the access log a request, ` +
      `${assumed.transitionLogBytes} of Step Functions' log a transition; ${100 * assumed.traced} % of requests and executions traced ` +
      `(below one a second X-Ray's default takes all of them); ${100 * assumed.answersToInternet} % of the answers leave AWS. ` +
      `Measured: days until a run's items expire: ${figure(kept.ledgerDays)}, its audits: ${figure(kept.auditDays)}; ` +
      'table storage is counted with point-in-time recovery, documents and originals for a month. ' +
      'An upload is one PUT to S3, by the code; a write that its condition refuses counts as 1 unit, the least it can be. ' +
      'A replay and a recording wait for no search, so that their GB-seconds are overstated. ' +
      'Not counted: cold starts, the hours to two days that DynamoDB takes to delete what has expired, storage of logs, calls of Secrets Manager ' +
      '(one a cold start), a NAT gateway (only with `vpcId`), py-rag, the model, AWS’s free tiers.',
  ].join('\n')
}

/** The price table, with where each price was read. */
export function renderPrices(): string {
  const rows = Object.values(prices).map(({ usd, unit, page, confirmed }) => [
    unit,
    usd < 0.001 ? usd.toFixed(10) : String(usd),
    page,
    {
      'by the page': 'read there',
      'by another page of AWS': 'read on another page of AWS',
      'by others': 'read where others quote it',
      no: 'from memory, to be checked',
    }[confirmed],
  ])
  return `${figuresTable(['unit', 'US$', 'AWS page', `checked ${checkedOn}`], rows)}`
}
