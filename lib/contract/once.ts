/**
 * `make`, called when its result is first asked for, and never again. For schemas that not every start of a function needs:
 * building them is most of what zod costs.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
