// Spec 08, "Identity".
import { describe, expect, test } from 'vitest'
import { identityOf } from '../../../lib/lambda/identity.ts'
import { iamOf } from './events.ts'

const role = (session: string) => iamOf(`arn:aws:sts::123456789012:assumed-role/Agent/${session}`)
const jwt = (claims: unknown) => ({ jwt: { claims, scopes: null } })

describe('an IAM caller', () => {
  test('is its account and role, whatever the session is called', () => {
    expect(identityOf(role('monday'))).toBe('aws:123456789012:assumed-role/Agent')
    expect(identityOf(role('tuesday'))).toBe(identityOf(role('monday')))
    expect(identityOf(role('a/b'))).toBe(identityOf(role('monday')))
  })

  test('of another role or account is another one', () => {
    const alice = identityOf(role('s'))
    expect(identityOf(iamOf('arn:aws:sts::123456789012:assumed-role/Agent2/s'))).not.toBe(alice)
    expect(identityOf(iamOf('arn:aws:sts::999999999999:assumed-role/Agent/s', '999999999999'))).not.toBe(alice)
    expect(identityOf(iamOf('arn:aws:iam::123456789012:user/Agent'))).not.toBe(alice)
  })

  test('that is a user is its whole name, path included', () => {
    expect(identityOf(iamOf('arn:aws:iam::123456789012:user/ops/bob'))).toBe('aws:123456789012:user/ops/bob')
    expect(identityOf(iamOf('arn:aws:iam::123456789012:user/dev/bob'))).not.toBe(
      identityOf(iamOf('arn:aws:iam::123456789012:user/ops/bob')),
    )
  })
})

test('a token’s caller is its issuer and subject', () => {
  const alice = identityOf(jwt({ iss: 'https://id.example', sub: 'alice', aud: 'x' }))
  expect(alice).toBe('jwt:https://id.example|alice')
  expect(identityOf(jwt({ iss: 'https://other.example', sub: 'alice' }))).not.toBe(alice)
  expect(identityOf(jwt({ iss: 'https://id.example', sub: 'bob' }))).not.toBe(alice)
})

test('a name with half a character is no identity: another half in its place would make two callers one', () => {
  expect(identityOf({ lambda: { principal: 'a\ud800' } })).toBeNull()
  expect(identityOf(jwt({ iss: 'https://id.example', sub: 'a\udc00' }))).toBeNull()
})

test('the local gateway’s principal is taken as it is', () => {
  expect(identityOf({ lambda: { principal: 'local' } })).toBe('local')
})

test.each([
  ['no authorizer', undefined],
  ['null', null],
  ['an empty one', {}],
  ['one of another kind', { custom: { principal: 'alice' } }],
  ['a token without a subject', jwt({ iss: 'https://id.example' })],
  ['a token without an issuer', jwt({ sub: 'alice' })],
  ['a token with an empty subject', jwt({ iss: 'https://id.example', sub: '' })],
  ['a principal that is empty', { lambda: { principal: '' } }],
  ['IAM without an ARN', { iam: { accountId: '1' } }],
  ['IAM without an account', { iam: { userArn: 'arn:aws:iam::1:user/bob' } }],
])('%s names nobody', (_, authorizer) => {
  expect(identityOf(authorizer)).toBeNull()
})
