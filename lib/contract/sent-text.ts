// Texts that a caller or a service sends and that are stored. Lone surrogates become U+FFFD before anything is stored (spec 02, "Project"):
// no storage takes them, and what was digested would not be what is read again.
import * as z from 'zod'

/** Any text of a caller, or of a service, that is stored. A request schema has no other text, unless what it allows holds no lone surrogate anyway. */
export const sentText = () => z.string().overwrite((text) => text.toWellFormed())

/** A JSON object of a caller's, whose texts and keys are cleaned at every depth. */
export const sentObject = () => z.record(z.string(), z.json()).overwrite((value) => cleanObject(value))

type Json = z.infer<ReturnType<typeof z.json>>
type JsonObject = Record<string, Json>

const cleanObject = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, child]) => [key.toWellFormed(), clean(child)]))

function clean(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(clean) : cleanObject(value)
}
