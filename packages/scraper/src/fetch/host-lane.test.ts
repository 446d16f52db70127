import { describe, expect, it } from 'vitest'
import { HostLane } from './host-lane.ts'
import { createMemory } from './ports.ts'

/**
 * A lane with a usual pause of one second, the pauses that its clock was asked for, and for each request of a turn how far
 * ahead of the clock it was.
 */
function openLane() {
  let now = Date.parse('2026-03-10T12:00:00Z')
  const slept: number[] = []
  const clock = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds)
      now += milliseconds
    },
    random: () => 0.5,
  }
  const times: number[] = []
  const kept = createMemory()
  const memory = {
    ...kept,
    takeTurn: async (host: string, asked: { now: number; holdUntil: number }) => {
      times.push(asked.now - now)
      return await kept.takeTurn(host, asked)
    },
  }
  const options = { clock, memory, host: 'www.gov.br', usualMilliseconds: 1_000, holdMilliseconds: 20_000 }
  return {
    lane: new HostLane(options),
    slept,
    times,
    setBack: (milliseconds: number) => (now -= milliseconds),
  }
}
const answer = async () => 'ok'

describe('the pause between two requests to a host', () => {
  it.each([
    [0, 1_000],
    [999, 1_000],
    [1_001, 1_001],
    [59_999, 59_999],
    [60_001, 60_000],
    [300_000, 60_000],
  ])('for a delay of %d ms in robots.txt is %d ms', async (required, pause) => {
    const { lane, slept } = openLane()
    lane.require(required)
    await lane.run(answer)
    expect(await lane.run(answer)).toBe('ok')
    expect(slept).toEqual([pause])
  })

  it('is over before the store is asked for the next turn', async () => {
    const { lane, times } = openLane()
    for (let request = 0; request < 3; request++) await lane.run(answer)
    expect(times).toEqual([0, 0, 0])
    expect(lane.waited).toBe(2_000)
  })

  it('is not longer when the clock is set back, and the request ends', async () => {
    const { lane, slept, setBack } = openLane()
    await lane.run(answer)
    setBack(3_600_000)
    await expect(lane.run(answer)).rejects.toMatchObject({ kind: 'host_paused' })
    expect(slept).toEqual([1_000])
  })

  it('is the longest of several delays, and never shorter than before', () => {
    const { lane } = openLane()
    for (const required of [5_000, 9_000, 2_000]) lane.require(required)
    expect(lane.delay).toBe(9_000)
  })

  it('doubles after 429 up to 60 s, and returns to the usual one', async () => {
    const { lane } = openLane()
    const delays: number[] = []
    for (let time = 0; time < 7; time++) {
      await lane.slowDown(0)
      delays.push(lane.delay / 1_000)
    }
    expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60])
    for (let time = 0; time < 60; time++) await lane.run(answer)
    expect(lane.delay).toBe(1_000)
  })

  it.each([
    [120_000, 'ok'],
    [120_001, 'host_paused'],
  ])(
    'that a host sets to %d ms ends the request when it is longer than two minutes: %s',
    async (milliseconds, result) => {
      const { lane } = openLane()
      await lane.slowDown(milliseconds)
      const ended = lane.run(answer).catch(({ kind }: { kind: string }) => kind)
      expect(await ended).toBe(result)
    },
  )
})
