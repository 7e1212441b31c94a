import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** @param index of the command in `sent` */
type Hook = (name: string, index: number) => void | Promise<void>

/**
 * Sees every command of `client`, by its name (`UpdateItemCommand`), and may hold it back or break it: a hook that throws
 * `before` is a process that ended before the write, one that throws `after` is one that ended before it learnt of it.
 */
export function interceptCommands(client: DynamoDBDocumentClient) {
  const sent: string[] = []
  const inputs: unknown[] = []
  const hooks: { before?: Hook; after?: Hook } = {}
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName)
      const index = sent.push(name) - 1
      inputs.push(args.input)
      await hooks.before?.(name, index)
      const reply = await next(args)
      await hooks.after?.(name, index)
      return reply
    },
    { step: 'initialize', priority: 'high', name: 'testIntercept' },
  )
  return {
    /** Names of all commands sent so far, in order. */
    sent,
    /** What they asked for, in the same order. */
    inputs,
    hooks,
    /** Breaks the n-th command from now on (1 is the next one). */
    crash: (when: 'before' | 'after', n: number) => {
      const target = sent.length + n - 1
      hooks[when] = (_, index) => {
        if (index === target) throw new Error('crashed')
      }
    },
    /** Breaks each command of this name. */
    refuse: (name: string) => {
      hooks.before = (given) => {
        if (given === name) throw new Error('refused')
      }
    },
    heal: () => {
      delete hooks.before
      delete hooks.after
    },
  }
}
