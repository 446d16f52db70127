import { Cron } from 'croner'
import { badInput } from '@pauta/platform/errors'
import { HOUR_MS, ZONE } from '@pauta/platform/time/time'

/** The schedule of a clipping: a cron expression of five fields in local time, at most one run an hour. */
export interface Schedule {
  /** The expression with single spaces. */
  text: string
  cron: Cron
}

const FIELDS = 5
const SHOWN_CHARACTERS = 100
/** Allows numbers, names, ranges, lists and steps. Extensions of cron dialects mean different things elsewhere. */
const FIELD = /^(?:\*|(?:\d{1,2}|[A-Z]{3})(?:-(?:\d{1,2}|[A-Z]{3}))?)(?:\/\d{1,2})?$/i

function open(text: string): Cron {
  // If both day fields are set, a day matches either, as in Vixie cron.
  return new Cron(text, { timezone: ZONE, paused: true, mode: '5-part', domAndDow: false })
}

/** Returns up to two runs after 1970. */
function nextTwo(text: string): Date[] {
  return open(text).nextRuns(2, new Date(0))
}

/** Returns the fault of an expression, in Portuguese for users, or undefined. */
function findFault(fields: readonly string[]): string | undefined {
  if (fields.length !== FIELDS) return 'use cinco campos (minuto hora dia mês dia-da-semana)'
  if (!fields.every((field) => field.split(',').every((item) => FIELD.test(item))))
    return 'use números, nomes, listas (,), intervalos (-) e passos (/)'
  try {
    if (nextTwo(fields.join(' ')).length === 0) return 'essa data não existe em ano algum'
    const [first, second] = nextTwo(`${fields[0]} * * * *`)
    const apart = first && second ? second.getTime() - first.getTime() : 0
    return apart < HOUR_MS ? 'no máximo um envio por hora: escolha um só minuto' : undefined
  } catch {
    return 'há um valor fora do intervalo do seu campo'
  }
}

/**
 * Parses a cron expression of exactly five fields. Throws BAD_USER_INPUT, naming the argument and the expression, when
 * it is invalid, would run more than once an hour, or would never run.
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
