import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { Fault } from '../contract/faults.ts'
import { metadataName } from './original-key.ts'
import type { Originals } from './originals-port.ts'

/** Originals in an S3 bucket. @param prefix put before every key, with its own slash */
export function createS3Originals(client: S3Client, bucket: string, prefix = ''): Originals {
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    store: async (key, bytes, { filename, contentType }) => {
      const command = new PutObjectCommand({
        ...at(key),
        Body: bytes,
        ContentType: contentType,
        Metadata: { filename: metadataName(filename) },
        IfNoneMatch: '*',
      })
      // A key stands for one content: what is there already is what we bring.
      await tried(client.send(command), ['PreconditionFailed'])
    },
    read: async (key) => {
      const found = await tried(client.send(new GetObjectCommand(at(key))), ['NoSuchKey', 'NotFound'])
      if (found?.Body === undefined) return null
      const bytes = await tried(found.Body.transformToByteArray(), [])
      return bytes === null ? null : { bytes, storedAt: found.LastModified?.getTime() ?? 0 }
    },
    remove: async (key) => {
      await tried(client.send(new DeleteObjectCommand(at(key))), ['NoSuchKey', 'NotFound'])
    },
    presign: async (key, { filename, contentType }, { maxBytes, now, expiresAt }) => {
      const post = createPresignedPost(client, {
        ...at(key),
        Conditions: [
          ['content-length-range', 1, maxBytes],
          ['eq', '$Content-Type', contentType],
        ],
        Fields: { 'Content-Type': contentType, 'x-amz-meta-filename': metadataName(filename) },
        Expires: Math.floor((expiresAt - now) / 1000),
      })
      const form = await tried(post, [])
      if (form === null) throw new Fault('E_LEDGER_UNAVAILABLE')
      return { ...form, maxBytes }
    },
    probe: async () => {
      await tried(client.send(new HeadBucketCommand({ Bucket: bucket })), [])
    },
  }
}

/** What `work` gives; null for an error that the caller expects, a fault for any other. */
async function tried<T>(work: Promise<T>, expected: readonly string[]): Promise<T | null> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof Error && expected.includes(cause.name)) return null
    throw new Fault('E_LEDGER_UNAVAILABLE', { cause, context: { store: 'originals' } })
  }
}
