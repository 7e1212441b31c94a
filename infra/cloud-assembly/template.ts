// A synthesized template, opened once: what CloudFormation would be given, with the references between its resources resolved.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { productName, stackNameOf } from '../product-name.ts'
import { physicalNames } from './physical-names.ts'
import { resolveIntrinsics } from './resolve-intrinsics.ts'

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
})
const template = z.object({ Resources: z.record(z.string(), resource) })

export type Resource = {
  readonly logicalId: string
  readonly type: string
  /** Without intrinsic functions. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Template = {
  /** Of the assembly: asset paths are relative to it. */
  readonly folder: string
  readonly resources: readonly Resource[]
  /** What `Ref` of a resource gives. */
  readonly refTo: (logicalId: string) => string
}

/**
 * @param prefix begins the names that CloudFormation would make up, so that several can stand in one emulator. Functions are
 * named as in the catalog: their names in ARNs are what the local stack calls them by.
 * @throws Error for an intrinsic function or a reference that is not understood
 */
export function openTemplate(folder: string, stack = stackNameOf('dev'), prefix = ''): Template {
  const { Resources } = template.parse(JSON.parse(readFileSync(join(folder, `${stack}.template.json`), 'utf8')))
  const entries = Object.entries(Resources)
  const lookUp = physicalNames(
    new Map(
      entries.map(([id, { Type, Properties }]) => [
        id,
        { type: Type, name: catalogName(Type, Properties) ?? `${prefix}${id}` },
      ]),
    ),
  )
  const resources = entries.map(([logicalId, { Type, Properties, Metadata }]) => ({
    logicalId,
    type: Type,
    properties: z.record(z.string(), z.unknown()).parse(resolveIntrinsics(Properties, lookUp)),
    metadata: Metadata,
  }))
  return { folder, resources, refTo: (target) => lookUp({ target, attribute: null }) }
}

const functionDescription = new RegExp(`^${productName} ([\\w-]+)$`)

/** The stack writes it into the description of a function. */
function catalogName(type: string, { Description: description }: Readonly<Record<string, unknown>>): string | null {
  if (type !== 'AWS::Lambda::Function') return null
  return functionDescription.exec(String(description))?.[1] ?? null
}
