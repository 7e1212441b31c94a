import { describe, expect, it } from 'vitest'
import { arrivalMessage, arrivalMessageOf } from '../../../lib/documents/arrival-message.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { incomingKey, newOriginalKey } from '../../../lib/documents/original-key.ts'

const ref = newDocumentRef()
/** As EventBridge delivers it for S3, with all that stands beside what we read. */
const delivered = (key: string) => ({
  version: '0',
  id: '17793124-05d4-b198-2fde-7ededc63b103',
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: '111122223333',
  time: '2026-11-12T00:00:00Z',
  region: 'eu-central-1',
  resources: ['arn:aws:s3:::originals'],
  detail: { version: '0', bucket: { name: 'originals' }, object: { key, size: 5, etag: 'e' }, reason: 'PutObject' },
})

describe('the message of an arrival', () => {
  it('tells whose file it is', () => {
    expect(arrivalMessage.parse(delivered(`stage/${incomingKey(ref)}`))).toBe(ref)
  })

  it('says the same where it is ours', () => {
    expect(arrivalMessage.parse(arrivalMessageOf(incomingKey(ref)))).toBe(ref)
  })

  it('is nothing else: no other event, no other key', () => {
    const event = delivered(incomingKey(ref))
    expect(arrivalMessage.safeParse({ ...event, source: 'aws.events' }).success).toBe(false)
    expect(arrivalMessage.safeParse({ ...event, 'detail-type': 'Object Deleted' }).success).toBe(false)
    expect(arrivalMessage.safeParse(delivered(newOriginalKey(ref))).success).toBe(false)
  })
})
