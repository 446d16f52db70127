import { describe, expect, it } from 'vitest'
import { memoize } from './memoize.ts'

/** A read that counts its calls. The test sets the clock. */
function countingRead(seconds: number) {
  const state = { reads: 0, nowMs: 1000 }
  const read = memoize(async () => ++state.reads, { seconds, clock: () => state.nowMs })
  return { state, read }
}

describe('memoize', () => {
  it('returns the cached value until it expires', async () => {
    const { state, read } = countingRead(30)
    expect(await read()).toBe(1)
    state.nowMs += 29_999
    expect(await read()).toBe(1)
    state.nowMs += 1
    expect(await read()).toBe(2)
  })

  it('shares one read between concurrent callers', async () => {
    const { read } = countingRead(30)
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  })

  it('reads on every call when seconds is 0', async () => {
    const { read } = countingRead(0)
    expect(await Promise.all([read(), read()])).toEqual([1, 2])
  })

  it('rejects for all waiting callers when the read fails, and reads again on the next call', async () => {
    let reads = 0
    const read = memoize(
      async () => {
        reads++
        if (reads === 1) throw new Error('away')
        return reads
      },
      { seconds: 30 },
    )
    const answers = await Promise.allSettled([read(), read()])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(reads).toBe(1)
    expect(await read()).toBe(2)
  })

  it('keeps a newer value when an older read fails late', async () => {
    let nowMs = 0
    const first = Promise.withResolvers<string>()
    const values = [first.promise, Promise.resolve('second')]
    const read = memoize(() => values.shift() ?? Promise.resolve('third'), {
      seconds: 1,
      clock: () => nowMs,
    })
    const slow = read()
    nowMs = 1000
    expect(await read()).toBe('second')
    first.reject(new Error('too late'))
    await expect(slow).rejects.toThrow('too late')
    expect(await read()).toBe('second')
  })
})
