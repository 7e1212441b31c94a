import { parseArgs } from 'node:util'

export type LiveOptions = {
  readonly baseUrl: string
  readonly auth: 'none' | 'iam' | 'bearer'
  /** Whether a diagnosis is part of it: with a model behind it, it costs something. */
  readonly diagnosis: boolean
  /** How long something that happens later (an ingest, a diagnosis) is waited for. */
  readonly timeoutSeconds: number
}

export const liveUsage = `npm run eval:live -- --base-url URL [--auth none|iam|bearer] [--no-diagnosis] [--timeout SECONDS]
  iam: signs as the AWS credentials of the environment (AWS_REGION must be set); bearer: sends EVIDENCE_CHAIN_TOKEN.`

/** @throws Error that says which option is wrong */
export function readLiveOptions(args: readonly string[]): LiveOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': { type: 'string' },
      auth: { type: 'string' },
      'no-diagnosis': { type: 'boolean', default: false },
      timeout: { type: 'string', default: '120' },
    },
  })
  const baseUrl = readBaseUrl(values['base-url'])
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname)
  const auth = values.auth ?? (loopback ? 'none' : 'iam')
  if (auth !== 'none' && auth !== 'iam' && auth !== 'bearer') throw new Error('--auth must be none, iam or bearer')
  if (!/^[1-9]\d{0,4}$/.test(values.timeout)) throw new Error('--timeout must be a number of seconds')
  return {
    baseUrl,
    auth,
    diagnosis: !values['no-diagnosis'],
    timeoutSeconds: Number(values.timeout),
  }
}

/** @returns the address without a slash at its end */
function readBaseUrl(given = ''): string {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) throw new Error('--base-url must be an http or https URL')
  const { username, password } = new URL(given)
  // Paths are put behind it. The address is not said again: it may hold a password.
  if (username !== '' || password !== '' || /[?#]/.test(given)) {
    throw new Error('--base-url must have no user info, no query and no fragment')
  }
  return given.replace(/\/$/, '')
}
