const LOCALE = 'pt-BR'
const ZONE = 'America/Sao_Paulo'

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const precise = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 })
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
const finePercent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const change = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const day = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: ZONE })
const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })

export const formatCount = (value: number): string => whole.format(value)
export const formatDecimal = (value: number): string => oneDecimal.format(value)
/** For tables, whose shares and rates need more digits than pictures. */
export const formatPrecise = (value: number): string => precise.format(value)
/** Takes a share from 0 to 1. */
export const formatShare = (value: number): string => percent.format(value)
/** Takes a share from 0 to 1 that is often below 10 %. */
export const formatFineShare = (value: number): string => finePercent.format(value)
/** Takes the part by which a number grew, from -1: "+12%". */
export const formatChange = (value: number): string => change.format(value)
/** Takes a date without time, as `2026-06-01`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))
/** Takes an instant in ISO 8601 and returns its date and time in Brasília; a dash when there is none. */
export const formatMoment = (instant: string | null | undefined): string =>
  instant ? moment.format(new Date(instant)) : '–'
/** Returns the date in Brasília of an instant, as `2026-06-01`. */
export const toDay = (instant: Date): string => isoDay.format(instant)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MONTH_DAYS = 30

/** Returns the number of midnights of Brasília between two instants. */
const countMidnights = (earlier: Date, later: Date) =>
  Math.round((Date.parse(toDay(later)) - Date.parse(toDay(earlier))) / DAY_MS)

/**
 * Returns how long ago an instant was, in its largest whole unit: "há 3 horas". From 24 hours on, days of the calendar count,
 * because "ontem" names one. After 30 days, returns its date.
 */
export function formatAgo(instant: string, now: Date): string {
  const ms = now.getTime() - Date.parse(instant)
  if (ms > MONTH_DAYS * DAY_MS) return formatDay(toDay(new Date(instant)))
  if (ms >= DAY_MS) return ago.format(-countMidnights(new Date(instant), now), 'day')
  if (ms >= HOUR_MS) return ago.format(-Math.floor(ms / HOUR_MS), 'hour')
  return ms < MINUTE_MS ? ago.format(0, 'second') : ago.format(-Math.floor(ms / MINUTE_MS), 'minute')
}

/** Returns the date that many days before `now`, in Brasília. */
export const daysBefore = (now: Date, days: number): string => toDay(new Date(now.getTime() - days * DAY_MS))

const month = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Returns month and year of a date: "jun. de 26". */
export const formatMonth = (date: Date): string => month.format(date)

/** Returns a duration in its two largest units: "40 s", "4 min", "2 h 10 min", "3 dias". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${whole.format(Math.round(hours / 24))} dias`
}
