import type { Stamp } from './stamp.ts'

/** Days at Brasília, `YYYY-MM-DD`, both included: of a run, or of a part of it. */
export type DayWindow = { readonly start: string; readonly end: string }

const BRASILIA_OFFSET_MINUTES = -180
const MINUTE_MILLISECONDS = 60_000
/** Hours of `am` and `pm`. */
const NOON = 12
/** Added to years of two digits. */
const CENTURY = 2_000
/** Plone writes 1969 and 2499 for "never". */
const FIRST_YEAR = 1970
const LAST_YEAR = 2498

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(\d{1,2})\s?(?:h(?:oras?)?(?![a-zç]):?|:(?=\d{2})|\.(?=\d{2}\s?h))\s?(\d{2})?(?::(\d{2}))?(?:\s?([ap])\.?m\b)?`
const BETWEEN = String.raw`(?:[\s,;|–—-]|às|as|\bat\b|\bhor(?:a|ário):?){0,6}`
/** `10/02/2026`, `10/02/26`, `10.02.2026` or `10-02-2026`, which is no part of a longer number such as that of a case or a version. */
const NUMERIC_DAY = String.raw`(?<!\d|\d[./])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<=\d{2}/\d{2}/)\d{2})(?!\d|[./]\d)`
const NUMERIC = new RegExp(String.raw`${NUMERIC_DAY}(?:${BETWEEN}${TIME}(?!\d))?`, 'i')
const LONG = new RegExp(
  String.raw`(?<!\d)(\d{1,2})[º°o]?(?:\s(?:de\s)?|[/-])((?:${MONTHS.join('|')})[a-zç]{0,6})\.?,?(?:\s(?:de\s)?|[/-])(\d{4})(?!\d)(?:${BETWEEN}${TIME}(?!\d))?`,
  'i',
)
/** `Feb 10, 2026 05:05 PM`, as Plone writes it for readers of English. */
const ENGLISH = new RegExp(
  String.raw`\b(${ENGLISH_MONTHS.join('|')})[a-z]{0,6}\.?\s(\d{1,2}),?\s(\d{4})(?!\d)(?:${BETWEEN}${TIME}(?!\d))?`,
  'i',
)
/** `2026-02-10` within text. */
const ISO_DAY = new RegExp(
  String.raw`(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\dT-])(?:${BETWEEN}${TIME}(?!\d))?`,
  'i',
)
const ISO =
  /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|(?:GMT)?[+-]\d{1,2}(?::?\d{2})?)?)?$/i
const RFC_822 =
  /^(?:[a-z]{3},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{2}:?\d{2}|[a-z]{1,4})?$/i
const ZONES: Record<string, number> = { GMT: 0, UT: 0, UTC: 0, Z: 0, BRT: -180, BRST: -120 }

type Parts = {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
  micros?: number
  offsetMinutes?: number
}

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
const numberOr = (text: string | undefined, other: number) => (text === undefined ? other : Number(text))

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** A day that its month lacks falls in another month. */
function isRealDay({ year, month, day }: Parts): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1
}

/** Null for impossible numbers and for years that mean "never". */
function stampOf(parts: Parts): Stamp | null {
  const { hour = 0, minute = 0, second = 0, micros = 0, offsetMinutes = BRASILIA_OFFSET_MINUTES } = parts
  if (!isRealDay(parts) || hour > 23 || minute > 59 || second > 59) return null
  if (parts.year < FIRST_YEAR || parts.year > LAST_YEAR || Math.abs(offsetMinutes) > 14 * 60) return null
  const fraction = micros === 0 ? '' : `.${pad(micros, 6)}`
  const day = `${parts.year}-${pad(parts.month)}-${pad(parts.day)}`
  const time = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}`
  const isMidnight = hour === 0 && minute === 0 && second === 0 && micros === 0
  return { iso: `${day}T${time}${formatOffset(offsetMinutes)}`, precision: isMidnight ? 'day' : 'second' }
}

function offsetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const named = ZONES[text.toUpperCase()]
  const match = /^(?:GMT)?([+-])(\d{1,2}?):?(\d{2})?$/i.exec(text)
  if (match === null) return named
  const minutes = Number(match[2]) * 60 + numberOr(match[3], 0)
  return match[1] === '-' ? -minutes : minutes
}

