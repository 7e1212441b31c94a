import { join } from 'node:path'
import * as z from 'zod'
import { catalog } from '../../functions/catalog.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'
import type { Resource, Template } from './template.ts'

export type BundledFunction = {
  /** By which SAM knows it. */
  readonly logicalId: string
  /** By which the catalog knows it. */
  readonly name: FunctionName
  /** Folder of the bundle, relative to the assembly. */
  readonly assetPath: string
  readonly file: string
  readonly exportName: string
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutSeconds: number
  readonly memoryMb: number
}

/** @throws Error when there is no such function */
export const functionName = z
  .string()
  .refine((name): name is FunctionName => Object.hasOwn(catalog, name), 'is no function of the catalog')

const properties = z.object({
  Handler: z.string().regex(/^[\w/-]+\.\w+$/),
  Timeout: z.number(),
  MemorySize: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
})
const metadata = z.object({ 'aws:asset:path': z.string(), 'aws:asset:property': z.literal('Code') })

/** Every function of a template, with where its bundle lies. */
export function readFunctions({ folder, resources, refTo }: Template): BundledFunction[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => read(folder, resource, refTo(resource.logicalId)))
}

function read(folder: string, resource: Resource, name: string): BundledFunction {
  const { Handler, Timeout, MemorySize, Environment } = properties.parse(resource.properties)
  const { 'aws:asset:path': assetPath } = metadata.parse(resource.metadata)
  const [module = '', exportName = ''] = Handler.split('.')
  return {
    logicalId: resource.logicalId,
    name: functionName.parse(name),
    assetPath,
    file: join(folder, assetPath, `${module}.js`),
    exportName,
    environment: Environment.Variables,
    timeoutSeconds: Timeout,
    memoryMb: MemorySize,
  }
}
