// Documents on disk: an original and a small description each. The description is written last and is what makes a document
// exist, so that an end of the process at any moment leaves either all of it or nothing.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { messageOf } from '../../../lib/text/message-of.ts'
import { sha256Of } from './document-id.ts'

const storedDocument = z.object({
  version: z.literal(1),
  doc_id: z.string().min(1),
  filename: z.string(),
  category: z.string(),
  kb_scope: z.string().nullable(),
  sha256: z.string().length(64),
  ingested_at: z.string(),
})
export type StoredDocument = Readonly<z.infer<typeof storedDocument>>

export type DocumentStore = {
  /** Resolves when the document survives the end of the process. Replaces the description of a document that is there. */
  put(document: StoredDocument, bytes: Uint8Array): Promise<void>
  /** Names of all documents, to be read one by one. */
  names(): Promise<readonly string[]>
  /** Null, and a report, for files that are damaged or half written. */
  read(name: string): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array } | null>
}

/** `report` is told of each file that cannot be used: its name and why. */
export async function openDocumentStore(
  folder: string,
  report: (problem: { readonly file: string; readonly reason: string }) => void,
): Promise<DocumentStore> {
  await mkdir(folder, { recursive: true })
  const descriptionOf = (name: string) => join(folder, `${name}.json`)
  const originalOf = (name: string) => join(folder, `${name}.original`)
  return {
    async put(document, bytes) {
      const name = fileName(document.doc_id, document.kb_scope)
      await writeFileAtomic(originalOf(name), Buffer.from(bytes))
      await writeFileAtomic(descriptionOf(name), JSON.stringify(document))
    },
    async names() {
      const files = await readdir(folder)
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort()
    },
    async read(name) {
      try {
        const document = storedDocument.parse(JSON.parse(await readFile(descriptionOf(name), 'utf8')))
        const bytes = await readFile(originalOf(name))
        if (sha256Of(bytes) !== document.sha256) throw new Error('the original does not match its description')
        return { document, bytes }
      } catch (error) {
        report({ file: `${name}.json`, reason: messageOf(error) })
        return null
      }
    },
  }
}

/** Derived from the id and the scope alone, never from a caller's name: hexadecimal, of one length. */
function fileName(docId: string, kbScope: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([kbScope, docId]))
    .digest('hex')
    .slice(0, 40)
}
