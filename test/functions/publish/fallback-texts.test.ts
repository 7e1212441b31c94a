// What a report without a diagnosis says, word for word: fixed texts, by cause and language (spec 06, "Fallback").
import { describe, expect, test } from 'vitest'
import { fallbackTextsFor } from '../../../functions/publish/fallback-texts.ts'
import { fallbackCause } from '../../../lib/contract/turn.ts'

const questions = { en: 'Why does the gateway time out?', zh: '网关为什么会超时？' }
const texts = [
  [
    'MODEL_SILENT',
    'The model handed in no draft. What was found is listed below.',
    '模型没有提交诊断草稿。已找到的证据列在下方。',
  ],
  [
    'MODEL_UNAVAILABLE',
    'The model could not be reached. What was found until then is listed below.',
    '无法连接模型。此前找到的证据列在下方。',
  ],
  [
    'KNOWLEDGE_UNAVAILABLE',
    'No search was answered, so nothing is known of what a search would have found. Ask again when the knowledge service is back.',
    '所有检索都失败了，因此无从得知检索会找到什么。请在知识服务恢复后重新提问。',
  ],
  [
    'TURNS_EXHAUSTED',
    'The model used up its turns without a draft. What was found is listed below.',
    '模型用完了轮次仍未提交草稿。已找到的证据列在下方。',
  ],
  [
    'REPAIRS_EXHAUSTED',
    'The draft could not be repaired, so it is not published. What was found is listed below.',
    '草稿未能修复，因此不予发布。已找到的证据列在下方。',
  ],
  [
    'REPAIR_UNCHANGED',
    'A repair changed nothing about what was wrong, so the draft is not published. What was found is listed below.',
    '修复没有改变存在的问题，因此草稿不予发布。已找到的证据列在下方。',
  ],
  [
    'TIMEOUT',
    'The diagnosis ran out of time. What was found until then is listed below.',
    '诊断超时。此前找到的证据列在下方。',
  ],
  [
    'INTERNAL',
    'The diagnosis could not be finished because of a fault on our side. What was found until then is listed below.',
    '由于我们一侧的故障，诊断未能完成。此前找到的证据列在下方。',
  ],
] as const

describe('a fallback', () => {
  test.each(texts)('for %s says so in both languages', (cause, en, zh) => {
    expect(fallbackTextsFor(questions.en).causes[cause]).toBe(en)
    expect(fallbackTextsFor(questions.zh).causes[cause]).toBe(zh)
  })

  test('has a text for each cause', () => {
    expect(texts.map(([cause]) => cause).sort()).toEqual([...fallbackCause.options].sort())
  })

  test('says that nothing was concluded', () => {
    expect(fallbackTextsFor(questions.en).limitation).toBe('No conclusion was drawn: no draft passed verification.')
    expect(fallbackTextsFor(questions.zh).limitation).toBe('未得出结论：没有草稿通过验证。')
  })
})
