import { isDay } from './run-window.ts'
import * as z from 'zod'
import { HOUR_MS, localDay } from '@pauta/platform/time/time'

/** One fault of a request. Every error of the service has a list of them under `detail`. */
export interface Fault {
  type: string
  loc: (string | number)[]
  msg: string
  input?: unknown
}

const AGENCIES_MAX = 500

const day = z.string().refine(isDay, { error: 'a day as YYYY-MM-DD', params: { type: 'date_parsing' } })

/** Body of the scrape routes. Null counts as missing, and unknown fields are ignored. */
export const scrapeBodySchema = z
  .object({
    start_date: day,
    end_date: day.nullish(),
    agencies: z.array(z.string()).max(AGENCIES_MAX).nullish(),
    allow_update: z.boolean().nullish(),
    sequential: z.boolean().nullish(),
  })
  .transform(({ start_date, end_date, agencies, allow_update }) => ({
    start_date,
    end_date: end_date ?? start_date,
    agencies: agencies ?? [],
    allow_update: allow_update ?? false,
  }))
  .refine(({ start_date, end_date }) => start_date <= end_date, {
    path: ['end_date'],
    error: 'end_date is before start_date',
    params: { type: 'date_order' },
  })

/** A request of a scrape route. `agencies` is empty for all. */
export type ScrapeBody = z.output<typeof scrapeBodySchema>

/** Returns the request for the news of the last hour, in local days. */
export function scrapeRequest(agencies: readonly string[], at: Date) {
  return {
    start_date: localDay(new Date(at.getTime() - HOUR_MS)),
    end_date: localDay(at),
    agencies,
    allow_update: false,
    sequential: true,
  }
}

const INPUT_MAX_CHARACTERS = 200

function shorten(input: unknown): unknown {
  const text = JSON.stringify(input) ?? ''
  return text.length > INPUT_MAX_CHARACTERS ? `${text.slice(0, INPUT_MAX_CHARACTERS)}…` : input
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
}

const typeOf = (issue: z.core.$ZodIssue, input: unknown): string => {
  if (input === undefined) return 'missing'
  if (issue.code === 'invalid_type') return `${issue.expected}_type`
  const named: unknown = issue.code === 'custom' ? issue.params?.['type'] : undefined
  return typeof named === 'string' ? named : issue.code
}

/** Returns the faults of a body, each with its place and the wrong value. */
export function listFaults(error: z.ZodError, body: unknown): Fault[] {
  return error.issues.map((issue) => {
    const input = valueAt(body, issue.path)
    const loc = ['body', ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
    return {
      type: typeOf(issue, input),
      loc,
      msg: input === undefined ? 'field required' : issue.message,
      ...(input !== undefined && { input: shorten(input) }),
    }
  })
}
