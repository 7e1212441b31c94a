import { expect, test } from 'vitest'
import { checkDraft } from '../../../lib/guard/check-draft.ts'
import { openDraft } from '../../../lib/guard/open-draft.ts'
import { parseDraftText } from '../../../lib/guard/parse-draft-text.ts'
import { draft, ledger, now, reported } from './builders.ts'

const json = JSON.stringify(draft())

test.each([
  ['nothing', ''],
  ['prose', 'I could not find it.'],
  ['a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['two objects', `${json}${json}`],
  ['cut JSON', json.slice(0, -1)],
  ['text behind it', `${json}.`],
])('%s is code 1 for the whole: nothing is salvaged here', (_, text) => {
  const verdict = checkDraft(parseDraftText(text), ledger(), { requireQuotes: false, now })
  expect(reported(verdict)).toEqual(['DRAFT_SCHEMA_INVALID '])
  expect(verdict).toMatchObject({ verdict: 'REJECT', violations_total: 1, snapshot: null })
})

test('JSON is opened as the value that it is', () => {
  expect(parseDraftText(` ${json}\n`)).toEqual(openDraft(draft()))
  expect(parseDraftText('null')).toEqual(openDraft(null))
})
