// Vectors on disk, so that a restart or a rebuild asks the model for new text only, and an ingest that ran out of time goes on
// where it ended. Named by what they are of: nothing here can be out of date.
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Embedder, Vector } from './embedder.ts'

/** Texts in one file. */
const fileTexts = 16

/** `embedder`, with what it gave kept below `folder` (made when missing). A file that is damaged is asked for anew. */
export async function openVectorCache(folder: string, embedder: Embedder, now: () => number): Promise<Embedder> {
  await mkdir(folder, { recursive: true })
  return {
    model: embedder.model,
    async embed(texts, budgetMs) {
      const deadline = now() + budgetMs
      const vectors: Vector[] = []
      for (let from = 0; from < texts.length; from += fileTexts) {
        const some = texts.slice(from, from + fileTexts)
        const path = join(folder, `${nameOf(embedder.model, some)}.f32`)
        const kept = await readVectors(path, some.length)
        const given = kept ?? (await embedder.embed(some, deadline - now()))
        if (kept === null) await writeFileAtomic(path, Buffer.concat(given.map((vector) => Buffer.from(vector.buffer))))
        vectors.push(...given)
      }
      return vectors
    },
  }
}

function nameOf(model: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([model, texts]))
    .digest('hex')
}

/** Null when there is no file, or not one of `count` vectors of length 1. */
async function readVectors(path: string, count: number): Promise<readonly Vector[] | null> {
  const bytes = await readFile(path).catch(() => null)
  const each = (bytes?.length ?? 0) / count / Float32Array.BYTES_PER_ELEMENT
  if (bytes === null || each === 0 || !Number.isInteger(each)) return null
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const vectors = Array.from({ length: count }, (_, at) => numbers.slice(at * each, (at + 1) * each))
  return vectors.every(hasLengthOne) ? vectors : null
}

function hasLengthOne(vector: Vector): boolean {
  return Math.abs(vector.reduce((sum, value) => sum + value * value, 0) - 1) < 1e-3
}
