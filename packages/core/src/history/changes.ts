import type { Db } from '@pauta/platform/database/database'
import { toEpochSeconds } from '@pauta/platform/time/time'
import { toIndexDocument } from '../search-index/article-document.ts'
import type { ArticleFilter } from '../search-index/article-filter.ts'
import type { IndexDocument } from '../search-index/collection.ts'
import { summaryColumns, themeColumns, themeJoins, type DocumentRow } from '../articles/queries.ts'
import { themeConfidence, themeSource } from '../themes/theme-source.ts'
import { matchFilter } from '../search-index/match-filter.ts'
import { isPublic, listEventsBefore, type ArticleEvent, type EventSelection } from './queries.ts'

/** Events that are read at once, and most of them for one page of changes. */
const SCANNED_AT_ONCE = 500
const SCANNED_MAX = 5000

/** Which changes are listed, the last one first. */
export interface ChangesRequest extends EventSelection {
  filter: ArticleFilter | null
  /** Position of the last event of the page before. */
  after: string | null
  /** Most events of the page. */
  first: number
}

/** A page of changes. */
export interface ChangesPage {
  events: ArticleEvent[]
  /** Where the next page continues; null at the end. */
  endCursor: string | null
}

type Described = Pick<IndexDocument, 'agency'> & Partial<IndexDocument>

/** Reads what filters compare of articles, removed ones too. Of hidden articles, only agency and time. */
export async function describeArticles(
  db: Db,
  uniqueIds: readonly string[],
): Promise<Map<string, Described>> {
  const rows = await db<(DocumentRow & { isPublic: boolean })[]>`
    select a.unique_id, a.agency_key, g.name as agency_name, a.title, a.url, a.published_at, null as extracted_at,
      null as subtitle, null as editorial_lead, null as content, ${summaryColumns(db)}, null as image_url, null as video_url,
      a.category, a.tags, ${themeColumns(db)}, ${themeSource(db)} as theme_source,
      ${themeConfidence(db)} as theme_confidence, null as content_hash, null as available_at, null as changed_at, f.features,
      null as embedding, ${isPublic(db)} as is_public
    from articles a join agencies g on g.key = a.agency_key ${themeJoins(db)}
    left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]})`
  return new Map(
    rows.map(({ isPublic, ...row }) => [
      row.uniqueId,
      isPublic
        ? toIndexDocument(row)
        : { agency: row.agencyKey, published_at: toEpochSeconds(row.publishedAt) },
    ]),
  )
}

/** Keeps the events whose articles match. One statement, none if all articles match. */
async function filterEvents(
  db: Db,
  events: readonly ArticleEvent[],
  matches: ReturnType<typeof matchFilter> | null,
): Promise<ArticleEvent[]> {
  if (!matches || events.length === 0) return [...events]
  const articles = await describeArticles(db, [...new Set(events.map(({ uniqueId }) => uniqueId))])
  return events.filter(({ uniqueId, agencyKey }) => matches(articles.get(uniqueId) ?? { agency: agencyKey }))
}

/**
 * Lists what happened to the articles of a filter, the last event first. Reads at most 5,000 events for a page: a rare
 * filter may answer an incomplete page with a cursor that continues. Throws BAD_USER_INPUT or LIMIT_EXCEEDED.
 */
export async function listChanges(
  db: Db,
  { filter, after, first, ...selection }: ChangesRequest,
): Promise<ChangesPage> {
  const matches = filter && matchFilter(filter)
  const events: ArticleEvent[] = []
  let before = after ?? undefined
  for (let scanned = 0; scanned < SCANNED_MAX; scanned += SCANNED_AT_ONCE) {
    const page = await listEventsBefore(db, { ...selection, before, limit: SCANNED_AT_ONCE })
    const wanted = (await filterEvents(db, page, matches)).slice(0, first - events.length)
    events.push(...wanted)
    if (events.length >= first) return { events, endCursor: events.at(-1)?.position ?? null }
    before = page.at(-1)?.position
    if (page.length < SCANNED_AT_ONCE) return { events, endCursor: null }
  }
  return { events, endCursor: before ?? null }
}
