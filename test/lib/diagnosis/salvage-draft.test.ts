// Spec 06, "Repair": JSON inside a code fence or after prose is salvaged; two objects, cut JSON and trailing garbage are not.
import { describe, expect, test } from 'vitest'
import { salvageDraft } from '../../../lib/diagnosis/salvage-draft.ts'

const draft = { analysis: [], conclusion: null, action_plan: [], limitations: ['A brace { and a fence ``` in a text.'] }
const json = JSON.stringify(draft)
const pretty = JSON.stringify(draft, null, 2)
const fence = '```'

describe('is salvaged', () => {
  test.each([
    ['plain JSON', json],
    ['white space around it', ` \n\t${pretty}\n `],
    ['a byte order mark before it', `\ufeff${json}`],
    ['a code fence', `${fence}\n${json}\n${fence}`],
    ['a code fence of JSON', `${fence}json\n${pretty}\n${fence}\n`],
    ['a code fence in one line', `${fence}json ${json}${fence}`],
    ['a code fence after prose', `Here is the \`draft\`:\n\n${fence}json\n${pretty}\n${fence}`],
    ['prose before it', `This is what I found: ${json}`],
    ['prose in Chinese before it', `以下是诊断草稿：\n${pretty}`],
    ['a fence that is not closed', `${fence}json\n${json}`],
  ])('%s', (_, text) => {
    expect(salvageDraft(text)).toEqual({ value: draft })
  })

  test.each([
    ['a number', '5', 5],
    ['null', 'null', null],
    ['a list', '[]', []],
    ['a string', '"{}"', '{}'],
  ])('any JSON value that is the whole text: %s', (_, text, value) => {
    expect(salvageDraft(text)).toEqual({ value })
  })
})

describe('is not salvaged', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'I am sorry.'],
    ['two objects', `${json}${json}`],
    ['two objects in two lines', `${json}\n${json}`],
    ['another object before it', `{"thinking":"..."}\n${json}`],
    ['two code fences', `${fence}\n${json}\n${fence}\n${fence}\n${json}\n${fence}`],
    ['an object before a code fence', `{"a":1}\n${fence}\n${json}\n${fence}`],
    ['a brace in the prose before a code fence', `Use {x}.\n${fence}\n${json}\n${fence}`],
    ['two objects in a code fence', `${fence}\n${json}\n${json}\n${fence}`],
    ['cut JSON', json.slice(0, -1)],
    ['cut JSON in a code fence', `${fence}json\n${json.slice(0, -1)}\n${fence}`],
    ['cut JSON after prose', `Here: ${json.slice(0, -2)}`],
    ['trailing garbage', `${json} Hope this helps!`],
    ['trailing garbage after prose', `Here: ${json}.`],
    ['trailing garbage behind a code fence', `${fence}json\n${json}\n${fence}\nHope this helps!`],
    ['three letters of garbage in a fence that is not closed', `${fence}json\n${json}\nend`],
    ['a trailing comma', `${json},`],
    ['single quotes', "{'analysis': []}"],
    ['comments', `{ // a comment\n${json.slice(1)}`],
    ['a list after prose', 'Here: [1, 2]'],
    ['a list in a code fence', `${fence}\n[1]\n${fence}`],
    ['an empty code fence', `${fence}${fence}`],
    ['a fence alone', fence],
  ])('%s', (_, text) => {
    expect(salvageDraft(text)).toBeNull()
  })

  test('JSON that nests beyond any draft', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(salvageDraft(nested(50))).not.toBeNull()
    expect(salvageDraft(nested(200))).toBeNull()
    expect(salvageDraft(`{"analysis":${nested(30_000)}}`)).toBeNull()
  })
})

test('costs no more than its length, whatever the text', () => {
  const started = performance.now()
  for (const unit of [' ', '`', '```', '{', '\n```json\n', '```{', '{"a":', '[']) salvageDraft(unit.repeat(60_000))
  expect(performance.now() - started).toBeLessThan(2000)
})