function withOffset(parts: Parts, offset: string | undefined): Parts {
  const offsetMinutes = offsetOf(offset)
  return offsetMinutes === undefined ? parts : { ...parts, offsetMinutes }
}

/** Reads an ISO 8601 value: its offset is kept, without one −03:00 counts. Null for anything else. */
export function readIso(text: unknown): Stamp | null {
  const match = typeof text === 'string' ? ISO.exec(text.trim()) : null
  if (match === null) return null
  const [, year, , month, day, hour, minute, second, fraction, offset] = match
  const parts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: numberOr(hour, 0),
    minute: numberOr(minute, 0),
    second: numberOr(second, 0),
    micros: Number((fraction ?? '').slice(0, 6).padEnd(6, '0')),
  }
  return stampOf(withOffset(parts, offset))
}

/** Reads the date form of RSS, `Tue, 10 Feb 2026 17:05:00 -0300`. */
function readMailDate(text: string): Stamp | null {
  const match = RFC_822.exec(text.trim())
  if (match === null) return null
  const [, day, month, year, hour, minute, second, offset] = match
  const parts = {
    year: yearOf(year),
    month: ENGLISH_MONTHS.indexOf((month ?? '').toLowerCase()) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: numberOr(second, 0),
  }
  return stampOf(withOffset(parts, offset))
}

/** A year, also of two digits. */
const yearOf = (text: string | undefined) => Number(text) + (text?.length === 2 ? CENTURY : 0)

function dayAt(
  day: string | undefined,
  month: number,
  year: string | undefined,
  clock: (string | undefined)[],
) {
  const [hour = 0, minute = 0, second = 0] = clock.map((part) => numberOr(part, 0))
  const half = clock[3]?.toLowerCase()
  const isTwelve = half !== undefined && hour <= NOON
  const ofDay = isTwelve ? (hour % NOON) + (half === 'p' ? NOON : 0) : hour
  return stampOf({ year: yearOf(year), month, day: Number(day), hour: ofDay, minute, second })
}

/**
 * Reads the first date in Brazilian text, in −03:00: `10/02/2026`, `10/02/26`, `10.02.2026`, `10-02-2026`,
 * `10/fev/2026`, `10 de fevereiro de 2026`, `Feb 10, 2026` or `2026-02-10`, alone or before `17h05`, `17.05h`, `17h:05`,
 * `17:05`, ` - 17:05`, `às 17h`. Null when the text has no date or its first date is impossible.
 */
export function readBrazilian(text: string): Stamp | null {
  const [first] = [NUMERIC, LONG, ENGLISH, ISO_DAY]
    .map((form) => form.exec(text))
    .filter((match) => match !== null)
    .sort((one, other) => one.index - other.index)
  if (first === undefined) return null
  const [found, ...parts] = first
  if (/^\p{L}/u.test(found)) {
    const [name = '', day, year, ...clock] = parts
    return dayAt(day, ENGLISH_MONTHS.indexOf(name.toLowerCase()) + 1, year, clock)
  }
  if (/^\p{L}/u.test(parts[1] ?? '')) {
    const [day, name = '', year, ...clock] = parts
    return dayAt(day, MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1, year, clock)
  }
  if (/^\d{4}/.test(found)) {
    const [year, month, day, ...clock] = parts
    return dayAt(day, Number(month), year, clock)
  }
  const [day, , month, year, ...clock] = parts
  return dayAt(day, Number(month), year, clock)
}

/** Reads ISO values, the dates of RSS and Brazilian text, in this order. */
export function readAnyDate(text: string): Stamp | null {
  return readIso(text) ?? readMailDate(text) ?? readBrazilian(text)
}

/** The stamp without its time: 00:00 at Brasília of the day on which it falls there. */
export function startOfDay(stamp: Stamp): Stamp {
  return { iso: `${dayOf(stamp)}T00:00:00-03:00`, precision: 'day' }
}

/** The day (`YYYY-MM-DD`) at Brasília on which a stamp falls. */
export function dayOf(stamp: Stamp): string {
  const local = new Date(Date.parse(stamp.iso) + BRASILIA_OFFSET_MINUTES * MINUTE_MILLISECONDS)
  return local.toISOString().slice(0, 10)
}
