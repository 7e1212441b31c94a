import { fileURLToPath } from 'node:url'
import { createDiskOriginals, type LocalForms } from './disk-originals.ts'
import type { Originals } from './originals-port.ts'

/**
 * The originals at `ORIGINALS_URL`: `s3://bucket[/prefix]`, or `file:///folder[?upload_url=...]` (the address where the local
 * gateway takes presigned forms; `upload_key` signs them, `upload_max_bytes` bounds them). The S3 client is loaded at its first
 * use only.
 */
export function openOriginals(address: string): Originals {
  const url = new URL(address)
  if (url.protocol === 'file:') {
    const forms = formsOf(url.searchParams)
    url.search = ''
    return createDiskOriginals(fileURLToPath(url), forms)
  }
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  return lazily(async () => {
    const [{ S3Client }, { createS3Originals }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('./s3-originals.ts'),
    ])
    const client = new S3Client({ maxAttempts: 4 })
    return createS3Originals(client, url.hostname, prefix === '' ? '' : `${prefix}/`)
  })
}

function formsOf(parameters: URLSearchParams): LocalForms | null {
  const url = parameters.get('upload_url')
  if (url === null) return null
  const maxBytes = Number(parameters.get('upload_max_bytes') ?? Number.POSITIVE_INFINITY)
  return { url, key: parameters.get('upload_key') ?? '', maxBytes }
}

function lazily(load: () => Promise<Originals>): Originals {
  let loaded: Promise<Originals> | undefined
  const originals = () => {
    loaded ??= load()
    return loaded
  }
  return {
    store: async (...args) => (await originals()).store(...args),
    read: async (...args) => (await originals()).read(...args),
    remove: async (...args) => (await originals()).remove(...args),
    presign: async (...args) => (await originals()).presign(...args),
    probe: async () => (await originals()).probe(),
  }
}
