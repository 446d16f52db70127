import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { within } from './within.ts'

describe('within', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const late = () => new Error('late')
  const after = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(() => resolve('done'), milliseconds))

  it.each([
    ['in time', () => after(99), 'done'],
    ['too late', () => after(101), 'late'],
    ['with an error', () => Promise.reject(new Error('failed')), 'failed'],
  ])('answers for work that ends %s', async (_, work, answer) => {
    const waiting = within(work(), 100, late).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toBe(answer)
  })

  it('leaves no timer behind', async () => {
    await within(Promise.resolve(), 100, late)
    await expect(within(Promise.reject(new Error('failed')), 100, late)).rejects.toThrow('failed')
    expect(vi.getTimerCount()).toBe(0)
  })
})
