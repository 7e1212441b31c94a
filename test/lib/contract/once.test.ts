import { expect, test } from 'vitest'
import { once } from '../../../lib/contract/once.ts'

test('nothing is made before it is asked for, and one thing however often it is', () => {
  let made = 0
  const get = once(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect(get()).toBe(get())
  expect(made).toBe(1)
})

test('what could not be made is tried again', () => {
  let tries = 0
  const get = once(() => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return { tries }
  })
  expect(get).toThrow('not yet')
  expect(get()).toEqual({ tries: 2 })
})
