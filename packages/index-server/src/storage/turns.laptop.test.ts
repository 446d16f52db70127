import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('continues the work with the least time first, one per turn of the event loop', async () => {
  const turns = new Turns()
  const order: string[] = []
  const wait = async (name: string, slices: number): Promise<void> => {
    await turns.next(slices)
    order.push(name)
  }
  const waits = [wait('long', 30), wait('longer', 40), wait('short', 1), wait('middle', 5)]
  let seen = 0
  while (seen < waits.length) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(order.length - seen).toBeLessThanOrEqual(1)
    seen = order.length
  }
  expect(order).toEqual(['short', 'middle', 'long', 'longer'])
})
