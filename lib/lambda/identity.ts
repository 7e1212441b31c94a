import * as z from 'zod'
import { once } from '../contract/once.ts'

/** The HTTP API authorizer contexts that name a caller, each turned into an identity. */
const authorizer = once(() => {
  const iam = z.object({ iam: z.object({ accountId: z.string().min(1), userArn: z.string().min(1) }) })
  const jwt = z.object({ jwt: z.object({ claims: z.object({ iss: z.string().min(1), sub: z.string().min(1) }) }) })
  /** Only the local gateway writes this one; the deployed API has no Lambda authorizer. */
  const local = z.object({ lambda: z.object({ principal: z.string().min(1) }) })
  return z.union([
    iam.transform(({ iam }) => `aws:${iam.accountId}:${principalOf(iam.userArn)}`),
    jwt.transform(({ jwt }) => `jwt:${jwt.claims.iss}|${jwt.claims.sub}`),
    local.transform(({ lambda }) => lambda.principal),
  ])
})

/**
 * The caller's identity (spec 08): account and role without the session name, or issuer and subject of the token, or the
 * local principal. Null when there is none.
 */
export function identityOf(context: unknown): string | null {
  const identity = authorizer().safeParse(context).data ?? null
  // No storage takes half a character, and two callers must not become one by what stands in its place.
  return identity?.isWellFormed() === false ? null : identity
}

/** Whether an identity is that of a token; else the caller has signed, or is local. */
export const cameByToken = (identity: string): boolean => identity.startsWith('jwt:')

/** `assumed-role/Name` of an STS ARN (the session name left out), else the ARN's resource. */
function principalOf(userArn: string): string {
  const resource = userArn.split(':').slice(5).join(':')
  const [kind, name] = resource.split('/')
  return kind === 'assumed-role' && name !== undefined ? `assumed-role/${name}` : resource
}
