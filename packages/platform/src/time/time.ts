import { DateTime } from 'luxon'
import { badInput } from '../errors.ts'

/** The time zone of days, periods, clipping schedules and "today". */
export const ZONE = 'America/Sao_Paulo'

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Clocks of healthy machines differ by less: an instant that is further ahead was written by a wrong clock. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS

/** A half-open range: includes `from`, excludes `to`. Undefined ends are open. */
export interface DateWindow {
  from?: Date | undefined
  to?: Date | undefined
}

const latest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earliest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

/** Returns the instants that are in both windows. The result is empty when its `to` is not later than its `from`. */
export function intersectWindows(a: DateWindow, b: DateWindow): DateWindow {
  return { from: latest(a.from, b.from), to: earliest(a.to, b.to) }
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i

interface Parsed {
  /** In the local zone, or of the offset in the text. 00:00 for a date without time. */
  at: DateTime
  dateOnly: boolean
}

function parse(text: string, argument: string): Parsed {
  const trimmed = text.trim()
  const dateOnly = DATE_ONLY.test(trimmed)
  if (dateOnly || INSTANT.test(trimmed)) {
    // An instant with an offset keeps it: its local time, which takes 40 µs, is not needed.
    const at = DateTime.fromISO(trimmed.replace(' ', 'T'), { zone: ZONE, setZone: true })
    if (at.isValid) return { at, dateOnly }
  }
  throw badInput(argument, `data inválida: "${text.slice(0, 40)}". Use AAAA-MM-DD ou um instante ISO 8601.`)
}

// Years from 0000 to 9999 include instants that do not exist or have another ISO format. Such dates are limited to the
// first or last supported instant, which contains the same articles.
const FIRST_INSTANT_MS = Date.parse('0001-01-02T00:00:00Z')
const LAST_INSTANT_MS = Date.parse('9999-12-31T00:00:00Z')

function bounded(at: DateTime): Date {
  return new Date(Math.min(Math.max(at.toMillis(), FIRST_INSTANT_MS), LAST_INSTANT_MS))
}

const firstAfter = ({ at, dateOnly }: Parsed): Date =>
  bounded(dateOnly ? at.plus({ days: 1 }).startOf('day') : at)

/**
 * Returns the first instant of a range. A date without time starts at 00:00 local; an instant without an offset is
 * local. Throws BAD_USER_INPUT naming `argument`.
 */
export function parseStart(text: string, argument: string): Date {
  return bounded(parse(text, argument).at)
}

/**
 * Returns the first instant after a range. A date without time includes its whole local day; an instant is exclusive.
 * Throws BAD_USER_INPUT naming `argument`.
 */
export function parseEnd(text: string, argument: string): Date {
  return firstAfter(parse(text, argument))
}

/**
 * Parses both ends of an optional range. A blank end is open. Throws BAD_USER_INPUT naming the argument that cannot be
 * read, or the end that lies before its start.
 */
export function parseWindow(
  start: string | null | undefined,
  end: string | null | undefined,
  names: { start: string; end: string },
): DateWindow {
  const first = start?.trim() ? parse(start, names.start) : undefined
  const last = end?.trim() ? parse(end, names.end) : undefined
  // Days are compared as days: an end on the same day as a start at noon means the end of that day, so it is not
  // earlier.
  const until = last?.dateOnly ? last.at.endOf('day') : last?.at
  if (first && until && until < first.at)
    throw badInput(names.end, `deve ser igual ou posterior a ${names.start}.`)
  return { from: first && bounded(first.at), to: last && firstAfter(last) }
}

/** Formats an instant: `2026-06-01T12:00:00+00:00`, with milliseconds unless they are zero. */
export function formatInstant(date: Date): string {
  const text = date.toISOString()
  return `${text.slice(0, text.endsWith('.000Z') ? -'.000Z'.length : -1)}+00:00`
}

/** Formats an instant as people in Brazil write it, in local time: `01/06/2026 09:00:00`. */
export function formatLocalInstant(date: Date): string {
  return DateTime.fromJSDate(date, { zone: ZONE }).toFormat('dd/MM/yyyy HH:mm:ss')
}

/** Returns an instant whose UTC clock shows the local time of another, for formats that have no time zone. */
export function shiftToLocal(date: Date): Date {
  return DateTime.fromJSDate(date, { zone: ZONE }).setZone('utc', { keepLocalTime: true }).toJSDate()
}

/** Returns the local calendar day, `YYYY-MM-DD`. */
export function localDay(date: Date): string {
  return DateTime.fromJSDate(date, { zone: ZONE }).toISODate() ?? ''
}

/** Returns the local hour of the day, 0 to 23. */
export function localHour(date: Date): number {
  return DateTime.fromJSDate(date, { zone: ZONE }).hour
}

/** Returns the local day of the week: 0 for Monday, 6 for Sunday. */
export function localWeekday(date: Date): number {
  return DateTime.fromJSDate(date, { zone: ZONE }).weekday - 1
}

/** Returns 00:00 local of the day that contains `date`, shifted by whole days. */
export function startOfLocalDay(date: Date, shiftDays = 0): Date {
  return DateTime.fromJSDate(date, { zone: ZONE })
    .startOf('day')
    .plus({ days: shiftDays })
    .startOf('day')
    .toJSDate()
}

/** Earlier than any article: validation refuses earlier publications. */
const EARLIEST_MS = Date.UTC(1900, 0, 1)

/**
 * Returns the last `days` × 24 hours up to and including `now`. The window begins in 1900 at the earliest, so that
 * every number gives a valid instant.
 */
export function lastDays(days: number, now: Date): DateWindow {
  return {
    from: new Date(Math.max(now.getTime() - days * DAY_MS, EARLIEST_MS)),
    to: new Date(now.getTime() + 1),
  }
}

/** Returns whole seconds since 1970, the format of instants in the search index. */
export function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / SECOND_MS)
}
