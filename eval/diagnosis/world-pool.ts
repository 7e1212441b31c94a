// A world is opened once for each choice of settings and serves every case with these, one after the other: to make the functions
// and their clients anew for each short run would take longer than the run.
import type { Invoke } from '../../infra/local/run-functions.ts'
import { openWorld, type Tables, type World, type WorldOptions } from './world/open-world.ts'

export type Emulator = {
  /** Of a DynamoDB emulator. */
  readonly endpoint: string
  /** That the worlds of all pools share: a run of one case is nothing to another. */
  readonly tables: Tables
}

/** What a case brings into its world. `around` is asked anew for each task. */
export type Scripts = Pick<WorldOptions, 'model' | 'find'> & { readonly around: (invoke: Invoke) => Invoke }

export type WorldPool = {
  /** The world for these settings, which goes by these scripts from now on, as does every other of the pool. */
  readonly worldFor: (settings: Readonly<Record<string, string>>, scripts: Scripts) => Promise<World>
  readonly close: () => Promise<void>
}

/** One case at a time: who evaluates several at once takes a pool for each. Closing it closes its worlds. */
export function openWorldPool({ endpoint, tables }: Emulator): WorldPool {
  const worlds = new Map<string, World>()
  let scripts: Scripts | undefined
  const current = (): Scripts => {
    if (scripts === undefined) throw new Error('there are no scripts')
    return scripts
  }
  return {
    worldFor: async (settings, given) => {
      scripts = given
      const key = JSON.stringify(settings)
      const open = worlds.get(key)
      if (open !== undefined) return open
      const world = await openWorld(endpoint, {
        model: (nth, request) => current().model(nth, request),
        find: (query, nth) => current().find(query, nth),
        around: (invoke) => (name, event) => current().around(invoke)(name, event),
        environment: settings,
        tables,
      })
      worlds.set(key, world)
      return world
    },
    close: async () => {
      await Promise.all([...worlds.values()].map((world) => world.close()))
    },
  }
}
