import { Cron } from 'croner'
import { badInput } from '@pauta/platform/errors'
import { HOUR_MS, ZONE } from '@pauta/platform/time/time'

/** When a clipping runs: five fields of cron in local time, at most once an hour. */
export interface Schedule {
  /** As it was written, with single spaces. */
  text: string
  cron: Cron
}

const FIELDS = 5
const SHOWN_CHARACTERS = 100
/** Numbers, names, ranges, lists and steps; what cron dialects add to them means something else elsewhere. */
const FIELD = /^(?:\*|(?:\d{1,2}|[A-Z]{3})(?:-(?:\d{1,2}|[A-Z]{3}))?)(?:\/\d{1,2})?$/i

function open(text: string): Cron {
  // Both day fields set: either matches, as in every cron since the first.
  return new Cron(text, { timezone: ZONE, paused: true, mode: '5-part', domAndDow: false })
}

/** The two runs that are nearest after an instant, as far as there are any. */
function nextTwo(text: string): Date[] {
  return open(text).nextRuns(2, new Date(0))
}

/** What is wrong with an expression, in words for people; undefined when nothing is. */
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
 * Reads a cron expression of exactly five fields. Throws BAD_USER_INPUT that names the argument and the expression when
 * it cannot be read, would run more than once in an hour, or would never run.
 */
export function parseSchedule(text: string, argument: string): Schedule {
  const fields = text.trim().split(/\s+/)
  const fault = findFault(fields)
  if (fault !== undefined)
    throw badInput(argument, `expressão cron inválida: "${text.slice(0, SHOWN_CHARACTERS)}" (${fault}).`)
  const written = fields.join(' ')
  return { text: written, cron: open(written) }
}

/** The first run after an instant, exclusive. */
export function nextRun({ cron }: Schedule, after: Date): Date | undefined {
  return cron.nextRun(after) ?? undefined
}

/** Hours from the run before an instant to the first one at or after it: how far apart runs lie there. */
export function intervalHours({ cron }: Schedule, at: Date): number {
  const run = cron.nextRun(new Date(at.getTime() - 1))
  const [before] = run ? cron.previousRuns(1, run) : []
  // The calendar repeats within eight years; a schedule that ran once and never before has no interval.
  return run && before ? (run.getTime() - before.getTime()) / HOUR_MS : 0
}
