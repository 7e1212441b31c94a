import { describe, expect, test } from 'vitest'
import type { DiagnosisCase, ScriptedTurn } from '../../../eval/diagnosis/diagnosis-case.ts'
import { playScript } from '../../../eval/diagnosis/play-script.ts'
import type { CaseData } from '../../../eval/diagnosis/read-cases.ts'

const chunk = { key: 'x-md-1#chunk-1', title: 'X', breadcrumb: 'X > Y', text: 'ab', repeat: 2 }
const data: CaseData = {
  cases: [],
  chunks: new Map([[chunk.key, chunk]]),
  drafts: new Map([['one', { ids: ['$call.2', '$before.1'], text: 'as it was' }]]),
}
const request = (...ids: readonly string[]) => ({
  tools: [{ function: { name: 'submit_diagnosis' } }],
  messages: ids.map((tool_call_id) => ({ role: 'tool', content: JSON.stringify({ tool_call_id }) })),
})
const review = { ...request(), tools: [{ function: { name: 'submit_review' } }] }
const play = (turns: readonly ScriptedTurn[], over: Partial<DiagnosisCase> = {}, before: readonly string[] = []) => {
  const played = playScript({ knowledge: [], ...over }, data)
  played.go(turns, before)
  return played
}
const handIn = (over: object = {}): ScriptedTurn => ({ hand_in: 'one', with: {}, without: [], ...over })

describe('the scripted model', () => {
  test('looks up, and hands in a draft with the changes and the ids that it was shown', () => {
    const { model, offScript } = play([{ look_up: ['a', 'b'] }, handIn({ with: { '/text': 'new' } })], {}, ['c1-ffff'])
    expect(model(1, request())).toEqual({
      calls: [
        { name: 'lookup_knowledge', arguments: { query: 'a' } },
        { name: 'lookup_knowledge', arguments: { query: 'b' } },
      ],
    })
    expect(model(2, request('c1-0000', 'c2-0000'))).toEqual({
      calls: [{ name: 'submit_diagnosis', arguments: { ids: ['c2-0000', 'c1-ffff'], text: 'new' } }],
    })
    expect(offScript).toEqual([])
  })

  test('says a draft as text when it stands between others', () => {
    const { model } = play([handIn({ around: ['Look: ', ' Done.'], with: { '/ids': [] } })])
    expect(model(1, request())).toEqual({ text: 'Look: {"ids":[],"text":"as it was"} Done.' })
  })

  test('sends arguments that are text as they are, with the ids in them', () => {
    const { model } = play([{ calls: [{ name: 'submit_diagnosis', arguments: '{"cut": "$call.1' }] }])
    expect(model(1, request('c1-0000'))).toEqual({
      calls: [{ name: 'submit_diagnosis', arguments: '{"cut": "c1-0000' }],
    })
  })

  test.each([
    ['has no more turns', []],
    ['names a call that was not shown', [handIn()]],
  ])('leaves its script when it %s, and says so', (_, turns) => {
    const { model, offScript } = play(turns)
    expect(model(1, request('c1-0000'))).toEqual({ status: 400 })
    expect(offScript).toHaveLength(1)
  })

  test('answers the judge from a script of its own', () => {
    const { model, offScript } = play([], { judge: [{ verdicts: { '/conclusion': 'UNKNOWN' } }, { status: 503 }] })
    expect(JSON.stringify(model(1, review))).toContain('"verdict":"UNKNOWN"')
    expect(model(2, review)).toEqual({ status: 503 })
    expect([model(3, review), offScript.length]).toEqual([{ status: 400 }, 1])
  })
})

describe('the scripted service', () => {
  const found = [{ ...chunk, text: 'abab', score: 0.6 }]
  const knowledge = [
    { query: 'a', answers: [{ status: 500 }, { find: { [chunk.key]: 0.6 } }] },
    { query: '*', answers: [{ find: {} }] },
  ]

  test('gives each answer to a query once and the last one ever after, and to any other query its own', () => {
    const { find } = play([], { knowledge })
    expect(['a', 'a', 'b', 'a'].map((query) => find(query, 1))).toEqual([{ status: 500 }, found, [], found])
  })

  test('leaves its script when it does not know the query, and says so', () => {
    const { find, offScript } = play([])
    expect([find('c', 1), offScript.length]).toEqual([{ status: 400 }, 1])
  })
})
