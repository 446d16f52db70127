import { badInput } from '@pauta/platform/errors'
import { parseFilledRecorte, type Recorte, type RecorteInput } from '../recortes/recorte.ts'
import { parseSchedule, type Schedule } from '../schedules/schedule.ts'
import { parseEmails } from '../subscriptions/channels.ts'

/** Id of the user who is the author of the clippings of all alerts. Nobody can log in as this user. */
export const ALERTS_AUTHOR_ID = 'pauta-alerts'

/** How often an alert arrives: every day, or on Mondays, at 7:00 local time. */
export type AlertFrequency = 'DAILY' | 'WEEKLY'

const SCHEDULES: Record<AlertFrequency, string> = { DAILY: '0 7 * * *', WEEKLY: '0 7 * * 1' }

/** Days in which a request can be confirmed. The purge removes later ones. */
export const CONFIRM_WITHIN_DAYS = 7

/** One recorte that an address without an account gets by e-mail: a clipping whose author is the service. */
export interface Alert {
  /** Id of its clipping. */
  id: string
  recorte: Recorte
  frequency: AlertFrequency
  confirmed: boolean
  createdAt: Date
  nextRunAt: Date | null
}

/** A checked request for an alert. */
export interface AlertDraft {
  /** In lower case. */
  email: string
  recorte: Omit<Recorte, 'id'>
  frequency: AlertFrequency
}

/** Returns the schedule of an alert. */
export const scheduleOf = (frequency: AlertFrequency): Schedule =>
  parseSchedule(SCHEDULES[frequency], 'frequency')

/** Returns the frequency of the stored schedule of an alert. */
export const frequencyOf = (schedule: string): AlertFrequency =>
  schedule === SCHEDULES.WEEKLY ? 'WEEKLY' : 'DAILY'

/** Checks a request for an alert. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the argument. */
export function parseAlert(input: {
  email: string
  recorte: RecorteInput
  frequency: AlertFrequency
}): AlertDraft {
  const [email] = parseEmails([input.email], 'input.email')
  if (email === undefined) throw badInput('input.email', 'informe um endereço de e-mail.')
  return {
    email,
    recorte: parseFilledRecorte(input.recorte, 'input.recorte'),
    frequency: input.frequency,
  }
}

/** Returns an address with most of its name hidden, for pages that open without being logged in: `m•••@exemplo.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
