import { expect, test } from 'vitest'
import { acceptanceContext } from '../../../eval/live/acceptance-context.ts'
import type { Answer } from '../../../eval/live/api-client.ts'
import { takeAway } from '../../../eval/live/take-away.ts'

const answer = (body: unknown): Answer => ({
  status: 200,
  text: JSON.stringify(body),
  contentType: 'application/json',
})

const inventory = () => {
  const [held, removed, asked]: [string[], string[], string[]] = [[], [], []]
  const view = (filename: string) => ({
    ...{
      document_ref: `ref-${filename}`,
      doc_id: null,
      filename,
      category: 'default',
      fault_source: null,
      title: null,
    },
    ...{ tags: [], size_bytes: 1, sha256: '', chunk_count: null, ingest_status: 'PENDING', reason: null },
    ...{ unchanged: false, uploaded_at: '', updated_at: '' },
  })
  const refuse = () => Promise.reject(new Error('not asked for'))
  const api = {
    get: async (path: string) => {
      asked.push(path)
      return answer({ documents: held.map(view), next_cursor: null })
    },
    remove: async (path: string) => {
      removed.push(path)
      return answer({})
    },
    post: refuse,
    upload: refuse,
  }
  return { held, removed, asked, context: acceptanceContext(api, { timeoutMs: 0, pollMs: 0 }) }
}

test('an upload on its way is waited for, and its document alone is withdrawn', async () => {
  const { held, removed, context } = inventory()
  const { promise, reject } = Promise.withResolvers<Answer>()
  context.known.upload = promise
  const done = takeAway(context)
  await new Promise(setImmediate)
  held.push('of-somebody-else.md', context.document.filename)
  reject(new Error('the answer was lost'))
  await done
  expect(removed).toEqual([`/api/documents/ref-${context.document.filename}`])
})

test('without an upload nothing is asked', async () => {
  const { removed, asked, context } = inventory()
  await takeAway(context)
  expect([...asked, ...removed]).toEqual([])
})
