import { expect, it } from 'vitest'
import { makeEnvironments } from './environments.ts'

it('grants `count` environments at once and gives a freed one to the first waiter', async () => {
  const environments = makeEnvironments(2)
  const first = await environments.take()
  const second = await environments.take()
  const order: string[] = []
  const third = environments.take().then((free) => {
    order.push('third')
    return free
  })
  const fourth = environments.take().then((free) => {
    order.push('fourth')
    return free
  })
  await Promise.resolve()
  expect(order).toEqual([])
  first?.()
  // Freeing an environment twice frees only one.
  first?.()
  await third
  expect(order).toEqual(['third'])
  second?.()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

it('refuses a waiter after the waiting time', async () => {
  const environments = makeEnvironments(1, 0.01)
  const taken = await environments.take()
  expect(await environments.take()).toBeUndefined()
  taken?.()
  expect(await environments.take()).toBeTypeOf('function')
})

it('refuses at once when too many wait', async () => {
  const environments = makeEnvironments(1, 60)
  const taken = await environments.take()
  const waiting = Array.from({ length: 500 }, () => environments.take())
  expect(await environments.take()).toBeUndefined()
  taken?.()
  const served = await Promise.all(
    waiting.map(async (free) => {
      const freed = await free
      freed?.()
      return freed !== undefined
    }),
  )
  expect(served.every(Boolean)).toBe(true)
})
