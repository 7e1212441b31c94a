/**
 * `make`, called when its result is first asked for, and never again: for schemas that not every start of a function needs
 * (building them is most of what zod costs), and for what not every comparison reads.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
