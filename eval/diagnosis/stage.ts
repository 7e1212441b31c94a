// Where cases are played, one after the other: a world is opened once for each choice of settings and serves every case with these.
// To make the functions and their clients anew for each short run would take longer than the run.
import type { Invoke } from '../../infra/local/gateway.ts'
import { openWorld, type Tables, type World, type WorldOptions } from './world/open-world.ts'

export type Place = {
  /** Of a DynamoDB emulator. */
  readonly endpoint: string
  /** That the worlds of all stages share: a run of one case is nothing to another. */
  readonly tables: Tables
}

/** What a case brings into its world. `around` is asked anew for each task. */
export type Actors = Pick<WorldOptions, 'model' | 'find'> & { readonly around: (invoke: Invoke) => Invoke }

export type Stage = {
  /** The world for these settings, in which these actors play from now on. */
  readonly set: (settings: Readonly<Record<string, string>>, actors: Actors) => Promise<World>
  readonly close: () => Promise<void>
}

export function openStage({ endpoint, tables }: Place): Stage {
  const worlds = new Map<string, World>()
  let actors: Actors | undefined
  const current = (): Actors => {
    if (actors === undefined) throw new Error('nobody plays')
    return actors
  }
  return {
    set: async (settings, given) => {
      actors = given
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
