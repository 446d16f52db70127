import { byChannel, byUrl, type ByChannel, type UrlName } from '@pauta/platform/config/delivery-channels'
import type {
  ClippingInput,
  EditedClippingQuery,
  RecorteEvent,
  RecorteFiltersFragment,
} from '../../../api/generated/operations.ts'
import { toDay } from '../../../format.ts'
import { listEntries } from '../../../frame/list-entries.ts'
import { texts } from '../../../texts/texts.ts'
import type { EventWords } from './read-event-words.ts'
import type { ScheduleWords } from './read-schedule-words.ts'
import { EVERY_DAY, readSchedule, writeSchedule } from './schedule-times.ts'

/** The clipping that a person edits, as the API has it. */
export type EditedClipping = NonNullable<EditedClippingQuery['clipping']>

/** How a person receives a clipping, as the API has it. */
type Subscription = NonNullable<EditedClipping['mySubscription']>

/** Words are texts with commas, as a person types them. */
export interface RecorteDraft {
  /** Tells the recortes of a form apart while they change. */
  key: number
  title: string
  keywords: string
  excludeKeywords: string
  agencies: readonly string[]
  excludeAgencies: readonly string[]
  themes: readonly string[]
  /** Ids of entities. */
  entityCanonical: readonly string[]
  states: readonly string[]
  /** In the order of the form. */
  events: readonly RecorteEvent[]
}

/** What a recorte can bring, in the order of the form. */
export const EVENTS = ['PUBLISHED', 'EDITED', 'REMOVED'] as const satisfies readonly RecorteEvent[]

/** How a clipping arrives, as its form has it. */
export interface DeliveryDraft {
  recipients: string
  channels: Readonly<ByChannel<boolean>>
  /** The addresses that the person gives for some channels; '' for none. */
  urls: Readonly<Record<UrlName, string>>
}

/** The fields of the form of a clipping. */
export interface ClippingDraft extends DeliveryDraft {
  name: string
  description: string
  recortes: readonly RecorteDraft[]
  times: readonly string[]
  days: readonly number[]
  /** An expression that the form cannot show; replaced by the times when a person chooses some. */
  otherSchedule: string | undefined
  /** First and last day in Brasília, as `2026-06-01`; '' for none. */
  startDate: string
  endDate: string
  /** Whether a first edition without news brings earlier ones. */
  includeHistory: boolean
  /** What the form keeps as it is. */
  kept: Pick<ClippingInput, 'prompt' | 'scheduleTime'>
}

const DEFAULT_TIMES = ['07:00']

/** A comma inside an expression separates words like a blank: an expression is a set of words. */
const writeEntries = (entries: readonly string[]) =>
  entries.map((entry) => entry.replaceAll(/[,;\n]/g, ' ')).join(', ')

/** Returns the fields of a recorte. */
export const draftRecorte = (recorte: RecorteFiltersFragment, key: number): RecorteDraft => ({
  key,
  title: recorte.title,
  keywords: writeEntries(recorte.keywords),
  excludeKeywords: writeEntries(recorte.excludeKeywords),
  agencies: recorte.agencies,
  excludeAgencies: recorte.excludeAgencies,
  themes: recorte.themes,
  entityCanonical: recorte.entityCanonical,
  states: recorte.states,
  events: EVENTS.filter((event) => recorte.events.includes(event)),
})

/** Returns a recorte without filters, with a key that no other one has. */
export const newRecorte = (others: readonly RecorteDraft[]): RecorteDraft =>
  draftRecorte(
    {
      title: '',
      themes: [],
      agencies: [],
      excludeAgencies: [],
      keywords: [],
      excludeKeywords: [],
      entityCanonical: [],
      states: [],
      events: ['PUBLISHED'],
    },
    Math.max(-1, ...others.map(({ key }) => key)) + 1,
  )

/** Returns the form of a new clipping by hand, which arrives by e-mail every morning. */
export const emptyDraft = (): ClippingDraft => ({
  name: '',
  description: '',
  recortes: [newRecorte([])],
  times: DEFAULT_TIMES,
  days: EVERY_DAY,
  otherSchedule: undefined,
  recipients: '',
  channels: byChannel((name) => name === 'email'),
  urls: byUrl(() => ''),
  startDate: '',
  endDate: '',
  includeHistory: false,
  kept: {},
})

