// Step Functions' part, locally: runs the very definition that is deployed, through an interpreter of the States language.
// What was started is kept in a folder until it has ended, so that a killed stack takes it up again: every task is
// idempotent, so starting over is going on.
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StateMachine } from 'aws-local-stepfunctions'
import * as z from 'zod'
import type { FunctionName } from '../../lib/contract/routes.ts'
import type { Invoke } from './run-functions.ts'
import { type Definition, diagnosisDefinition, tasksOf } from './workflow-definition.ts'

export type LocalWorkflow = {
  /** Starts the run's execution; one that is known already goes on as it is. */
  readonly start: (input: WorkflowInput) => void
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>
  /** Stops all executions; the next stack takes them up again. */
  readonly close: () => Promise<void>
}

export const workflowInput = z.object({ run_id: z.string(), caller: z.string() })
export type WorkflowInput = Readonly<z.infer<typeof workflowInput>>

export type WorkflowOptions = {
  readonly folder: string
  readonly invoke: Invoke
  /** For trouble that nobody else hears of. */
  readonly onError: (error: unknown) => void
  readonly definition?: Definition
  /** Milliseconds for each pause before a retry; as the definition says without it. */
  readonly retryPauseMs?: number
  /** Told of each state that an execution enters, and enters again by a retry: what Step Functions bills as transitions. */
  readonly onTransition?: (state: string) => void
  /** EventBridge's part; without it, one line an event in the folder's `events.jsonl`, for whoever wants to see them. */
  readonly putEvents?: (event: unknown) => Promise<{ readonly FailedEntryCount: number }>
}

/** Takes up what an earlier stack left behind. */
export function startWorkflow(options: WorkflowOptions): LocalWorkflow {
  const { folder, invoke, onError, definition = diagnosisDefinition(), retryPauseMs, onTransition } = options
  const { putEvents = async (event) => announce(join(folder, 'events.jsonl'), event) } = options
  const executions = join(folder, 'executions')
  mkdirSync(executions, { recursive: true })
  const machine = machineOf(definition)
  const tasks = tasksOf(definition)
  const running = new Map<string, { readonly abort: () => void; readonly ended: Promise<void> }>()
  let closed = false

  const handlers = Object.fromEntries(
    tasks.map(({ state, resource }) => [
      state,
      resource === 'events'
        ? putEvents
        : async (input: unknown) => z.json().parse(await invoke(resource as FunctionName, input)),
    ]),
  )
  const pauses = retryPauseMs === undefined ? {} : Object.fromEntries(tasks.map(({ state }) => [state, retryPauseMs]))

  const run = (input: WorkflowInput, file: string): void => {
    const execution = machine.run(input, {
      overrides: { taskResourceLocalHandlers: handlers, retryIntervalOverrides: pauses },
    })
    const told = onTransition === undefined ? undefined : tellTransitions(execution.eventLogs, onTransition)
    const ended = execution.result.then(
      async () => {
        rmSync(file, { force: true })
        await told
      },
      (error: unknown) => {
        if (closed) return
        // The run itself tells: without a report it is FAILED when its time is over.
        rmSync(file, { force: true })
        onError(error)
      },
    )
    running.set(input.run_id, {
      abort: () => execution.abort(),
      ended: ended.finally(() => running.delete(input.run_id)),
    })
  }

  for (const file of globSync('*.json', { cwd: executions }).map((name) => join(executions, name))) {
    const input = workflowInput.safeParse(readJson(file))
    if (input.success) run(input.data, file)
    else onError(new Error(`${basename(file)} is no execution`))
  }
  return {
    start: (input) => {
      if (running.has(input.run_id)) return
      const file = join(executions, `${input.run_id}.json`)
      writeFileSync(file, JSON.stringify(input), { flush: true })
      run(input, file)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    close: async () => {
      closed = true
      const open = [...running.values()]
      for (const { abort } of open) abort()
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

async function tellTransitions(
  events: ReturnType<StateMachine['run']>['eventLogs'],
  onTransition: (state: string) => void,
): Promise<void> {
  for await (const event of events) {
    if (event.type === 'StateEntered' || event.type === 'StateRetried') onTransition(event.state.name)
  }
}

const machines = new WeakMap<Definition, StateMachine>()

/** The interpreter checks a definition for a third of a second: each object once. */
function machineOf(definition: Definition): StateMachine {
  const known = machines.get(definition)
  if (known !== undefined) return known
  const machine = new StateMachine(definition, { validationOptions: { checkPaths: false, checkArn: false } })
  machines.set(definition, machine)
  return machine
}

function announce(file: string, event: unknown): { readonly FailedEntryCount: 0 } {
  appendFileSync(file, `${JSON.stringify(event)}\n`, { flush: true })
  return { FailedEntryCount: 0 }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
