import { DAY_MS, localDay, parseStart, startOfLocalDay } from '@pauta/platform/time/time'
import { nextRun, type Schedule } from './schedule.ts'

/** The inputs of `findNextRun`. Days are local, `YYYY-MM-DD`. */
export interface Timing {
  schedule: Schedule
  active: boolean
  startDate: string | null
  /** Inclusive, as a whole day. */
  endDate: string | null
}

/** 00:00 local time of a local day. */
function startOfDay(day: string): Date {
  return parseStart(day, 'day')
}

/**
 * Returns the first run after now and after the start of `startDate`, or null when there is none up to the end of
 * `endDate`.
 */
export function findNextRun({ schedule, active, startDate, endDate }: Timing, now: Date): Date | null {
  if (!active) return null
  const start = startDate === null ? now : startOfDay(startDate)
  const next = nextRun(schedule, start > now ? start : now)
  if (!next) return null
  return endDate !== null && next >= startOfLocalDay(startOfDay(endDate), 1) ? null : next
}

/**
 * Converts a date or instant into a clipping's first or last day. Midnight UTC means its UTC date, because `new
 * Date('2026-12-24').toISOString()` writes a date so; any other instant means its local day. Throws BAD_USER_INPUT
 * naming `argument`.
 */
export function parseCalendarDay(text: string, argument: string): string {
  const at = parseStart(text, argument)
  return at.getTime() % DAY_MS === 0 ? at.toISOString().slice(0, 'yyyy-mm-dd'.length) : localDay(at)
}
