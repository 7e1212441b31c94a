import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskOriginals } from '../../../lib/documents/disk-originals.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { openLocalForm } from '../../../lib/documents/local-form.ts'
import { localOriginalsUrl, openOriginals } from '../../../lib/documents/open-originals.ts'
import { incomingKey, metadataName, newOriginalKey, refOfIncomingKey } from '../../../lib/documents/original-key.ts'
import type { Originals } from '../../../lib/documents/originals-port.ts'
import { createS3Originals } from '../../../lib/documents/s3-originals.ts'

const details = { filename: '故障手册（第2版） 📁.pdf', contentType: 'application/pdf' }
const forms = { url: 'http://127.0.0.1:3000/upload', key: 'secret', maxBytes: 2000 }
const everyByte = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256)

let folder = ''
let server: FauxqsServer
let s3: S3Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'originals-'))
  server = await startFauxqs({ port: 0, logger: false })
  s3 = new S3Client({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    forcePathStyle: true,
  })
  await s3.send(new CreateBucketCommand({ Bucket: 'originals' }))
})
afterAll(async () => {
  s3.destroy()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const adapters: [string, () => Originals][] = [
  ['on disk', () => createDiskOriginals(join(folder, 'contract'), forms)],
  ['in S3', () => createS3Originals(s3, 'originals')],
  ['in S3 under a prefix', () => createS3Originals(s3, 'originals', 'stage/')],
]

describe.each(adapters)('originals %s', (_, open) => {
  it('come back byte for byte, with the time when they were stored', async () => {
    const [originals, key] = [open(), newOriginalKey(newDocumentRef())]
    const before = Date.now()
    await originals.store(key, everyByte, details)
    const found = await originals.read(key)
    expect(Buffer.from(found?.bytes ?? []).equals(everyByte)).toBe(true)
    // S3 tells whole seconds only.
    expect(found?.storedAt).toBeGreaterThan(before - 1001)
    expect(found?.storedAt).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('may be stored twice', async () => {
    const [originals, key] = [open(), newOriginalKey(newDocumentRef())]
    await originals.store(key, Buffer.from('text'), details)
    await originals.store(key, Buffer.from('text'), details)
    expect(Buffer.from((await originals.read(key))?.bytes ?? []).toString()).toBe('text')
  })

  it('are nothing where nothing was stored, or what was stored is removed', async () => {
    const [originals, key] = [open(), incomingKey(newDocumentRef())]
    expect(await originals.read(key)).toBeNull()
    await originals.store(key, Buffer.from('text'), details)
    await originals.remove(key)
    await originals.remove(key)
    expect(await originals.read(key)).toBeNull()
  })

  it('give out a form for one key', async () => {
    const key = incomingKey(newDocumentRef())
    const form = await open().presign(key, details, {
      maxBytes: 1000,
      now: Date.now(),
      expiresAt: Date.now() + 900_000,
    })
    expect(form.url).toMatch(/^http/)
    expect(form.maxBytes).toBe(1000)
    expect(form.fields).toMatchObject({
      key: expect.stringMatching(new RegExp(`${key}$`)),
      'Content-Type': 'application/pdf',
      'x-amz-meta-filename': metadataName(details.filename),
    })
  })

  it('answer a probe', async () => expect(await open().probe()).toBeUndefined())
})

describe('originals in S3', () => {
  const key = newOriginalKey(newDocumentRef())

  it('carry their type and their percent-encoded name as metadata', async () => {
    await createS3Originals(s3, 'originals').store(key, Buffer.from('x'), { ...details, filename: 'A 天 B.pdf' })
    expect(await s3.send(new HeadObjectCommand({ Bucket: 'originals', Key: key }))).toMatchObject({
      ContentType: 'application/pdf',
      Metadata: { filename: 'A%20%E5%A4%A9%20B.pdf' },
    })
  })

  it('are written only where nothing is; what is there already is the same', async () => {
    const mock = mockClient(S3Client)
    const refusal = Object.assign(new Error('exists'), { name: 'PreconditionFailed' })
    mock.on(PutObjectCommand).rejects(refusal)
    await createS3Originals(new S3Client({}), 'originals').store(key, Buffer.from('x'), details)
    expect(mock.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({ Key: key, IfNoneMatch: '*' })
    mock.restore()
  })

  it.each(['AccessDenied', 'NoSuchBucket', 'SlowDown', 'ConditionalRequestConflict'])(
    'are unavailable when S3 says %s',
    async (name) => {
      const mock = mockClient(S3Client)
      mock.rejects(Object.assign(new Error('no'), { name }))
      const originals = createS3Originals(new S3Client({}), 'originals')
      const unavailable = expect.objectContaining({ code: 'E_LEDGER_UNAVAILABLE' })
      await expect(originals.store(key, Buffer.from('x'), details)).rejects.toEqual(unavailable)
      await expect(originals.read(key)).rejects.toEqual(unavailable)
      await expect(originals.remove(key)).rejects.toEqual(unavailable)
      await expect(originals.probe()).rejects.toEqual(unavailable)
      mock.restore()
    },
  )

  it('limit a form to its size, its type, its key and its time', async () => {
    const [now, incoming] = [Date.now(), incomingKey(newDocumentRef())]
    const bounds = { maxBytes: 104_857_600, now, expiresAt: now + 900_000 }
    const { fields } = await createS3Originals(s3, 'originals').presign(incoming, details, bounds)
    const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString('utf8'))
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 1, 104_857_600],
        ['eq', '$Content-Type', 'application/pdf'],
        { bucket: 'originals' },
        { key: incoming },
      ]),
    )
    expect(Date.parse(policy.expiration) - now).toBeLessThanOrEqual(901_000)
  })
})

