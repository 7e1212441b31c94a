// A lie as data: an honest draft with a change at one place.

/** @param draft a JSON value, not changed. `put`: values by JSON Pointer (`/-` appends); `without`: what is left out */
export function changeDraft(
  draft: unknown,
  put: Readonly<Record<string, unknown>>,
  without: readonly string[] = [],
): unknown {
  const changed: unknown = structuredClone(draft)
  for (const [pointer, value] of Object.entries(put)) at(changed, pointer, (parent, key) => set(parent, key, value))
  for (const pointer of without) at(changed, pointer, remove)
  return changed
}

type Parent = Record<string, unknown> | unknown[]

function at(root: unknown, pointer: string, change: (parent: Parent, key: string) => void): void {
  const keys = pointer.split('/').slice(1)
  const last = keys.pop() ?? ''
  let place: unknown = root
  for (const key of keys) place = isParent(place) ? Reflect.get(place, key) : undefined
  if (!isParent(place)) throw new Error(`there is no ${pointer} in the draft`)
  change(place, last)
}

const isParent = (value: unknown): value is Parent => typeof value === 'object' && value !== null

function set(parent: Parent, key: string, value: unknown): void {
  if (Array.isArray(parent) && key === '-') parent.push(value)
  else Reflect.set(parent, key, value)
}

function remove(parent: Parent, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent, key)
}
