// Vectors on disk, so that a restart or a rebuild asks the model for new text only, and an ingest that ran out of time goes on
// where it ended. Named by what they are of, and by the model's name.
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { ServiceError } from '../service-error.ts'
import type { Embedder, Vector } from './embedder.ts'

/** Texts in one file. */
const fileTexts = 16

/**
 * `embedder`, with what it gave kept below `folder`. A file that is damaged is asked for anew. What cannot be kept is given all
 * the same.
 * @param length of the vectors that files may have; null: any
 */
export function openVectorCache(
  folder: string,
  embedder: Embedder,
  now: () => number,
  length: number | null = null,
): Embedder {
  return {
    model: embedder.model,
    async embed(texts, budgetMs) {
      const deadline = now() + budgetMs
      const vectors: Vector[] = []
      for (let from = 0; from < texts.length; from += fileTexts) {
        const some = texts.slice(from, from + fileTexts)
        const path = join(folder, `${nameOf(embedder.model, some)}.f32`)
        const kept = await readVectors(path, some.length, length)
        const given = kept ?? (await embedder.embed(some, deadline - now()))
        if (kept === null) await keep(folder, path, given)
        vectors.push(...given)
      }
      if (new Set(vectors.map((vector) => vector.length)).size > 1) throw changedModel()
      return vectors
    },
  }
}

function nameOf(model: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([model, texts]))
    .digest('hex')
}

/** What the model gives does not fit what it gave before. */
export function changedModel(): ServiceError {
  const cause = new Error('the vectors of the documents have another length than those of the model now: rebuild')
  return new ServiceError('E_EMBEDDING_UNAVAILABLE', 'The embedding model has changed; rebuild the index.', { cause })
}

/** A cache is not worth a refusal: on a full disk the model is asked again. */
async function keep(folder: string, path: string, vectors: readonly Vector[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await writeFileAtomic(path, Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer))))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** Null when there is no file, or not one of `count` vectors (of `length` numbers) whose own length is 1. */
async function readVectors(path: string, count: number, length: number | null): Promise<readonly Vector[] | null> {
  const bytes = await readFile(path).catch(() => null)
  const each = (bytes?.length ?? 0) / count / Float32Array.BYTES_PER_ELEMENT
  if (bytes === null || each === 0 || !Number.isInteger(each) || each !== (length ?? each)) return null
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const vectors = Array.from({ length: count }, (_, at) => numbers.slice(at * each, (at + 1) * each))
  return vectors.every(hasLengthOne) ? vectors : null
}

function hasLengthOne(vector: Vector): boolean {
  return Math.abs(vector.reduce((sum, value) => sum + value * value, 0) - 1) < 1e-3
}