describe('originals on disk', () => {
  it('leave no draft behind', async () => {
    const own = join(folder, 'drafts')
    await createDiskOriginals(own).store(incomingKey(newDocumentRef()), everyByte, details)
    expect(readdirSync(join(own, 'incoming')).filter((name) => name.includes('draft'))).toEqual([])
  })

  it.each(['../outside', 'originals/../../x', '/etc/passwd', 'originals/ref-1/2', ''])(
    'know no key like %j',
    async (key) => {
      await expect(createDiskOriginals(folder).read(key)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
    },
  )

  it('tell the time of the file', async () => {
    const [own, key] = [join(folder, 'times'), incomingKey(newDocumentRef())]
    await createDiskOriginals(own).store(key, everyByte, details)
    utimesSync(join(own, key), 1000, 1000)
    expect((await createDiskOriginals(own).read(key))?.storedAt).toBe(1_000_000)
  })

  it('have no form without an address to send it to', async () => {
    const bounds = { maxBytes: 1, now: 0, expiresAt: 1 }
    await expect(createDiskOriginals(folder).presign('incoming/x', details, bounds)).rejects.toThrow()
  })
})

describe('ORIGINALS_URL', () => {
  it('opens a folder, with the address of its forms', async () => {
    const own = join(folder, 'with space & ?')
    const originals = openOriginals(localOriginalsUrl(own, { ...forms, maxBytes: Number.POSITIVE_INFINITY }))
    const key = newOriginalKey(newDocumentRef())
    await originals.store(key, everyByte, details)
    expect(statSync(join(own, key)).size).toBe(everyByte.length)
    const form = await originals.presign(key, details, { maxBytes: 104_857_600, now: 0, expiresAt: 1 })
    expect(form).toMatchObject({ url: forms.url, maxBytes: 104_857_600 })
    expect(openLocalForm(form.fields, forms.key)).toMatchObject({ key, maxBytes: 104_857_600, expiresAt: 1 })
  })

  it('bounds the forms of a folder by what is taken in the end', async () => {
    const originals = openOriginals(localOriginalsUrl(folder, forms))
    const bounds = { maxBytes: 104_857_600, now: 0, expiresAt: 1 }
    const form = await originals.presign(incomingKey(newDocumentRef()), details, bounds)
    expect(form.maxBytes).toBe(forms.maxBytes)
    expect(openLocalForm(form.fields, forms.key)?.maxBytes).toBe(forms.maxBytes)
  })

  it.each(['', '&upload_key='])('refuses forms that nobody signs (%j)', (rest) => {
    const url = `${pathToFileURL(folder)}?upload_url=${encodeURIComponent(forms.url)}${rest}`
    expect(() => openOriginals(url)).toThrow('upload_key')
  })

  it('opens a folder without forms', async () => {
    const originals = openOriginals(pathToFileURL(folder).href)
    expect(await originals.probe()).toBeUndefined()
    await expect(originals.presign('incoming/x', details, { maxBytes: 1, now: 0, expiresAt: 1 })).rejects.toThrow()
  })

  it('opens a bucket, with a prefix or without', async () => {
    const mock = mockClient(S3Client)
    const key = newOriginalKey(newDocumentRef())
    for (const url of ['s3://bucket', 's3://bucket/', 's3://bucket/a/b', 's3://bucket/a/b/']) {
      await openOriginals(url).store(key, everyByte, details)
    }
    const inputs = mock.commandCalls(PutObjectCommand).map((call) => call.args[0].input)
    expect(inputs.map((i) => i.Bucket)).toEqual(['bucket', 'bucket', 'bucket', 'bucket'])
    expect(inputs.map((i) => i.Key)).toEqual([key, key, `a/b/${key}`, `a/b/${key}`])
    mock.restore()
  })
})

describe('the keys of originals', () => {
  it('hold nothing but our own ids', () => {
    const ref = newDocumentRef()
    expect(newOriginalKey(ref)).toMatch(new RegExp(`^originals/${ref}/[0-9a-f]{16}$`))
    expect(newOriginalKey(ref)).not.toBe(newOriginalKey(ref))
  })

  it('tell whose file arrived, and of any other key nothing', () => {
    const ref = newDocumentRef()
    expect(refOfIncomingKey(incomingKey(ref))).toBe(ref)
    expect(refOfIncomingKey(`stage/${incomingKey(ref)}`)).toBe(ref)
    expect(refOfIncomingKey(newOriginalKey(ref))).toBeNull()
    expect(refOfIncomingKey(`not${incomingKey(ref)}`)).toBeNull()
  })

  it('have metadata that S3 takes, however long the name', () => {
    expect(metadataName('天'.repeat(255)).length).toBeLessThanOrEqual(1800)
    expect(decodeURIComponent(metadataName('📁'.repeat(255)))).toMatch(/^📁+$/u)
    expect(decodeURIComponent(metadataName('天'.repeat(190)))).toBe('天'.repeat(190))
  })
})
