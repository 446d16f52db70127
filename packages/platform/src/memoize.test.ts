import { describe, expect, it } from 'vitest'
import { memoize } from './memoize.ts'

/** A read that counts itself, on a clock that the test moves. */
function countingRead(seconds: number) {
  const state = { reads: 0, nowMs: 1000 }
  const read = memoize(async () => ++state.reads, { seconds, clock: () => state.nowMs })
  return { state, read }
}

describe('a remembered read', () => {
  it('is given again until its seconds are over', async () => {
    const { state, read } = countingRead(30)
    expect(await read()).toBe(1)
    state.nowMs += 29_999
    expect(await read()).toBe(1)
    state.nowMs += 1
    expect(await read()).toBe(2)
  })

  it('is shared by those who ask while it runs', async () => {
    const { read } = countingRead(30)
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  })

  it('is made anew by every call where nothing is to be remembered', async () => {
    const { read } = countingRead(0)
    expect(await Promise.all([read(), read()])).toEqual([1, 2])
  })

  it('that fails is told to all who wait and tried again by the next', async () => {
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

  it('that fails late does not drop what was read since', async () => {
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
