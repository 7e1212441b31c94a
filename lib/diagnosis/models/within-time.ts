import { Fault } from '../../contract/faults.ts'

/** What a timer of Node can wait, in ms. */
const longestWait = 2 ** 31 - 1

/**
 * What `work` gives within `ms`; when they have passed, its signal is aborted and it is no longer waited for.
 * @throws Fault `E_MODEL_UNAVAILABLE` when the time has passed, at once when none was left; or what `work` throws
 */
export async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (ms <= 0) throw timedOut()
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    const stop = () => {
      reject(timedOut())
      controller.abort()
    }
    timer = setTimeout(stop, Math.min(ms, longestWait))
  })
  try {
    return await Promise.race([work(controller.signal), passed])
  } finally {
    clearTimeout(timer)
  }
}

const timedOut = () => new Fault('E_MODEL_UNAVAILABLE', { context: { failure: 'timeout' } })
