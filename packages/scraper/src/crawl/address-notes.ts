import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapeError } from '../errors.ts'

/**
 * Why an address was asked in vain.
 * - `failed`: no answer, a server error, a cut page, or a page that no rule reads.
 * - `gone`: 404 or 410.
 * - `held`: the page is not the article of this address, or its text must not replace the stored one.
 * - `undated`: the article has no date, or one that the queue refuses.
 * - `refused`: 401, 403, a login form, or robots.txt.
 * - `hopeless`: no page, such as a PDF or a file above the limit, or an address that leads nowhere.
 */
export type NoteReason = 'failed' | 'gone' | 'held' | 'undated' | 'refused' | 'hopeless'

/** Why a listed address is not asked in a run. `stored`: the article is known, also under an address it moved from. */
export type Reason = 'stored' | NoteReason

/** What a site remembers of an address that was asked in vain. It is JSON; times are ISO 8601. */
export type AddressNote = {
  readonly reason: NoteReason
  readonly detail: string
  /** Answers in a row with this reason. */
  readonly times: number
  readonly lastAt: string
  /** No usual run asks before this time. */
  readonly nextAt: string
  readonly item: ListingItem
}

/** Stores the notes of each agency. */
export type AddressMemory = {
  list(agencyKey: string): Promise<ReadonlyMap<string, AddressNote>>
  /** Null forgets the address. */
  save(agencyKey: string, url: string, note: AddressNote | null): Promise<void>
}

/** Pauses after the first answer in vain, after the second, and at most; each further one doubles the pause. */
type Pauses = { readonly first: number; readonly second: number; readonly most: number }
/** These often end within the hour, so the next run asks again; runs are 15 minutes apart. */
const SOON: Pauses = { first: 0, second: 20 * MINUTE_MS, most: DAY_MS }
/** These end when somebody at the site changes something. */
const LATE: Pauses = { first: 6 * HOUR_MS, second: 12 * HOUR_MS, most: 7 * DAY_MS }
const PAUSES: Readonly<Record<NoteReason, Pauses>> = {
  failed: SOON,
  gone: SOON,
  held: SOON,
  undated: LATE,
  refused: LATE,
  hopeless: { first: DAY_MS, second: 2 * DAY_MS, most: 30 * DAY_MS },
}

/** Returns the reason that an error gives an address. */
export function reasonOf({ kind, status, isGone }: ScrapeError): NoteReason {
  if (isGone) return 'gone'
  if (kind === 'wrong_page') return 'held'
  if (status === 403 || kind === 'login_page' || kind === 'robots_disallowed') return 'refused'
  // Other broken addresses lead in a circle, to a home page or to another site.
  return kind === 'url_broken' || kind === 'not_a_page' ? 'hopeless' : 'failed'
}

/** Returns the note of an address after one more answer in vain. `before` is the note that it had. */
export function noteAfter(
  before: AddressNote | undefined,
  { item, reason, detail }: Pick<AddressNote, 'item' | 'reason' | 'detail'>,
  now: Date,
): AddressNote {
  const times = before?.reason === reason ? before.times + 1 : 1
  const { first, second, most } = PAUSES[reason]
  const pause = times === 1 ? first : Math.min(second * 2 ** (times - 2), most)
  const nextAt = new Date(now.getTime() + pause).toISOString()
  return { reason, detail, times, lastAt: now.toISOString(), nextAt, item }
}

/** Whether the pause of an address is over. */
export const isRested = ({ nextAt }: AddressNote, now: Date): boolean => Date.parse(nextAt) <= now.getTime()
