import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import type { Definition } from '../../../infra/local/workflow-definition.ts'

const definition: Definition = {
  StartAt: 'List',
  States: {
    List: { Type: 'Pass', Result: [1, 2, 3], Next: 'Each' },
    Each: {
      Type: 'Map',
      ItemsPath: '$',
      ItemProcessor: {
        StartAt: 'Item',
        States: { Item: { Type: 'Pass', End: true } },
      },
      Next: 'Work',
    },
    Work: {
      Type: 'Task',
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:publish',
      Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 2 }],
      Next: 'Over',
    },
    Over: { Type: 'Succeed' },
  },
}

test('each state that is entered is a transition, in every pass of a map, and each retry is one more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  const entered: string[] = []
  let failures = 1
  const workflow = startWorkflow({
    folder,
    invoke: async () => {
      failures -= 1
      if (failures >= 0) throw new Error('not yet')
      return {}
    },
    onError: (error) => {
      throw error
    },
    retryPauseMs: 1,
    definition,
    onTransition: (state) => entered.push(state),
  })
  try {
    workflow.start({ run_id: 'r', caller: 'c' })
    await workflow.idle()
    expect(entered.sort()).toEqual(['Each', 'Item', 'Item', 'Item', 'List', 'Over', 'Work', 'Work'])
  } finally {
    await workflow.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