/** Returns the form of what the agent proposes for a sentence, with the schedule and the events that the sentence names. */
export const draftOfProposal = (
  proposal: { suggestedName: string; description: string; recortes: readonly RecorteFiltersFragment[] },
  prompt: string,
  { times, days, events }: Pick<ScheduleWords, 'times' | 'days'> & Pick<EventWords, 'events'>,
): ClippingDraft => ({
  ...emptyDraft(),
  name: proposal.suggestedName,
  description: proposal.description,
  recortes: proposal.recortes.map((recorte, key) =>
    draftRecorte(events ? { ...recorte, events } : recorte, key),
  ),
  times: times ?? DEFAULT_TIMES,
  days: days ?? EVERY_DAY,
  kept: { prompt },
})

/** Returns the form of a clipping that exists. */
export function draftOfClipping(clipping: EditedClipping): ClippingDraft {
  const schedule = readSchedule(clipping.schedule)
  const { prompt, scheduleTime, startDate, endDate, deliveryChannels, mySubscription } = clipping
  const dayOf = (instant: string | null | undefined) => (instant ? toDay(new Date(instant)) : '')
  return {
    name: clipping.name,
    description: clipping.description ?? '',
    recortes: clipping.recortes.map(draftRecorte),
    times: schedule?.times ?? [],
    days: schedule?.days ?? EVERY_DAY,
    otherSchedule: schedule ? undefined : clipping.schedule,
    recipients: writeEntries(clipping.extraEmails),
    channels: byChannel((name) => deliveryChannels?.[name] ?? false),
    urls: byUrl((name) => mySubscription?.[name] ?? ''),
    startDate: dayOf(startDate),
    endDate: dayOf(endDate),
    includeHistory: clipping.includeHistory,
    kept: { prompt, scheduleTime },
  }
}

/** Returns the form of how a person receives a clipping of another one. */
export const draftOfSubscription = (subscription: Subscription): DeliveryDraft => ({
  recipients: writeEntries(subscription.extraEmails),
  // The client adds names of types to answers.
  channels: byChannel((name) => subscription.deliveryChannels[name]),
  urls: byUrl((name) => subscription[name] ?? ''),
})

/** Returns the addresses to save. The form does not show that of a channel that is off, so nothing may be wrong in it. */
export const urlsOf = ({ channels, urls }: DeliveryDraft): Record<UrlName, string | null> =>
  byUrl((name, channel) => (channels[channel] ? urls[name].trim() : null))

/** Returns the filters of a recorte as the API takes them. */
export const filtersOf = ({
  keywords,
  excludeKeywords,
  agencies,
  excludeAgencies,
  themes,
  entityCanonical,
  states,
}: RecorteDraft) => ({
  themes: [...themes],
  agencies: [...agencies],
  excludeAgencies: [...excludeAgencies],
  keywords: listEntries(keywords),
  excludeKeywords: listEntries(excludeKeywords),
  entityCanonical: [...entityCanonical],
  states: [...states],
})

/** Returns whether a recorte selects anything: excluded words and agencies alone select nothing. */
export const selectsNews = (recorte: RecorteDraft): boolean => {
  const { themes, agencies, keywords, entityCanonical, states } = filtersOf(recorte)
  return [themes, agencies, keywords, entityCanonical, states].some((values) => values.length > 0)
}

/** Returns the cron expression of the form, or undefined where one expression cannot have its times. */
export const scheduleOf = ({ times, days, otherSchedule }: ClippingDraft): string | undefined =>
  times.length === 0 && otherSchedule !== undefined ? otherSchedule : writeSchedule({ times, days })

/** Returns the cron expression of the form. Throws an error with what a person can do where there is none. */
export function getSchedule(draft: ClippingDraft): string {
  const schedule = scheduleOf(draft)
  if (schedule === undefined) throw new Error(texts.editor.badSchedule)
  return schedule
}

/** Throws an error with what a person can do where a recorte has no filters: it would never bring anything. */
export function checkRecortes({ recortes }: Pick<ClippingDraft, 'recortes'>): void {
  const at = recortes.findIndex((recorte) => !selectsNews(recorte))
  const empty = recortes[at]
  if (empty) throw new Error(texts.editor.emptyRecorte(empty.title.trim() || texts.editor.recorte(at + 1)))
}

/** Returns what the API saves. A recorte without a title has the name of its first filter. */
export function inputOf(draft: ClippingDraft, schedule: string): ClippingInput {
  return {
    ...draft.kept,
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    schedule,
    recortes: draft.recortes.map((recorte) => {
      const filters = filtersOf(recorte)
      const events = [...recorte.events]
      return { ...filters, events, title: recorte.title.trim() || (filters.keywords[0] ?? draft.name.trim()) }
    }),
    extraEmails: listEntries(draft.recipients),
    startDate: draft.startDate || null,
    endDate: draft.endDate || null,
    includeHistory: draft.includeHistory,
  }
}
