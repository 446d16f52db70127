import type { RuledField } from '../article/article.ts'

/**
 * What changed at a site.
 * - `unknown-structure`: a large listing page in which no rule finds entries, or an API answer without a list.
 * - `unknown-article`: an article page without a title or a known body.
 * - `new-structure`: the listing has entries, in another structure than before.
 * - `no-items`: a listing that had entries is empty.
 * - `missing-fields`: fewer articles than before have a title, a date, a body or a picture.
 * - `mass-removal`: so many articles are gone at once that the site is at fault. None of them is removed.
 * - `mass-replacement`: stored texts would lose most of their words, or too many of them would change at once.
 * - `wrong-pages`: pages that are not the articles of their addresses. None of them is stored.
 * - `undated-articles`: five articles in a row have no date.
 * - `unread-articles`: single addresses that cannot be read. They are asked again.
 * - `general-reading`: no rule of the site finds a text, so articles are read without rules.
 * - `shifted-times`: the data of the pages state times that are off by whole hours. Those that readers see count.
 * - `listing-moved`: the configured listing is gone or redirects, and another folder has the news.
 * - `unread-history`: a backfill ended with articles or listings that it could not read.
 */
export type DriftKind =
  | 'unknown-structure'
  | 'unknown-article'
  | 'new-structure'
  | 'no-items'
  | 'missing-fields'
  | 'mass-removal'
  | 'mass-replacement'
  | 'wrong-pages'
  | 'undated-articles'
  | 'unread-articles'
  | 'general-reading'
  | 'shifted-times'
  | 'listing-moved'
  | 'unread-history'

/** What earlier runs found in a listing. */
export type ListingHistory = { readonly structures: readonly string[]; readonly hadItems: boolean }

/** Compares the first page of a listing with earlier runs. `next` is what the next run compares with. */
export function judgeListing(
  before: ListingHistory | null,
  { found, structure }: { found: number; structure: string | null },
): { drift: 'new-structure' | 'no-items' | null; next: ListingHistory } {
  const { structures, hadItems } = before ?? { structures: [], hadItems: false }
  if (found === 0 || structure === null)
    return { drift: hadItems ? 'no-items' : null, next: { structures, hadItems } }
  if (structures.includes(structure)) return { drift: null, next: { structures, hadItems: true } }
  const next = { structures: [...structures, structure], hadItems: true }
  return { drift: structures.length > 0 ? 'new-structure' : null, next }
}

/** Fields whose share is watched. */
export const WATCHED_FIELDS = ['title', 'publishedAt', 'body', 'imageUrl'] as const satisfies RuledField[]
export type WatchedField = (typeof WATCHED_FIELDS)[number]

/** Articles read, and how many of them had each field. */
export type FieldCounts = {
  readonly articles: number
  readonly fields: Readonly<Partial<Record<RuledField, number>>>
}

/** Least fall of a share that shows a changed template. */
const FALL_MIN = 0.3
const RECENT_MIN = 3
const BEFORE_MIN = 10
/** Standard errors that a fall must exceed. */
const ERRORS_MIN = 3
/** A share of 0 or 1 would have a standard error of 0. The test uses shares between 0.05 and 0.95. */
const SHARE_MARGIN = 0.05

/**
 * Returns the watched fields whose share fell by at least 30 points and at least three standard errors, sqrt(p(1 − p)/n)
 * for n recent articles. Returns none for fewer than 3 recent or 10 earlier articles.
 */
export function findFallenFields(before: FieldCounts, recent: FieldCounts): WatchedField[] {
  if (recent.articles < RECENT_MIN || before.articles < BEFORE_MIN) return []
  return WATCHED_FIELDS.filter((field) => {
    const usual = (before.fields[field] ?? 0) / before.articles
    const fall = usual - (recent.fields[field] ?? 0) / recent.articles
    const share = Math.min(Math.max(usual, SHARE_MARGIN), 1 - SHARE_MARGIN)
    const error = Math.sqrt((share * (1 - share)) / recent.articles)
    return fall >= FALL_MIN && fall >= ERRORS_MIN * error
  })
}

/** Greatest share of removed articles. One removed article is always accepted. */
const GONE_SHARE_MAX = 0.2

/** Whether so many of the checked articles are gone that the site is at fault. */
export const isMassRemoval = ({ gone, checked }: { gone: number; checked: number }): boolean =>
  gone > Math.max(1, Math.floor(checked * GONE_SHARE_MAX))
