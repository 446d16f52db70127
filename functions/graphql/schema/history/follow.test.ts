import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tail } from '@pauta/core/history/tail'
import { describe, expect, it } from 'vitest'
import { openFollowers } from './follow.ts'

const FOLLOWERS_MAX = 500

/** A log without events. Its reads wait until the reader is gone. */
const tail: Tail = {
  findEnd: () => Promise.resolve('1'),
  read: (position, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ events: [], position }), { once: true })
    }),
}

describe('the subscriptions of one process', () => {
  it('are limited, and those that ended make room for others', async () => {
    const follow = openFollowers({ db: undefined as never, tail })
    const client = new AbortController()
    const begin = async () => {
      const events = await follow({
        filter: undefined,
        since: undefined,
        signal: client.signal,
        isLate: () => false,
      })
      return events.next()
    }
    const first = Array.from({ length: FOLLOWERS_MAX }, begin)
    await nextTurn()
    await expect(begin()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    client.abort()
    expect((await Promise.all(first)).every(({ done }) => done)).toBe(true)
    // A reader that is gone already ends at once.
    expect(await begin()).toEqual({ done: true, value: undefined })
  })
})
