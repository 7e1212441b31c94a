import { inject } from 'vitest'

/** What a test's `beforeAll` may wait for it on a busy machine. */
export const synthesisLimitMs = 240_000

/** The folder of the assembly of stage `dev`, with its bundles. Synthesized by the first test that asks, for all of them. */
export async function synthesizedAssembly(): Promise<string> {
  const reply = await fetch(inject('assemblyUrl'))
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
  return text
}
