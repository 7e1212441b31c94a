/** Runs jobs one after the other, in the order in which they were handed in. A job that fails does not stop the next. */
export type SerialQueue = { run<T>(job: () => Promise<T>): Promise<T> }

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(job) {
      const result = last.then(job)
      last = result.catch(() => undefined)
      return result
    },
  }
}
