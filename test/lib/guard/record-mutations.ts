// Codes 12 to 15 and 20: every way in which a cited record can be gone, failed, expired or changed.
import { integer } from 'fast-check'
import type { CanonicalInvocation } from '../../../lib/contract/invocation.ts'
import { now, sha256 } from './builders.ts'
import { type Mutation, onRecord } from './mutation.ts'
import { among, type Draw, viewOf } from './scenario.ts'

/** The record with another stored text and the digest that fits it. */
const rewritten = (record: CanonicalInvocation, projection: string) => ({
  ...record,
  projection,
  projection_sha256: sha256(projection),
})
const edited = (record: CanonicalInvocation, change: object) =>
  rewritten(record, JSON.stringify({ ...viewOf(record), ...change }))
const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

const tampering: Record<string, (record: CanonicalInvocation, g: Draw) => CanonicalInvocation> = {
  'has no stored text': (record) => ({ ...record, projection: null }),
  'has no digest': (record) => ({ ...record, projection_sha256: null }),
  'has another digest': (record) => ({ ...record, projection_sha256: sha256(`${record.projection} `) }),
  'has another text': (record) => ({ ...record, projection: `${record.projection} ` }),
  'has a field more': (record) => edited(record, { score: 1 }),
  'has a field less': (record, g) => {
    const view = viewOf(record)
    return rewritten(record, JSON.stringify(without(view, among(g, Object.keys(view)))))
  },
  'has an item with a field more or less': (record, g) => {
    const [first, ...rest] = viewOf(record).evidence
    const changed =
      first === undefined ? {} : among(g, [{ ...first, score: 1 }, without(first, among(g, Object.keys(first)))])
    return edited(record, { evidence: [changed, ...rest], returned_count: rest.length + 1 })
  },
  'counts its items wrongly': (record) => edited(record, { returned_count: viewOf(record).returned_count + 1 }),
  'is of another call': (record) => edited(record, { tool_call_id: 'f9' }),
  'is of another status': (record) => ({
    ...record,
    evidence_status: record.evidence_status === 'NO_EVIDENCE' ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
  }),
  'holds text behind its JSON': (record) => rewritten(record, `${record.projection}{}`),
}

export const recordMutations: readonly Mutation[] = [
  {
    code: 'TOOL_CALL_UNKNOWN',
    part: 'analysis',
    way: 'loses the record',
    apply: onRecord('TOOL_CALL_UNKNOWN', () => null),
  },
  {
    code: 'TOOL_CALL_FOREIGN_RUN',
    part: 'analysis',
    way: 'has the record in another run only',
    apply: onRecord('TOOL_CALL_FOREIGN_RUN', (record, _g, s) => {
      s.foreign.add(record.tool_call_id)
      return null
    }),
  },
  {
    code: 'TOOL_CALL_NOT_READY',
    part: 'analysis',
    way: 'has a failed record',
    apply: onRecord('TOOL_CALL_NOT_READY', (record) => ({ ...record, status: 'FAILED' })),
  },
  {
    code: 'TOOL_CALL_EXPIRED',
    part: 'analysis',
    way: 'has a record whose time has passed',
    apply: onRecord('TOOL_CALL_EXPIRED', (record, g) => ({
      ...record,
      expires_at: now / 1000 - g(integer, { min: 0, max: 90_000 }),
    })),
  },
  ...Object.entries(tampering).map(
    ([way, change]): Mutation => ({
      code: 'LEDGER_RECORD_INVALID',
      part: 'analysis',
      way: `rests on a record that ${way}`,
      apply: onRecord('LEDGER_RECORD_INVALID', change),
    }),
  ),
]
