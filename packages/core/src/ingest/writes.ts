import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { addUnknownAgencies } from '../agencies/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import { recordThemes, type LabelDifference, type NamedTheme } from '../themes/writes.ts'
import type { IncomingArticle } from '../articles/article.ts'
import { recordPastArrivals } from '../search-index/arrivals.ts'
import { candidateIds, identify, type Holder } from '../articles/identify.ts'
import { lockArticles } from '../articles/lock.ts'
import { listEvents } from '../history/list-events.ts'
import type { NewEvent, Witness } from '../history/event.ts'
import { recordEvents } from '../history/writes.ts'
import { differs, mergeArticle, type StoredArticle } from './merge.ts'
import { listKeptDown, recordTakenDown } from '../removals/taken-down-keys.ts'
import { restoreRemoved } from '../removals/removals.ts'

/** Most articles per upsert; each holds a lock until the transaction ends. */
export const UPSERT_MAX_ARTICLES = 500

/** The result for one article of an upsert. */
type UpsertOutcome =
  | { kind: 'stored'; uniqueId: string }
  /** The article was taken down before under another id, or its words were erased: nothing was written. */
  | { kind: 'kept-down'; uniqueId: string }
  /** The article can never be stored. The reason is for operators. */
  | { kind: 'refused'; uniqueId: string; reason: string }

export interface UpsertOptions {
  /**
   * True for history, such as imported files: new rows arrived when they were extracted, else published, and are not news
   * to any reader. By default they arrive when they become searchable.
   */
  arePast?: boolean
  /** Who saw the articles: by default the scraper, whose messages the ingest worker stores. */
  seenBy?: Witness
}

export interface UpsertResult {
  /** One per article, in the order of the input. */
  outcomes: UpsertOutcome[]
  inserted: string[]
  /** Existing rows that changed, or came back after their removal. */
  updated: string[]
  /** Inserted or updated articles with a new text: their derived values must be computed again. */
  textChanged: string[]
  /** Agency keys that are neither in the catalogue nor in earlier news. */
  createdAgencies: string[]
  /** Theme codes that are neither in the catalogue nor in earlier news. Only operators see them. */
  createdThemes: string[]
  /** Labels of known themes that differ from the catalogue's. The catalogue's labels stay. */
  labelDifferences: LabelDifference[]
}

function namedThemes(articles: readonly IncomingArticle[]): NamedTheme[] {
  return articles.flatMap((article) => {
    const levels = [
      [article.themeL1Code, article.themeL1Label],
      [article.themeL2Code, article.themeL2Label],
      [article.themeL3Code, article.themeL3Label],
      [article.mostSpecificThemeCode, article.mostSpecificThemeLabel],
    ] as const
    return levels.flatMap(([code, label]) => (code === null ? [] : [{ code, label }]))
  })
}

// Without the lock, two writers of the same new article would both find no row. With the lock, the second writer finds
// the row of the first.
async function lockAndRead(db: Db, ids: readonly string[]): Promise<Map<string, StoredArticle>> {
  await lockArticles(db, ids)
  return await readStored(db, ids)
}

/** Returns the stored rows of articles by id. Unknown ids are absent. */
export async function readStored(db: Db, ids: readonly string[]): Promise<Map<string, StoredArticle>> {
  const rows = await db<StoredArticle[]>`
    select unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle, editorial_lead,
      content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code, theme_l3_code,
      most_specific_theme_code, summary_model, theme_model, theme_source, theme_confidence, content_hash, version_at,
      erased_at
    from articles where unique_id = any(${[...ids]})`
  return new Map(rows.map((row) => [row.uniqueId, row]))
}

