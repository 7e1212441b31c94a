// The synthesized policies, read back as sentences: who may do what on what.
import type { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'

const many = z.union([z.string(), z.array(z.string())]).transform((v) => (typeof v === 'string' ? [v] : v))
const statement = z.object({
  Effect: z.literal('Allow'),
  Action: many,
  Resource: z.unknown().transform((v) => (Array.isArray(v) ? v : [v])),
})
const policy = z.object({
  Properties: z.object({
    PolicyDocument: z.object({ Statement: z.array(statement) }),
    Roles: z.array(z.object({ Ref: z.string() })),
  }),
})

/** `dynamodb:GetItem on LedgerTable`: the resource by its logical id less its hash, or its ARN's text. */
export type Permission = string

/** @returns by role (its logical id less its hash), sorted */
export function permissionsOf(template: Template): Record<string, Permission[]> {
  const found: Record<string, Permission[]> = {}
  for (const raw of Object.values(template.findResources('AWS::IAM::Policy'))) {
    const { PolicyDocument, Roles } = policy.parse(raw).Properties
    const permissions = PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
      Action.flatMap((action) => Resource.map((resource) => `${action} on ${nameOf(resource)}`)),
    )
    for (const { Ref } of Roles) {
      const role = plain(Ref)
      found[role] = [...(found[role] ?? []), ...permissions].sort()
    }
  }
  return found
}

const plain = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '')

const getAtt = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
const ref = z.object({ Ref: z.string() })
const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })

function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource
  const att = getAtt.safeParse(resource)
  if (att.success) return plain(att.data['Fn::GetAtt'][0])
  const named = ref.safeParse(resource)
  if (named.success) return named.data.Ref.startsWith('AWS::') ? `{${named.data.Ref.slice(5)}}` : plain(named.data.Ref)
  const [separator, parts] = join.parse(resource)['Fn::Join']
  return parts.map(nameOf).join(separator)
}
