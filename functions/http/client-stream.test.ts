import { PassThrough, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeAtPace } from './client-stream.ts'

const STALL_SECONDS = 20
const SLICE_BYTES = 65_536

async function* pieces(...sizes: number[]): AsyncGenerator<Uint8Array, string> {
  for (const size of sizes) yield new Uint8Array(size)
  return 'all'
}

/** A client that reads all but never confirms the end. */
const openEnded = () => new Writable({ write: (_, _encoding, next) => next(), final: () => {} })

describe('writeAtPace', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('writes pieces in slices to a client that reads, and returns their result', async () => {
    const slices: number[] = []
    const stream = new Writable({
      highWaterMark: 1,
      write(bytes: Buffer, _, next) {
        slices.push(bytes.length)
        setImmediate(next)
      },
    })
    expect(await writeAtPace(stream, pieces(SLICE_BYTES, SLICE_BYTES + 1, 0), STALL_SECONDS)).toBe('all')
    expect(slices).toEqual([SLICE_BYTES, SLICE_BYTES, 1])
    expect(stream.writableFinished).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['nothing', () => new PassThrough({ highWaterMark: 1 })],
    ['not the end', openEnded],
  ])('cuts a client that reads %s for too long', async (_, open) => {
    const stream = open()
    const writing = writeAtPace(stream, pieces(5, 5), STALL_SECONDS)
    await vi.advanceTimersByTimeAsync(STALL_SECONDS * 1000 - 1)
    expect(stream.destroyed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await writing).toBeUndefined()
    expect(stream.destroyed).toBe(true)
  })

  it.each([
    ['within a piece', () => new PassThrough({ highWaterMark: 1 })],
    ['before the end', openEnded],
  ])('returns nothing for a client that leaves %s', async (_, open) => {
    const stream = open()
    const writing = writeAtPace(stream, pieces(5, 5), STALL_SECONDS)
    await vi.advanceTimersByTimeAsync(1)
    stream.destroy()
    expect(await writing).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
