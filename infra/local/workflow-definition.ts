// The deployed definition, read for the local interpreter: the same file, with names where the cloud has ARNs.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StateMachine } from 'aws-local-stepfunctions'

export type Definition = ConstructorParameters<typeof StateMachine>[0]

const source = fileURLToPath(new URL('../workflow/diagnosis.asl.json', import.meta.url))
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:'

/** The interpreter's timer counts no further (2^31 ms, 24 days), and would end an execution at once instead. */
const longestSeconds = 2_147_483

/**
 * Each `${name}` of the definition names a function of the catalog, but for the bus.
 * @param timeoutSeconds what an execution may take, `DIAGNOSIS_TIMEOUT_SECONDS`; as the file says without it
 */
export function diagnosisDefinition(timeoutSeconds?: number): Definition {
  const text = readFileSync(source, 'utf8')
  const definition = JSON.parse(
    text.replace(/\$\{([\w-]+)\}/g, (_, name) => (name === 'event-bus' ? 'default' : functionArn + name)),
  )
  if (timeoutSeconds === undefined) return definition
  return { ...definition, TimeoutSeconds: Math.min(timeoutSeconds, longestSeconds) }
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
