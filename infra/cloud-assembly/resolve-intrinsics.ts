import * as z from 'zod'

/** `Ref` (`attribute` null) or `Fn::GetAtt`, of a resource or of a pseudo parameter such as `AWS::Region`. */
export type Reference = { readonly target: string; readonly attribute: string | null }

type LookUp = (reference: Reference) => string

const ref = z.strictObject({ Ref: z.string() })
const getAtt = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
const join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.unknown()]) })
const sub = z.strictObject({ 'Fn::Sub': z.string() })
const split = z.strictObject({ 'Fn::Split': z.tuple([z.string(), z.unknown()]) })
const select = z.strictObject({ 'Fn::Select': z.tuple([z.coerce.number().int().nonnegative(), z.unknown()]) })
const texts = z.array(z.string())

/**
 * `value` with CloudFormation's intrinsic functions worked out, as far as the CDK uses them here.
 * @throws Error for any other one: half a value is none
 */
export function resolveIntrinsics(value: unknown, lookUp: LookUp): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveIntrinsics(each, lookUp))
  if (typeof value !== 'object' || value === null) return value
  const [name = ''] = Object.keys(value)
  if (name === 'Ref' || name.startsWith('Fn::')) return intrinsic(name, value, lookUp)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolveIntrinsics(each, lookUp)]))
}

function intrinsic(name: string, value: object, lookUp: LookUp): unknown {
  const resolved = (part: unknown) => resolveIntrinsics(part, lookUp)
  switch (name) {
    case 'Ref':
      return lookUp({ target: ref.parse(value).Ref, attribute: null })
    case 'Fn::GetAtt': {
      const [target, attribute] = getAtt.parse(value)['Fn::GetAtt']
      return lookUp({ target, attribute })
    }
    case 'Fn::Join': {
      const [separator, parts] = join.parse(value)['Fn::Join']
      return texts.parse(resolved(parts)).join(separator)
    }
    case 'Fn::Sub':
      return sub.parse(value)['Fn::Sub'].replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, named: string) => {
        const [target = '', attribute = null] = named.split('.')
        return literal === '!' ? `\${${named}}` : lookUp({ target, attribute })
      })
    case 'Fn::Split': {
      const [separator, text] = split.parse(value)['Fn::Split']
      return z.string().parse(resolved(text)).split(separator)
    }
    case 'Fn::Select': {
      const [index, list] = select.parse(value)['Fn::Select']
      return z.array(z.unknown()).parse(resolved(list))[index]
    }
    default:
      throw new Error(`${name} is not understood`)
  }
}
