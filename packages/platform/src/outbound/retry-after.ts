import { DateTime } from 'luxon'
import { SECOND_MS } from '../time/time.ts'

/**
 * Parses a Retry-After header, which contains seconds or an HTTP date in one of its three forms (RFC 9110, 10.2.3 and
 * 5.6.7). Returns milliseconds from `now`, 0 for a date in the past, or undefined for a missing or invalid value.
 * Callers limit the time that they wait.
 */
export function readRetryAfter(value: string | null | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS
  // Date.parse reads "-5" and "1 2" as dates in the past, which would mean no wait.
  const date = DateTime.fromHTTP(text)
  return date.isValid ? Math.max(0, date.toMillis() - now.getTime()) : undefined
}
