import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendBusyError, Turnstile, type Holder } from './turnstile.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const holder = (name: string): Holder => ({ describe: () => name })

it('admits holders in the order of arrival', async () => {
  const turnstile = new Turnstile(10)
  const [a, b, c] = [holder('a'), holder('b'), holder('c')]
  const order: string[] = []
  await turnstile.enter(a)
  const waiting = [b, c].map(async (next) => {
    await turnstile.enter(next)
    order.push(next.describe())
  })
  turnstile.leave(b)
  expect(turnstile.isHeldBy(a)).toBe(true)
  turnstile.leave(a)
  turnstile.leave(b)
  await Promise.all(waiting)
  expect(order).toEqual(['b', 'c'])
})

it('refuses a waiter when the holder makes no progress, and names the holder', async () => {
  const turnstile = new Turnstile(5)
  await turnstile.enter(holder('the idle one'))
  const refused = turnstile.enter(holder('b'))
  refused.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(5000)
  await expect(refused).rejects.toThrow('the idle one')
  await expect(refused).rejects.toBeInstanceOf(BackendBusyError)
})

it('keeps a waiter in the queue while the holder makes progress', async () => {
  const turnstile = new Turnstile(5)
  const busy = holder('busy')
  await turnstile.enter(busy)
  const waiting = turnstile.enter(holder('b'))
  for (let n = 0; n < 6; n += 1) {
    await vi.advanceTimersByTimeAsync(2000)
    turnstile.recordProgress()
  }
  turnstile.leave(busy)
  await expect(waiting).resolves.toBeUndefined()
})

it('skips a waiter that left the queue', async () => {
  const turnstile = new Turnstile(10)
  const [a, b, c] = [holder('a'), holder('b'), holder('c')]
  await turnstile.enter(a)
  const left = turnstile.enter(b)
  const waiting = turnstile.enter(c)
  turnstile.leaveQueue(b)
  await expect(left).rejects.toThrow('left the queue')
  turnstile.leave(a)
  await waiting
  expect(turnstile.isHeldBy(c)).toBe(true)
})
