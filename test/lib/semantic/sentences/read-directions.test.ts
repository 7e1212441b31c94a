import { describe, expect, test } from 'vitest'
import { readDirections } from '../../../../lib/semantic/sentences/read-directions.ts'
import { readSentence } from '../../../../lib/semantic/sentences/read-sentence.ts'

const read = (text: string) => readDirections(readSentence(text))

describe('a direction', () => {
  test.each([
    ['Usage is above 90 %.', ['above 90 %']],
    ['Usage is above the limit of 90 %.', ['above 90 %']],
    ['Use 10 or more workers.', ['more 10']],
    ['Use 10 connections or more.', ['more 10']],
    ['Alert at memory > 90 %.', ['> 90 %']],
    ['使用率在90%以上。', ['以上 90%']],
    ['使用率高于阈值90%。', ['高于 90%']],
  ])('bounds the figure beside it: %s', (text, bounds) => {
    expect(read(text).map((direction) => `${direction.text} ${direction.figure?.text}`)).toEqual(bounds)
  })

  test.each([
    ['behind the end of what it says', 'Usage is above normal from 90 s on.'],
    ['after another clause', 'Usage rises, and 90 % stay free.'],
    ['too far', 'Usage is above what all of us expected at 90 %.'],
    ['that follows 以上', '以上 5 个步骤。'],
    ['before a sign', 'Of 90 > 10 stay.'],
  ])('bounds no figure %s', (_, text) => {
    expect(read(text).filter(({ figure }) => figure !== null && figure.raw !== 10)).toEqual([])
  })

  test('leaves the figure to a direction that stands nearer', () => {
    expect(read('Usage goes up above 90 %.').map(({ text, figure }) => [text, figure?.raw])).toEqual([
      ['up', undefined],
      ['above', 90],
    ])
  })

  test.each(['目前后端变慢,然后提前恢复。', 'Notes of the gateway.'])(
    'is none of a word that only looks like one: %s',
    (text) => {
      expect(read(text)).toEqual([])
    },
  )

  test.each([
    ['is not above', 'is above'],
    ["doesn't go above", 'goes above'],
    ['never exceeds', 'exceeds'],
    ['不高于', '高于'],
    ['并未超过', '超过'],
  ])('is turned round by a negation before it: %s', (negated, plain) => {
    const sideOf = (words: string) => read(`Usage ${words} 90 %.`).at(-1)?.sides.at(0)
    expect(sideOf(negated)).toMatchObject({ row: sideOf(plain)?.row, left: false })
    expect(sideOf(plain)).toMatchObject({ left: true })
  })

  test('is not turned round by a negation of something else', () => {
    expect(read('The pod is not ready, usage is above 90 %.').at(0)?.sides.at(0)).toMatchObject({ left: true })
  })
})
