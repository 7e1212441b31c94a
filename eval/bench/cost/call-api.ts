import type { Tally } from './counts.ts'

export type CallApi = (path: string, init?: RequestInit) => Promise<unknown>

/** Makes requests as a caller of the API would, and counts them and the bytes that come back. @throws Error for any refusal */
export function createCallApi(url: string, { add }: Pick<Tally, 'add'>): CallApi {
  return async (path, init = {}) => {
    const reply = await fetch(url + path, init)
    const body = await reply.text()
    add('apiRequests')
    add('answerBytes', Buffer.byteLength(body))
    if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${reply.status} ${body.slice(0, 500)}`)
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(body) : body
  }
}

export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
