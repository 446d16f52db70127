import { startOfLocalDay } from '@pauta/platform/time/time'
import { describe, expect, it } from 'vitest'
import { drawInstants, planDays } from './calendar.ts'
import { Random } from '../random.ts'

const plan = { now: new Date('2026-06-03T17:00:00Z'), days: 30, count: 1000, startShare: 1 }

describe('calendar', () => {
  it('distributes the whole count over local days, oldest first', () => {
    const days = [...planDays(plan)]
    expect(days).toHaveLength(30)
    expect(days.reduce((sum, day) => sum + day.articles, 0)).toBe(1000)
    expect(days.map((day) => day.age)).toEqual(Array.from({ length: 30 }, (_, at) => 29 - at))
    expect(days.at(-1)?.date).toEqual({ year: 2026, month: 6, day: 3, weekday: 3 })
    expect(days.at(-1)?.end).toEqual(plan.now)
  })

  it('gives today only the part that has passed, and nothing before office hours', () => {
    const articlesToday = (now: string) =>
      [...planDays({ ...plan, now: new Date(now) })].at(-1)?.articles ?? 0
    expect(articlesToday('2026-06-03T09:00:00Z')).toBe(0)
    expect(articlesToday('2026-06-03T14:00:00Z')).toBeLessThan(articlesToday('2026-06-03T20:00:00Z'))
  })

  it('increases from the first day to the last', () => {
    const days = [...planDays({ ...plan, days: 700, count: 50_000, startShare: 0.2 })]
    const sum = (from: number, to: number) =>
      days.slice(from, to).reduce((total, day) => total + day.articles, 0)
    expect(sum(600, 700)).toBeGreaterThan(3 * sum(0, 100))
  })

  it('keeps instants within the day, in order and in whole seconds', () => {
    const random = new Random(5)
    for (const day of planDays(plan)) {
      const instants = drawInstants(random, day).map((instant) => instant.getTime())
      expect(instants).toEqual([...instants].sort((a, b) => a - b))
      expect(
        instants.filter((at) => at < day.start.getTime() || at >= day.end.getTime() || at % 1000 !== 0),
      ).toEqual([])
    }
  })

  it('dates a share of the news at exactly 00:00 local time', () => {
    const day = [...planDays(plan)].find((candidate) => candidate.articles > 30)
    if (day === undefined) throw new Error('no busy day')
    const instants = drawInstants(new Random(5), { ...day, articles: 1000 })
    const midnight = startOfLocalDay(day.start).getTime()
    expect(instants.filter((at) => at.getTime() === midnight).length).toBeGreaterThan(80)
  })

  it('refuses a plan without a working hour', () => {
    const night = { now: new Date('2026-06-03T05:00:00Z'), days: 1, count: 5, startShare: 1 }
    expect(() => [...planDays(night)]).toThrow('give it at least 8 days')
  })
})
