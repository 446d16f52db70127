import { MINUTE_MS, SECOND_MS, localDay, startOfLocalDay } from '@pauta/platform/time/time'
import { Random } from '../random.ts'
import type { LocalDate } from '../texts/story.ts'

/** Articles per weekday, Sunday first, as a share of a full working day. */
const WEEKDAY_WEIGHTS = [0.12, 0.88, 1, 1.02, 1, 0.86, 0.2] as const
/** Working days differ: the weight of a day varies by up to this share. */
const DAY_SPREAD = 0.15
/** Share of articles at 00:00 local time: many agencies publish a date without a time. */
const MIDNIGHT_SHARE = 0.12
const OFFICE_OPENS_MINUTES = 8 * 60
const OFFICE_MINUTES = 11 * 60
const DAY_MINUTES = 24 * 60
const NIGHT_SHARE = 0.06

/** One local day of publishing. */
export interface PublishingDay {
  date: LocalDate
  start: Date
  /** Exclusive end: every article of the day is earlier. */
  end: Date
  /** Whole days until the last day of the plan, which has 0. */
  age: number
  articles: number
}

function toLocalDate(start: Date): LocalDate {
  const [year = 0, month = 0, day = 0] = localDay(start).split('-').map(Number)
  return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

/** Plans the days: few articles at weekends, and for today only the part that has passed. */
function weightOf(date: LocalDate, start: Date, end: Date): number {
  const minutes = (end.getTime() - start.getTime()) / MINUTE_MS
  const passed = Math.min(1, Math.max(0, (minutes - OFFICE_OPENS_MINUTES) / OFFICE_MINUTES))
  const mood = new Random(date.year * 10_000 + date.month * 100 + date.day).next()
  return (WEEKDAY_WEIGHTS[date.weekday] ?? 1) * passed * (1 + DAY_SPREAD * (2 * mood - 1))
}

export interface CalendarPlan {
  now: Date
  days: number
  /** Exact total of articles. */
  count: number
  /** Share of the first day relative to the last. 1 means no growth. */
  startShare: number
}

function dayAt(plan: CalendarPlan, age: number): { date: LocalDate; start: Date; end: Date } {
  const start = startOfLocalDay(plan.now, -age)
  const end = age === 0 ? plan.now : startOfLocalDay(plan.now, 1 - age)
  return { date: toLocalDate(start), start, end }
}

function shareOf(plan: CalendarPlan, age: number): number {
  const { date, start, end } = dayAt(plan, age)
  const growth = 1 - (1 - plan.startShare) * (age / Math.max(plan.days - 1, 1))
  return weightOf(date, start, end) * growth
}

/** Returns the days of the plan, oldest first. Their articles add up to `count`. */
export function* planDays(plan: CalendarPlan): Generator<PublishingDay> {
  let total = 0
  for (let age = plan.days - 1; age >= 0; age--) total += shareOf(plan, age)
  if (total === 0) throw new Error('the plan has no working hours: give it at least 8 days')
  let share = 0
  let planned = 0
  for (let age = plan.days - 1; age >= 0; age--) {
    share += shareOf(plan, age)
    const due = Math.round((share / total) * plan.count)
    yield { ...dayAt(plan, age), age, articles: due - planned }
    planned = due
  }
}

function drawMinute(random: Random): number {
  if (random.chance(NIGHT_SHARE)) return random.next() * DAY_MINUTES
  // The mean of two draws: most news appears between late morning and afternoon.
  return OFFICE_OPENS_MINUTES + ((random.next() + random.next()) / 2) * OFFICE_MINUTES
}

/** Returns the publishing times of a day's articles, in order, in whole seconds. Some are at exactly 00:00. */
export function drawInstants(random: Random, day: PublishingDay): Date[] {
  const start = day.start.getTime()
  const span = day.end.getTime() - start
  const instants = Array.from({ length: day.articles }, () => {
    if (random.chance(MIDNIGHT_SHARE)) return start
    const offset = drawMinute(random) * MINUTE_MS
    // A time in the future moves into the part of today that has passed.
    const inside = offset < span ? offset : random.next() * span
    return start + Math.floor(inside / SECOND_MS) * SECOND_MS
  })
  return instants.sort((a, b) => a - b).map((instant) => new Date(instant))
}
