import { documentTypes, mediaTypeOf } from '../contract/document-types.ts'
import { Fault } from '../contract/faults.ts'

/** Media type of a document by its file name. @throws Fault `E_UNSUPPORTED_MEDIA_TYPE` that names what is taken */
export function documentTypeOf(filename: string): string {
  const type = mediaTypeOf(filename)
  if (type !== undefined) return type
  throw new Fault('E_UNSUPPORTED_MEDIA_TYPE', {
    message: `This type of document is not taken; send one of ${[...documentTypes.keys()].join(' ')}.`,
  })
}
