import { SECOND_MS } from '../time/time.ts'

/**
 * Parses a Retry-After header, which contains seconds or an HTTP date (RFC 9110, 10.2.3). Returns milliseconds from
 * `now`, 0 for a date in the past, or undefined for a missing or invalid value. Callers limit the time that they wait.
 */
export function readRetryAfter(value: string | null | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}
