import { documentList } from '../../lib/contract/document.ts'
import type { AcceptanceContext } from './acceptance-context.ts'
import { json } from './expect-answer.ts'

/**
 * Withdraws the document if it is there. Without its reference (the answer to its upload was lost, or was none) it is looked for
 * by its name, which nothing else has, among the newest documents.
 * @throws Error when the stack does not answer as it should
 */
export async function takeAway({ api, document, known }: AcceptanceContext): Promise<void> {
  if (known.upload === null) return
  // One that is on its way would come in after this. What became of it is seen below.
  await known.upload.catch(() => null)
  const reference = known.documentRef ?? (await findByName())
  if (reference !== null) json(await api.remove(`/api/documents/${reference}`), 200, 404)

  async function findByName(): Promise<string | null> {
    const { documents } = documentList.parse(json(await api.get('/api/documents'), 200))
    return documents.find(({ filename }) => filename === document.filename)?.document_ref ?? null
  }
}
