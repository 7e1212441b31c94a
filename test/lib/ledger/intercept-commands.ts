import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

type Hook = (name: string) => void | Promise<void>

/**
 * Sees every command of `client`, by its name (`UpdateItemCommand`), and may hold it back or break it: a hook that throws
 * `before` is a process that ended before the write, one that throws `after` is one that ended before it learnt of it.
 */
export function interceptCommands(client: DynamoDBDocumentClient) {
  const sent: string[] = []
  const hooks: { before?: Hook; after?: Hook } = {}
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName)
      sent.push(name)
      await hooks.before?.(name)
      const reply = await next(args)
      await hooks.after?.(name)
      return reply
    },
    { step: 'initialize', priority: 'high', name: 'testIntercept' },
  )
  return {
    /** Names of all commands sent so far, in order. */
    sent,
    hooks,
    /** Breaks the n-th command from now on (1 is the next one). */
    crash: (when: 'before' | 'after', n: number) => {
      let left = n
      hooks[when] = () => {
        left -= 1
        if (left === 0) throw new Error('crashed')
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
