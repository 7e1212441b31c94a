import * as z from 'zod'

const listKey = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z#ref-[0-9a-f]{32}$/)

/** A list key as the opaque `next_cursor` of a page. */
export const encodeCursor = (key: string): string => Buffer.from(key).toString('base64url')

/** A `cursor` parameter back as a list key; it can only name a place in the list, never another item. */
export const listCursor = z
  .string()
  .regex(/^[\w-]{1,200}$/, 'is not a cursor of this list')
  .transform((cursor) => Buffer.from(cursor, 'base64url').toString('utf8'))
  .refine((key) => listKey.safeParse(key).success, 'is not a cursor of this list')
