// Whoever asks the knowledge service needs its address, which the table of settings cannot require: a search may be asked elsewhere.
import { expect, test } from 'vitest'
import { catalog } from '../../functions/catalog.ts'

const others = {
  LEDGER_TABLE: 'ledger',
  DOCUMENTS_TABLE: 'documents',
  ORIGINALS_URL: 'file:///nowhere/originals',
  INGEST_QUEUE_URL: 'file:///nowhere/queue',
}
const askers = Object.entries(catalog).filter(([, row]) => row.environment.includes('PYRAG_BASE_URL'))
const knowledgeBase = { KNOWLEDGE_ENGINE: 'bedrock-kb', BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567' }

test.each(askers)('%s does not start without the address, and says so', async (_, { load }) => {
  const { create } = await load()
  for (const address of [{}, { PYRAG_BASE_URL: '' }]) {
    expect(() => create({ ...others, ...address })).toThrow('PYRAG_BASE_URL is not set')
  }
})

test.each(askers)(
  '%s does without it exactly if all that it asks is a search that a knowledge base answers',
  async (name, { load }) => {
    const { create } = await load()
    const start = () => create({ ...others, ...knowledgeBase })
    if (name === 'search-tool') start()
    else expect(start).toThrow('PYRAG_BASE_URL is not set')
  },
)
