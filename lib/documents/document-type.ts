import { Fault } from '../contract/faults.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The types that are taken (spec 05): told by the extension alone, content is not inspected. */
export const documentTypes: ReadonlyMap<string, string> = new Map([
  ['.md', 'text/markdown'],
  ['.markdown', 'text/markdown'],
  ['.txt', 'text/plain'],
  ['.pdf', 'application/pdf'],
  ['.docx', docx],
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
])

/** Media type of a document by its file name. @throws Fault `E_UNSUPPORTED_MEDIA_TYPE` that names what is taken */
export function documentTypeOf(filename: string): string {
  const type = documentTypes.get(/\.[^.]*$/.exec(filename)?.[0].toLowerCase() ?? '')
  if (type !== undefined) return type
  throw new Fault('E_UNSUPPORTED_MEDIA_TYPE', {
    message: `This type of document is not taken; send one of ${[...documentTypes.keys()].join(' ')}.`,
  })
}
