import { badInput } from '@pauta/platform/errors'
import { optionalText, requiredText } from '@pauta/platform/input/text-input'
import { parseEmails, type DeliveryChannels } from '../subscriptions/channels.ts'
import { parseCalendarDay } from '../schedules/due-time.ts'
import { parseRecortes, type Recorte, type RecorteInput } from '../recortes/recorte.ts'
import { parseSchedule, type Schedule } from '../schedules/schedule.ts'
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from './bounds.ts'

const PROMPT_MAX_CHARACTERS = 2000
/** Clippings that one user may have made. */
export const AUTHORED_MAX = 50

/**
 * A clipping with its recortes and its listing, without fields that depend on the viewer. Days are local, `YYYY-MM-DD`.
 */
export interface Clipping {
  id: string
  authorUserId: string
  name: string
  description: string | null
  recortes: Recorte[]
  prompt: string | null
  schedule: string
  scheduleTime: string | null
  startDate: string | null
  endDate: string | null
  includeHistory: boolean
  active: boolean
  nextRunAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** Id of the active listing; null when the clipping is not published. */
  marketplaceListingId: string | null
}

/** A clipping as the API receives it, unchecked. */
export interface ClippingInput {
  name: string
  schedule: string
  description?: string | null | undefined
  recortes: readonly RecorteInput[]
  prompt?: string | null | undefined
  scheduleTime?: string | null | undefined
  startDate?: string | null | undefined
  endDate?: string | null | undefined
  extraEmails?: readonly string[] | null | undefined
  includeHistory?: boolean | null | undefined
  deliveryChannels?: DeliveryChannels | null | undefined
}

/** A checked `ClippingInput`. In the last three fields null means: leave unchanged. */
export interface ClippingDraft extends Pick<
  Clipping,
  'name' | 'description' | 'prompt' | 'scheduleTime' | 'startDate' | 'endDate'
> {
  recortes: Omit<Recorte, 'id'>[]
  schedule: Schedule
  includeHistory: boolean | null
  extraEmails: string[] | null
  deliveryChannels: DeliveryChannels | null
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/
/** PostgreSQL has no year 0, and no clipping needs a later day. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2100-12-31'

function parseTimeOfDay(text: string | null | undefined): string | null {
  const time = text?.trim()
  if (!time) return null
  if (!TIME_OF_DAY.test(time)) throw badInput('input.scheduleTime', 'use HH:MM, de 00:00 a 23:59.')
  return time
}

function parseDay(text: string | null | undefined, argument: string): string | null {
  if (!text?.trim()) return null
  const day = parseCalendarDay(text, argument)
  if (day < FIRST_DAY || day > LAST_DAY)
    throw badInput(argument, `deve ficar entre ${FIRST_DAY} e ${LAST_DAY}.`)
  return day
}

/** Checks everything that needs no database. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the field. */
export function parseClipping(input: ClippingInput): ClippingDraft {
  const startDate = parseDay(input.startDate, 'input.startDate')
  const endDate = parseDay(input.endDate, 'input.endDate')
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw badInput('input.endDate', 'deve ser igual ou posterior a input.startDate.')
  return {
    name: requiredText(input.name, 'input.name', NAME_MAX_CHARACTERS),
    description: optionalText(input.description, 'input.description', DESCRIPTION_MAX_CHARACTERS),
    recortes: parseRecortes(input.recortes),
    prompt: optionalText(input.prompt, 'input.prompt', PROMPT_MAX_CHARACTERS),
    schedule: parseSchedule(input.schedule, 'input.schedule'),
    scheduleTime: parseTimeOfDay(input.scheduleTime),
    startDate,
    endDate,
    includeHistory: input.includeHistory ?? null,
    extraEmails: input.extraEmails ? parseEmails(input.extraEmails, 'input.extraEmails') : null,
    deliveryChannels: input.deliveryChannels ?? null,
  }
}
