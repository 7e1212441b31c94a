// How a request shows who sends it: SigV4 with the SDK's own signer and credential chain, or a bearer token.
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { fromNodeProviderChain } from '@aws-sdk/credential-providers'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Checksum, SourceData } from '@smithy/types'
import type { LiveOptions } from './live-options.ts'

export type Unsigned = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

/** The headers to send with a request. */
export type Signer = (request: Unsigned) => Promise<Record<string, string>>

/** @throws Error that names the variable that is missing */
export function openSigner(
  auth: LiveOptions['auth'],
  environment: Readonly<Record<string, string | undefined>>,
): Signer {
  if (auth === 'none') return async ({ headers }) => ({ ...headers })
  if (auth === 'bearer') {
    const token = environment.EVIDENCE_CHAIN_TOKEN
    if (!token) throw new Error('EVIDENCE_CHAIN_TOKEN is not set')
    return async ({ headers }) => ({ ...headers, authorization: `Bearer ${token}` })
  }
  const region = environment.AWS_REGION
  if (!region) throw new Error('AWS_REGION is not set')
  const signer = new SignatureV4({
    service: 'execute-api',
    region,
    credentials: fromNodeProviderChain(),
    sha256: Sha256,
  })
  return async ({ method, url, headers, body }) => {
    const query = Object.fromEntries(url.searchParams)
    const { protocol, hostname, pathname: path } = url
    const signed = await signer.sign({
      method,
      protocol,
      hostname,
      path,
      query,
      headers: { ...headers, host: url.host },
      body,
    })
    const { host: _, ...rest } = signed.headers
    return rest
  }
}

/** Node's SHA-256 in the shape that the signer asks for. */
class Sha256 implements Checksum {
  private readonly hash: Hash | Hmac
  constructor(secret?: SourceData) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: Uint8Array): void {
    this.hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
  reset(): void {
    throw new Error('a digest is made once')
  }
}

function bytesOf(data: SourceData): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}
