// THE table of the types of document that are taken (spec 05): told by the extension alone, content is not inspected.

export const documentTypes: ReadonlyMap<string, string> = new Map([
  ['.md', 'text/markdown'],
  ['.markdown', 'text/markdown'],
  ['.txt', 'text/plain'],
  ['.pdf', 'application/pdf'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
])

/**
 * Media type of a document by its file name; undefined when documents of that name are not taken. A name that is nothing but
 * an extension has none, as everywhere; white space before it is no name, since whoever reads the name next may trim it.
 */
export function mediaTypeOf(filename: string): string | undefined {
  return documentTypes.get(/\.[^.]*$/.exec(filename.trimStart().slice(1))?.[0].toLowerCase() ?? '')
}
