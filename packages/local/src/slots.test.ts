import { expect, it } from 'vitest'
import { makeSlots } from './slots.ts'

it('grants `count` slots at once and gives a returned slot to the first waiter', async () => {
  const slots = makeSlots(2)
  const first = await slots.take()
  const second = await slots.take()
  const order: string[] = []
  const third = slots.take().then((slot) => {
    order.push('third')
    return slot
  })
  const fourth = slots.take().then((slot) => {
    order.push('fourth')
    return slot
  })
  await Promise.resolve()
  expect(order).toEqual([])
  first?.()
  // Returning a slot twice frees one slot only.
  first?.()
  await third
  expect(order).toEqual(['third'])
  second?.()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

it('refuses a waiter after the waiting time', async () => {
  const slots = makeSlots(1, 0.01)
  const taken = await slots.take()
  expect(await slots.take()).toBeUndefined()
  taken?.()
  expect(await slots.take()).toBeTypeOf('function')
})

it('refuses at once when too many wait', async () => {
  const slots = makeSlots(1, 60)
  const taken = await slots.take()
  const waiting = Array.from({ length: 500 }, () => slots.take())
  expect(await slots.take()).toBeUndefined()
  taken?.()
  const served = await Promise.all(
    waiting.map(async (slot) => {
      const giveBack = await slot
      giveBack?.()
      return giveBack !== undefined
    }),
  )
  expect(served.every(Boolean)).toBe(true)
})
