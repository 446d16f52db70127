import { Cron } from 'croner'

/** The times at which a schedule runs. */
export interface Timetable {
  /** True for `at(…)`, which runs once. */
  once: boolean
  /** Returns the first time after `after`, or undefined when there is none. */
  findNext(after: Date): Date | undefined
}

/** The expression is not valid for EventBridge Scheduler. */
export class InvalidExpressionError extends Error {
  constructor(expression: string, reason: string) {
    super(`Invalid Schedule Expression ${expression}. ${reason}`)
    this.name = 'InvalidExpressionError'
  }
}

const MINUTE_MS = 60_000
const UNIT_MS: Record<string, number> = {
  minute: MINUTE_MS,
  minutes: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  hours: 60 * MINUTE_MS,
  day: 1440 * MINUTE_MS,
  days: 1440 * MINUTE_MS,
}
/** Highest value of each field of `cron(…)`: minute, hour, day of month, month, day of week, year. */
const FIELD_MAX = [59, 23, 31, 12, 7, 2199]

/**
 * Parses `at(yyyy-mm-ddThh:mm:ss)`, `rate(n minutes|hours|days)` or `cron(minute hour day month weekday year)`. `at`
 * and `cron` use local time of the zone. `rate` counts from `start`. Throws InvalidExpressionError.
 */
export function readExpression(expression: string, timeZone: string, start: Date): Timetable {
  const match = /^(at|rate|cron)\((.+)\)$/.exec(expression.trim())
  const argument = match?.[2]?.trim() ?? ''
  try {
    // Throws for an unknown zone. croner itself would throw only at the first run.
    Intl.DateTimeFormat('en', { timeZone })
    if (match?.[1] === 'at') return readAt(argument, timeZone)
    if (match?.[1] === 'rate') return readRate(argument, start)
    if (match?.[1] === 'cron') return readCron(argument, timeZone)
  } catch (error) {
    throw new InvalidExpressionError(expression, error instanceof Error ? error.message : String(error))
  }
  throw new InvalidExpressionError(expression, 'It is neither at(), rate() nor cron().')
}

function readAt(argument: string, timeZone: string): Timetable {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(argument)) throw new Error('Write at(yyyy-mm-ddThh:mm:ss).')
  const time = new Cron(argument, { timezone: timeZone, paused: true }).nextRun(new Date(0))
  if (!time) throw new Error('There is no such time.')
  return { once: true, findNext: (after) => (time > after ? time : undefined) }
}

function readRate(argument: string, start: Date): Timetable {
  const [, count, unit] = /^([1-9]\d{0,5})\s+([a-z]+)$/.exec(argument) ?? []
  const unitMs = UNIT_MS[unit ?? '']
  if (count === undefined || unitMs === undefined) throw new Error('Write rate(n minutes|hours|days).')
  const interval = Number(count) * unitMs
  const findNext = (after: Date) => {
    const passed = Math.max(0, Math.floor((after.getTime() - start.getTime()) / interval))
    return new Date(start.getTime() + (passed + 1) * interval)
  }
  return { once: false, findNext }
}

function readCron(argument: string, timeZone: string): Timetable {
  const fields = argument.split(/\s+/)
  const [minute, hour, day, month, weekday, year] = fields.map(translateField)
  if (fields.length !== FIELD_MAX.length) throw new Error('Six fields are needed.')
  if ([fields[2], fields[4]].filter((field) => field === '?').length !== 1) {
    throw new Error('Either the day of the month or the day of the week must be ?.')
  }
  if (/(?<![#\d])(?:[089]|\d\d)/.test(fields[4] ?? ''))
    throw new Error('Days of the week are 1 (Sunday) to 7.')
  const cron = new Cron(`0 ${minute} ${hour} ${day} ${month} ${weekday} ${year}`, {
    timezone: timeZone,
    paused: true,
    mode: '7-part',
    // AWS counts days of the week from Sunday = 1.
    alternativeWeekdays: true,
  })
  return { once: false, findNext: (after) => cron.nextRun(after) ?? undefined }
}

/** AWS writes `0/15` for "every 15 from 0" and `?` for "any". */
function translateField(field: string, position: number): string {
  const max = FIELD_MAX[position] ?? 0
  return field.replaceAll('?', '*').replaceAll(/(?<![-\d])(\d+)\//g, `$1-${max}/`)
}
