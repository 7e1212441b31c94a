import { Fault } from '../contract/faults.ts'

/**
 * What `work` gives, when it gives it within `ms`; it is not stopped, only no longer waited for.
 * @throws Fault `E_KNOWLEDGE_TIMEOUT`, or what `work` throws.
 */
export async function beforeDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    const fault = new Fault('E_KNOWLEDGE_TIMEOUT', { context: { failure: 'timeout', limit: 'deadline' } })
    timer = setTimeout(() => reject(fault), Math.min(Math.max(ms, 0), 2 ** 31 - 1))
  })
  try {
    return await Promise.race([work, passed])
  } finally {
    clearTimeout(timer)
  }
}
