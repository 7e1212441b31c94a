// A multipart/form-data body written by hand and not through FormData: the file's bytes are passed on as they are, without
// the copies that a Blob and a Response make, and the length is known before the first byte is sent.

export type MultipartFile = {
  readonly name: string
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

export type MultipartBody = { readonly contentType: string; readonly parts: readonly Uint8Array[] }

/**
 * One file and the given text fields, as browsers write them (HTML, "multipart/form-data encoding algorithm"): names in UTF-8,
 * with `"`, CR and LF percent-encoded. `boundary` must not occur in the content: a random one does not.
 */
export function encodeMultipart(
  file: MultipartFile,
  fields: Readonly<Record<string, string>>,
  boundary: string,
): MultipartBody {
  const text = new TextEncoder()
  const fieldParts = Object.entries(fields).map(([name, value]) =>
    text.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${quotable(name)}"\r\n\r\n${value}\r\n`),
  )
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(file.name)}"; filename="${quotable(file.filename)}"\r\n` +
    `Content-Type: ${file.contentType}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    parts: [...fieldParts, text.encode(head), file.bytes, text.encode(`\r\n--${boundary}--\r\n`)],
  }
}

function quotable(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
