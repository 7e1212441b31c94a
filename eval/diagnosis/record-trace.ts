// What the machine had done, task by task: taken down between the machine and its functions.
import * as z from 'zod'
import type { Invoke } from '../../infra/local/run-functions.ts'
import type { FunctionName } from '../../lib/contract/routes.ts'
import { callNumber } from './call-number.ts'

export type Trace = {
  readonly around: (invoke: Invoke) => Invoke
  /** `agent-turn LOOKUPS → search-tool EVIDENCE_FOUND x2`; lookups that ran at the same time stand in the order of their calls. */
  readonly text: () => string
}

/** A trace of one run: put `around` what its machine invokes, and read `text` when it has ended. */
export function recordTrace(): Trace {
  const steps: Step[] = []
  return {
    around: (invoke) => async (name, event) => {
      const call = callOf(event)
      try {
        const answer = await invoke(name, event)
        steps.push({ task: name, call, said: saidBy(name, answer) })
        return answer
      } catch (error) {
        steps.push({ task: name, call, said: nameOf(error) })
        throw error
      }
    },
    text: () => {
      const ordered = groups(steps).flatMap((group) => group.toSorted((a, b) => a.call - b.call))
      return counted(ordered.map(({ task, said }) => `${task} ${said}`))
    },
  }
}

type Step = {
  readonly task: string
  /** The call's number in its run; 0 for what is no lookup. */
  readonly call: number
  readonly said: string
}

const lookup = z.looseObject({ tool_call_id: z.string() })

function callOf(event: unknown): number {
  return callNumber(lookup.safeParse(event).data?.tool_call_id ?? '')
}

/** An error's name is its code: that is how the state machine catches it. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')

const fields: Partial<Record<FunctionName, string>> = {
  'agent-turn': 'next',
  'evidence-guard': 'verdict',
  'semantic-guard': 'verdict',
  publish: 'status',
}

function saidBy(name: FunctionName, answer: unknown): string {
  const path = name === 'search-tool' ? ['result', 'evidence_status'] : [fields[name] ?? '']
  const said = path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    answer,
  )
  return typeof said === 'string' ? said : 'nothing'
}

/** Steps of the same task in a row. */
function groups<T extends { readonly task: string }>(steps: readonly T[]): T[][] {
  const found: T[][] = []
  for (const step of steps) {
    const last = found.at(-1)
    if (last?.[0]?.task === step.task) last.push(step)
    else found.push([step])
  }
  return found
}

function counted(steps: readonly string[]): string {
  const rows: { readonly step: string; times: number }[] = []
  for (const step of steps) {
    const last = rows.at(-1)
    if (last?.step === step) last.times += 1
    else rows.push({ step, times: 1 })
  }
  return rows.map(({ step, times }) => (times === 1 ? step : `${step} x${times}`)).join(' → ')
}
