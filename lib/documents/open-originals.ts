import { fileURLToPath, pathToFileURL } from 'node:url'
import { createDiskOriginals } from './disk-originals.ts'
import type { LocalForms } from './local-form.ts'
import type { Originals } from './originals-port.ts'

/**
 * The originals at `ORIGINALS_URL`: `s3://bucket[/prefix]`, or `file:///folder`, with the forms that `localOriginalsUrl` wrote
 * into it. The S3 client is loaded at its first use only.
 *
 * @throws Error for forms without a key to sign them
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

/** `ORIGINALS_URL` for originals in a folder. */
export function localOriginalsUrl(folder: string, { url, key, maxBytes }: LocalForms): string {
  const address = pathToFileURL(folder)
  address.searchParams.set('upload_url', url)
  address.searchParams.set('upload_key', key)
  if (maxBytes !== Number.POSITIVE_INFINITY) address.searchParams.set('upload_max_bytes', String(maxBytes))
  return address.href
}

function formsOf(parameters: URLSearchParams): LocalForms | null {
  const url = parameters.get('upload_url')
  if (url === null) return null
  const key = parameters.get('upload_key')
  if (!key) throw new Error('upload_url needs an upload_key, which its forms are signed with')
  const maxBytes = Number(parameters.get('upload_max_bytes') ?? Number.POSITIVE_INFINITY)
  return { url, key, maxBytes }
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
