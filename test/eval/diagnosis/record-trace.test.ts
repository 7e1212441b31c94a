import { expect, test } from 'vitest'
import { recordTrace } from '../../../eval/diagnosis/record-trace.ts'
import { Fault } from '../../../lib/contract/faults.ts'

test('tells tasks with what they said, counts what repeats, and names errors', async () => {
  const answers = [{ next: 'LOOKUPS' }, { next: 'LOOKUPS' }, new Fault('E_MODEL_UNAVAILABLE'), { next: 'DRAFT' }]
  const trace = recordTrace()
  const invoke = trace.around(async () => {
    const answer = answers.shift()
    if (answer instanceof Fault) throw answer
    return answer
  })
  await invoke('agent-turn', {})
  await invoke('agent-turn', {})
  await expect(invoke('agent-turn', {})).rejects.toThrow(Fault)
  await invoke('agent-turn', {})
  expect(trace.text()).toBe('agent-turn LOOKUPS x2 → agent-turn E_MODEL_UNAVAILABLE → agent-turn DRAFT')
})

test('has lookups of one turn in the order of their calls, whichever ended first, and tries of one in theirs', async () => {
  const trace = recordTrace()
  const say = (status: string) => ({ result: { evidence_status: status } })
  const slow = Promise.withResolvers<unknown>()
  const first = trace.around(() => slow.promise)('search-tool', { tool_call_id: 'c1-0000' })
  const failing = trace.around(() => Promise.reject(new Fault('E_KNOWLEDGE_TIMEOUT')))
  await expect(failing('search-tool', { tool_call_id: 'c2-0000' })).rejects.toThrow(Fault)
  await trace.around(async () => say('EVIDENCE_FOUND'))('search-tool', { tool_call_id: 'c2-0000' })
  slow.resolve(say('NO_EVIDENCE'))
  await first
  expect(trace.text()).toBe('search-tool NO_EVIDENCE → search-tool E_KNOWLEDGE_TIMEOUT → search-tool EVIDENCE_FOUND')
})

test('keeps the turns between the lookups of two turns', async () => {
  const trace = recordTrace()
  const look = trace.around(async () => ({ result: { evidence_status: 'NO_EVIDENCE' } }))
  await look('search-tool', { tool_call_id: 'c1-0000' })
  await trace.around(async () => ({ next: 'LOOKUPS' }))('agent-turn', {})
  await look('search-tool', { tool_call_id: 'c2-0000' })
  expect(trace.text()).toBe('search-tool NO_EVIDENCE → agent-turn LOOKUPS → search-tool NO_EVIDENCE')
})
