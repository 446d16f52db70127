import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  judgeSilence,
  listPauses,
  measureRhythm,
  silentAfter,
  type PublicationRhythm,
} from './publication-rhythm.ts'

const days = fc.array(fc.integer({ min: 0, max: 179 }), { maxLength: 60 })

/** Counts pauses by walking through the calendar day by day. */
function countPauses(list: readonly number[]): number[] {
  const pauses: number[] = []
  let last: number | undefined
  for (let day = 0; day < 180; day += 1) {
    if (!list.includes(day)) continue
    if (last !== undefined) pauses.push(day - last)
    last = day
  }
  return pauses
}

/** The smallest pause that is at least as long as this share of all pauses. */
const percentile = (pauses: readonly number[], share: number) =>
  Math.min(
    ...pauses.filter((pause) => pauses.filter((other) => other <= pause).length >= share * pauses.length),
  )

describe('the rhythm of an agency', () => {
  it('is the median and the 95th percentile of the pauses between its days with news', () => {
    fc.assert(
      fc.property(days, (list) => {
        const pauses = countPauses(list)
        expect(listPauses(list)).toEqual(pauses.toSorted((a, b) => a - b))
        const below = percentile(pauses, 0.5)
        const above = -percentile(
          pauses.map((pause) => -pause),
          0.5,
        )
        const rhythm = { usualDays: (below + above) / 2, longDays: percentile(pauses, 0.95) }
        expect(measureRhythm(list)).toEqual(pauses.length < 3 ? undefined : rhythm)
      }),
    )
  })

  it('counts weekends as usual for an agency that publishes on working days', () => {
    const weeks = Array.from({ length: 40 }, (_, day) => day).filter((day) => day % 7 < 5)
    expect(measureRhythm(weeks)).toEqual({ usualDays: 1, longDays: 3 })
  })
})

describe('the state of an agency', () => {
  const rhythm: PublicationRhythm = { usualDays: 1, longDays: 3 }
  const judge = (
    silentDays: number | undefined,
    failedRuns = 0,
    own: PublicationRhythm | undefined = rhythm,
  ) => judgeSilence({ silentDays, rhythm: own, failedRuns })

  it('follows its own longest usual pause', () => {
    expect([0, 3, 4, 9, 10, 90, 91].map((silent) => judge(silent))).toEqual([
      'FRESH',
      'FRESH',
      'LATE',
      'LATE',
      'SILENT',
      'SILENT',
      'STOPPED',
    ])
  })

  it('is unread after three failed scrapes, however long its silence is', () => {
    expect([judge(0, 2), judge(0, 3), judge(200, 3), judge(undefined, 3)]).toEqual([
      'FRESH',
      'UNREAD',
      'UNREAD',
      'UNREAD',
    ])
  })

  it('is unknown without a rhythm, until it has been silent for 90 days', () => {
    const unknown = (silentDays: number | undefined) =>
      judgeSilence({ silentDays, rhythm: undefined, failedRuns: 0 })
    expect([unknown(undefined), unknown(90), unknown(91)]).toEqual(['UNKNOWN', 'UNKNOWN', 'STOPPED'])
  })

  it('only gets worse with each day of silence', () => {
    const order = ['FRESH', 'LATE', 'SILENT', 'STOPPED']
    let judged = 0
    fc.assert(
      fc.property(days, (list) => {
        const own = measureRhythm(list)
        if (!own) return
        judged++
        const states = Array.from({ length: 1200 }, (_, day) => order.indexOf(judge(day, 0, own)))
        expect(states).toEqual(states.toSorted((a, b) => a - b))
        expect(states[own.longDays]).toBe(0)
        expect(states[own.longDays + 1]).toBeGreaterThan(0)
        expect(states[silentAfter(own.longDays) + 1]).toBeGreaterThan(1)
        expect(states.at(-1)).toBe(3)
      }),
    )
    expect(judged).toBeGreaterThan(25)
  })
})
