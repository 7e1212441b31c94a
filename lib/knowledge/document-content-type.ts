const types: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  htm: 'text/html',
}

/** The media type of a document by its extension alone (spec 05); `application/octet-stream` for any other. */
export function documentContentType(filename: string): string {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(types, extension) && types[extension]) || 'application/octet-stream'
}