async function writeRows(db: Db, rows: readonly StoredArticle[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    insert into articles (unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle,
      editorial_lead, content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code,
      theme_l3_code, most_specific_theme_code, summary_model, theme_model, theme_source, theme_confidence,
      content_hash, version_at)
    select r."uniqueId", r."agencyKey", r.title, r.url, r."publishedAt", r."sourceUpdatedAt", r."extractedAt",
      r.subtitle, r."editorialLead", r.content, r.summary, r."imageUrl", r."videoUrl", r.category, r.tags,
      r."themeL1Code", r."themeL2Code", r."themeL3Code", r."mostSpecificThemeCode",
      r."summaryModel", r."themeModel", r."themeSource", r."themeConfidence", r."contentHash", r."versionAt"
    from jsonb_to_recordset(${db.json(rows as never)}) as r ("uniqueId" text, "agencyKey" text, title text, url text,
      "publishedAt" timestamptz, "sourceUpdatedAt" timestamptz, "extractedAt" timestamptz, subtitle text,
      "editorialLead" text, content text, summary text, "imageUrl" text, "videoUrl" text, category text, tags text[],
      "themeL1Code" text, "themeL2Code" text, "themeL3Code" text, "mostSpecificThemeCode" text,
      "summaryModel" text, "themeModel" text, "themeSource" text, "themeConfidence" real,
      "contentHash" text, "versionAt" timestamptz)
    on conflict (unique_id) do update set
      agency_key = excluded.agency_key, title = excluded.title, url = excluded.url,
      published_at = excluded.published_at, source_updated_at = excluded.source_updated_at,
      extracted_at = excluded.extracted_at, subtitle = excluded.subtitle, editorial_lead = excluded.editorial_lead,
      content = excluded.content, summary = excluded.summary, image_url = excluded.image_url,
      video_url = excluded.video_url, category = excluded.category, tags = excluded.tags,
      theme_l1_code = excluded.theme_l1_code, theme_l2_code = excluded.theme_l2_code,
      theme_l3_code = excluded.theme_l3_code, most_specific_theme_code = excluded.most_specific_theme_code,
      summary_model = excluded.summary_model, theme_model = excluded.theme_model,
      theme_source = excluded.theme_source, theme_confidence = excluded.theme_confidence,
      content_hash = excluded.content_hash, version_at = excluded.version_at, updated_at = clock_timestamp(),
      changed_at = clock_timestamp()`
}

/**
 * Records a newer version without any change, so that an older version that arrives later is still recognised as older.
 */
async function writeVersions(db: Db, rows: readonly StoredArticle[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    update articles a set version_at = r."versionAt"
    from jsonb_to_recordset(${db.json(rows.map(({ uniqueId, versionAt }) => ({ uniqueId, versionAt })))})
      as r ("uniqueId" text, "versionAt" timestamptz)
    where a.unique_id = r."uniqueId"`
}

/** Assigns ids, refuses articles whose id belongs to another agency, and skips articles that must stay taken down. */
export async function decideOutcomes(
  db: Db,
  articles: readonly IncomingArticle[],
  before: ReadonlyMap<string, StoredArticle>,
): Promise<UpsertOutcome[]> {
  const holders = new Map<string, Holder>(before)
  const outcomes = articles.map((article): UpsertOutcome => {
    const uniqueId = identify(article, (id) => holders.get(id))
    const [usual = ''] = candidateIds(article)
    if (uniqueId === undefined) {
      const reason = `${usual} is an article of ${holders.get(usual)?.agencyKey}, not of ${article.agencyKey}`
      return { kind: 'refused', uniqueId: usual, reason }
    }
    if (!holders.has(uniqueId)) holders.set(uniqueId, article)
    if (before.get(uniqueId)?.erasedAt) return { kind: 'kept-down', uniqueId }
    return { kind: 'stored', uniqueId }
  })
  const fresh = articles.flatMap((article, position) => {
    const { uniqueId = '', kind } = outcomes[position] ?? {}
    return kind === 'stored' && !before.has(uniqueId) ? [{ uniqueId, article }] : []
  })
  const down = await listKeptDown(db, fresh)
  return outcomes.map((outcome) =>
    outcome.kind === 'stored' && down.has(outcome.uniqueId) ? { ...outcome, kind: 'kept-down' } : outcome,
  )
}

interface Merged {
  /** New rows and rows that differ from the stored ones. */
  rows: StoredArticle[]
  /** Rows that differ only in their version. */
  versions: StoredArticle[]
  inserted: string[]
  updated: string[]
  textChanged: string[]
  /** Articles whose features belong to another text or publication time. */
  outdated: string[]
  /** What happened to the articles, also between two versions of one call. */
  events: NewEvent[]
}

/** Merges the given versions into the stored rows. */
function mergeVersions(
  arrived: ReadonlyMap<string, readonly IncomingArticle[]>,
  before: ReadonlyMap<string, StoredArticle>,
  seenBy: Witness,
): Merged {
  const merged: Merged = {
    rows: [],
    versions: [],
    inserted: [],
    updated: [],
    textChanged: [],
    outdated: [],
    events: [],
  }
  for (const [uniqueId, incoming] of arrived) {
    const known = before.get(uniqueId)
    let row = known
    for (const version of incoming) {
      const after = mergeArticle(uniqueId, row, version)
      merged.events.push(...listEvents({ before: row, after }, seenBy))
      row = after
    }
    if (!row) continue
    if (known && !differs(known, row)) {
      if (known.versionAt?.getTime() !== row.versionAt?.getTime()) merged.versions.push(row)
      continue
    }
    merged.rows.push(row)
    ;(known ? merged.updated : merged.inserted).push(uniqueId)
    const isNewText = known?.contentHash !== row.contentHash
    if (isNewText) merged.textChanged.push(uniqueId)
    if (isNewText || known.publishedAt.getTime() !== row.publishedAt.getTime()) merged.outdated.push(uniqueId)
  }
  return merged
}

async function upsertInTransaction(
  db: Db,
  articles: readonly IncomingArticle[],
  { arePast = false, seenBy = 'scraper' }: UpsertOptions,
): Promise<UpsertResult> {
  const before = await lockAndRead(db, [...new Set(articles.flatMap(candidateIds))])
  const outcomes = await decideOutcomes(db, articles, before)
  const stored = articles.filter((_, position) => outcomes[position]?.kind === 'stored')
  const createdAgencies = await addUnknownAgencies(db, [...new Set(stored.map((a) => a.agencyKey))])
  const themes = await recordThemes(db, namedThemes(stored))
  const arrived = new Map<string, IncomingArticle[]>()
  for (const [position, article] of articles.entries()) {
    const { kind, uniqueId = '' } = outcomes[position] ?? {}
    if (kind === 'stored') arrived.set(uniqueId, [...(arrived.get(uniqueId) ?? []), article])
  }
  const { rows, versions, outdated, events, ...changes } = mergeVersions(arrived, before, seenBy)
  const ids = rows.map((row) => row.uniqueId)
  await writeRows(db, rows)
  await writeVersions(db, versions)
  const isPast = (uniqueId: string) => arrived.get(uniqueId)?.every((article) => article.isPast) ?? false
  await recordPastArrivals(db, arePast ? changes.inserted : changes.inserted.filter(isPast))
  const restored = await restoreRemoved(db, [...arrived.keys()])
  await recordTakenDown(db, changes.updated)
  await markDue(db, 'index', ids)
  await markDue(db, 'enrich', outdated)
  await markDue(db, 'embed', changes.textChanged)
  await refreshEntityStore(db, [...new Set([...ids, ...restored.map(({ uniqueId }) => uniqueId)])])
  await recordEvents(db, [
    ...events,
    ...restored.map((article): NewEvent => ({ ...article, kind: 'restored', seenBy })),
  ])
  const updated = [...new Set([...changes.updated, ...restored.map(({ uniqueId }) => uniqueId)])]
  const { created: createdThemes, differences: labelDifferences } = themes
  return { outcomes, ...changes, updated, createdAgencies, createdThemes, labelDifferences }
}

/**
 * Stores news: at most 500 articles, in one transaction with the steps that become due. All writers of news use this
 * function. An unchanged article changes no row and no step. Of several versions, in one call or many, the latest wins.
 * Refuses an article with the id of another agency, and skips articles that must stay taken down; the other articles of
 * the call are stored.
 */
export async function upsertArticles(
  pool: DbPool,
  articles: readonly IncomingArticle[],
  options: UpsertOptions = {},
): Promise<UpsertResult> {
  if (articles.length > UPSERT_MAX_ARTICLES) {
    throw new Error(`upsertArticles takes at most ${UPSERT_MAX_ARTICLES} articles, got ${articles.length}`)
  }
  // Two writers may insert the same unknown codes in one order and lock articles in another.
  return await retryDeadlock(() => pool.begin((db) => upsertInTransaction(db, articles, options)))
}
