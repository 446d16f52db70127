import { Cron } from 'croner'
import { badInput } from '@pauta/platform/errors'
import { DAY_MS, HOUR_MS, MINUTE_MS, ZONE } from '@pauta/platform/time/time'

/**
 * The schedule of a clipping: a cron expression of five fields in local time, with at most 24 runs in a local day, at
 * least 15 minutes apart.
 */
export interface Schedule {
  /** The expression with single spaces. */
  text: string
  cron: Cron
}

const FIELDS = 5
const SHOWN_CHARACTERS = 100
const RUNS_PER_DAY_MAX = 24
const RUNS_APART_MS = 15 * MINUTE_MS
/** More than a year of days, with a 29th of February for schedules that need one. The zone has had no summer time since 2019. */
const DAYS_COMPARED = { from: new Date('2026-01-01T00:00:00Z'), runs: 400 }
/** Allows numbers, names, ranges, lists and steps. Extensions of cron dialects mean different things elsewhere. */
const FIELD = /^(?:\*|(?:\d{1,2}|[A-Z]{3})(?:-(?:\d{1,2}|[A-Z]{3}))?)(?:\/\d{1,2})?$/i

function open(text: string): Cron {
  // If both day fields are set, a day matches either, as in Vixie cron.
  return new Cron(text, { timezone: ZONE, paused: true, mode: '5-part', domAndDow: false })
}

/** Whether a schedule with these day fields may run on two days in a row. */
function hasNeighbours(dayFields: string): boolean {
  const days = open(`0 0 ${dayFields}`).nextRuns(DAYS_COMPARED.runs, DAYS_COMPARED.from)
  return days.slice(1).some((day, at) => day.getTime() - (days[at]?.getTime() ?? 0) === DAY_MS)
}

/** Returns the fault of an expression that runs too often, or undefined. */
function findCrowding([minute, hour, ...dayFields]: readonly string[]): string | undefined {
  // Every day has the same times, and this day has 24 hours.
  const day = new Date('2026-06-01T00:00:00Z')
  const times = new Cron(`${minute} ${hour} * * *`, { timezone: 'UTC', paused: true, mode: '5-part' })
    .nextRuns(RUNS_PER_DAY_MAX + 1, new Date(day.getTime() - 1))
    .map((run) => run.getTime() - day.getTime())
    .filter((time) => time < DAY_MS)
  if (times.length > RUNS_PER_DAY_MAX) return `no máximo ${RUNS_PER_DAY_MAX} envios por dia`
  const [first = 0] = times
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  const overnight = first + DAY_MS - (times.at(-1) ?? 0)
  const isTooClose =
    gaps.some((gap) => gap < RUNS_APART_MS) ||
    (overnight < RUNS_APART_MS && hasNeighbours(dayFields.join(' ')))
  return isTooClose ? `os envios devem ter ao menos ${RUNS_APART_MS / MINUTE_MS} minutos entre si` : undefined
}

/** Returns the fault of an expression, in Portuguese for users, or undefined. */
function findFault(fields: readonly string[]): string | undefined {
  if (fields.length !== FIELDS) return 'use cinco campos (minuto hora dia mês dia-da-semana)'
  if (!fields.every((field) => field.split(',').every((item) => FIELD.test(item))))
    return 'use números, nomes, listas (,), intervalos (-) e passos (/)'
  try {
    if (!open(fields.join(' ')).nextRun(new Date(0))) return 'essa data não existe em ano algum'
    return findCrowding(fields)
  } catch {
    return 'há um valor fora do intervalo do seu campo'
  }
}

/**
 * Parses a cron expression of exactly five fields. Throws BAD_USER_INPUT, naming the argument and the expression, when
 * it is invalid, would never run, or has more than 24 runs in a day or runs less than 15 minutes apart.
 */
export function parseSchedule(text: string, argument: string): Schedule {
  const fields = text.trim().split(/\s+/)
  const fault = findFault(fields)
  if (fault !== undefined)
    throw badInput(argument, `expressão cron inválida: "${text.slice(0, SHOWN_CHARACTERS)}" (${fault}).`)
  const written = fields.join(' ')
  return { text: written, cron: open(written) }
}

/** Returns the first run after an instant, exclusive. */
export function nextRun({ cron }: Schedule, after: Date): Date | undefined {
  return cron.nextRun(after) ?? undefined
}

/** Returns the hours between the last run before an instant and the first run at or after it. */
export function intervalHours({ cron }: Schedule, at: Date): number {
  const run = cron.nextRun(new Date(at.getTime() - 1))
  const [before] = run ? cron.previousRuns(1, run) : []
  // The calendar repeats within eight years. A schedule without an earlier run has no interval.
  return run && before ? (run.getTime() - before.getTime()) / HOUR_MS : 0
}
