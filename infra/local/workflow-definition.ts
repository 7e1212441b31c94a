// The deployed definition, read for the local interpreter: the same file, with names where the cloud has ARNs.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StateMachine } from 'aws-local-stepfunctions'

export type Definition = ConstructorParameters<typeof StateMachine>[0]

const source = fileURLToPath(new URL('../workflow/diagnosis.asl.json', import.meta.url))
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:'

/** Each `${name}` of the definition names a function of the catalog, but for the bus. */
export function diagnosisDefinition(): Definition {
  const text = readFileSync(source, 'utf8')
  return JSON.parse(
    text.replace(/\$\{([\w-]+)\}/g, (_, name) => (name === 'event-bus' ? 'default' : functionArn + name)),
  )
}

export type WorkflowTask = {
  /** The state's name. */
  readonly state: string
  /** A function's name, or `events`. */
  readonly resource: string
}

/** Every Task state of a definition, those inside Map states included. */
export function tasksOf(definition: unknown): WorkflowTask[] {
  if (typeof definition !== 'object' || definition === null) return []
  return Object.entries(definition).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return []
    const resource: unknown =
      'Resource' in value && 'Type' in value && value.Type === 'Task' ? value.Resource : undefined
    const own = typeof resource === 'string' ? [{ state: name, resource: nameOf(resource) }] : []
    return [...own, ...tasksOf(value)]
  })
}

const nameOf = (resource: string) => (resource.startsWith(functionArn) ? resource.slice(functionArn.length) : 'events')
