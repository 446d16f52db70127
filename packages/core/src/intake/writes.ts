import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { addUnknownAgencies } from '../agencies/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import { noteThemes, type LabelDifference, type NamedTheme } from '../themes/writes.ts'
import type { IncomingArticle } from '../articles/article.ts'
import { candidateIds, identify, type Holder } from '../articles/identify.ts'
import { lockArticles } from '../articles/lock.ts'
import { differs, mergeArticle, type StoredArticle } from './merge.ts'
import { listKeptDown, recordTakenDown } from '../articles/taken-down-keys.ts'

/** Most articles of one upsert; each holds a lock of its own until the transaction ends. */
export const UPSERT_MAX_ARTICLES = 500

/** What became of one article of an upsert. */
export type UpsertOutcome =
  | { kind: 'stored'; uniqueId: string }
  /** An article that was taken down would come back under another id: nothing was written. */
  | { kind: 'kept-down'; uniqueId: string }
  /** It can never be stored; the reason is for operators. */
  | { kind: 'refused'; uniqueId: string; reason: string }

export interface UpsertResult {
  /** By the position of the input. */
  outcomes: UpsertOutcome[]
  inserted: string[]
  /** Rows that were there and differ now. */
  updated: string[]
  /** Of both, those whose text is new: derived values have to be made again. */
  textChanged: string[]
  /** Keys that no news had named before and the catalogue does not have. */
  createdAgencies: string[]
  /** The same for theme codes. They are shown to operators alone. */
  createdThemes: string[]
  /** Labels that known themes came with and did not get. */
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

// Two writers of the same new article would both see no row; the lock makes the second one see the first one's.
async function lockAndRead(db: Db, ids: readonly string[]): Promise<Map<string, StoredArticle>> {
  await lockArticles(db, ids)
  const rows = await db<StoredArticle[]>`
    select unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle, editorial_lead,
      content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code, theme_l3_code,
      most_specific_theme_code, summary_model, theme_model, content_hash, version_at
    from articles where unique_id = any(${[...ids]})`
  return new Map(rows.map((row) => [row.uniqueId, row]))
}

async function writeRows(db: Db, rows: readonly StoredArticle[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    insert into articles (unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle,
      editorial_lead, content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code,
      theme_l3_code, most_specific_theme_code, summary_model, theme_model, content_hash, version_at)
    select r."uniqueId", r."agencyKey", r.title, r.url, r."publishedAt", r."sourceUpdatedAt", r."extractedAt",
      r.subtitle, r."editorialLead", r.content, r.summary, r."imageUrl", r."videoUrl", r.category, r.tags,
      r."themeL1Code", r."themeL2Code", r."themeL3Code", r."mostSpecificThemeCode",
      r."summaryModel", r."themeModel", r."contentHash", r."versionAt"
    from jsonb_to_recordset(${db.json(rows as never)}) as r ("uniqueId" text, "agencyKey" text, title text, url text,
      "publishedAt" timestamptz, "sourceUpdatedAt" timestamptz, "extractedAt" timestamptz, subtitle text,
      "editorialLead" text, content text, summary text, "imageUrl" text, "videoUrl" text, category text, tags text[],
      "themeL1Code" text, "themeL2Code" text, "themeL3Code" text, "mostSpecificThemeCode" text,
      "summaryModel" text, "themeModel" text, "contentHash" text, "versionAt" timestamptz)
    on conflict (unique_id) do update set
      agency_key = excluded.agency_key, title = excluded.title, url = excluded.url,
      published_at = excluded.published_at, source_updated_at = excluded.source_updated_at,
      extracted_at = excluded.extracted_at, subtitle = excluded.subtitle, editorial_lead = excluded.editorial_lead,
      content = excluded.content, summary = excluded.summary, image_url = excluded.image_url,
      video_url = excluded.video_url, category = excluded.category, tags = excluded.tags,
      theme_l1_code = excluded.theme_l1_code, theme_l2_code = excluded.theme_l2_code,
      theme_l3_code = excluded.theme_l3_code, most_specific_theme_code = excluded.most_specific_theme_code,
      summary_model = excluded.summary_model, theme_model = excluded.theme_model,
      content_hash = excluded.content_hash, version_at = excluded.version_at, updated_at = clock_timestamp()`
}

/** Keeps that a newer version without any change has arrived, so that an older one after it still comes too late. */
async function writeVersions(db: Db, rows: readonly StoredArticle[]): Promise<void> {
  if (rows.length === 0) return
  await db`
    update articles a set version_at = r."versionAt"
    from jsonb_to_recordset(${db.json(rows.map(({ uniqueId, versionAt }) => ({ uniqueId, versionAt })) as never)})
      as r ("uniqueId" text, "versionAt" timestamptz)
    where a.unique_id = r."uniqueId"`
}

/** Gives each article its id, refuses those of another agency's id and leaves out what is to stay down. */
async function decideOutcomes(
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
  /** New rows and those that differ from what is stored. */
  rows: StoredArticle[]
  /** Rows that differ in nothing but their version. */
  versions: StoredArticle[]
  inserted: string[]
  updated: string[]
  textChanged: string[]
  /** Of those whose features are of another text, or of another time of publication. */
  outdated: string[]
}

/** What the versions that arrived make of the rows that are there. */
function mergeVersions(
  arrived: ReadonlyMap<string, readonly IncomingArticle[]>,
  before: ReadonlyMap<string, StoredArticle>,
): Merged {
  const merged: Merged = { rows: [], versions: [], inserted: [], updated: [], textChanged: [], outdated: [] }
  for (const [uniqueId, incoming] of arrived) {
    const known = before.get(uniqueId)
    let row = known
    for (const version of incoming) row = mergeArticle(uniqueId, row, version)
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

async function upsertInTransaction(db: Db, articles: readonly IncomingArticle[]): Promise<UpsertResult> {
  const before = await lockAndRead(db, [...new Set(articles.flatMap(candidateIds))])
  const outcomes = await decideOutcomes(db, articles, before)
  const stored = articles.filter((_, position) => outcomes[position]?.kind === 'stored')
  const createdAgencies = await addUnknownAgencies(db, [...new Set(stored.map((a) => a.agencyKey))])
  const themes = await noteThemes(db, namedThemes(stored))
  const arrived = new Map<string, IncomingArticle[]>()
  for (const [position, article] of articles.entries()) {
    const { kind, uniqueId = '' } = outcomes[position] ?? {}
    if (kind === 'stored') arrived.set(uniqueId, [...(arrived.get(uniqueId) ?? []), article])
  }
  const { rows, versions, outdated, ...changes } = mergeVersions(arrived, before)
  const ids = rows.map((row) => row.uniqueId)
  await writeRows(db, rows)
  await writeVersions(db, versions)
  await recordTakenDown(db, changes.updated)
  await markDue(db, 'index', ids)
  await markDue(db, 'enrich', outdated)
  await markDue(db, 'embed', changes.textChanged)
  await refreshEntityStore(db, ids)
  const { created: createdThemes, differences: labelDifferences } = themes
  return { outcomes, ...changes, createdAgencies, createdThemes, labelDifferences }
}

/**
 * The one way news gets into the store, at most 500 articles at a time, in one transaction with the markers of the
 * steps that become due. The same article again changes nothing and marks nothing; of several versions, in one
 * call or over many, the latest counts. An article under another agency's id is refused and one that was taken down
 * stays down; the others of the call are stored all the same.
 */
export async function upsertArticles(
  pool: DbPool,
  articles: readonly IncomingArticle[],
): Promise<UpsertResult> {
  if (articles.length > UPSERT_MAX_ARTICLES) {
    throw new Error(`upsertArticles takes at most ${UPSERT_MAX_ARTICLES} articles, got ${articles.length}`)
  }
  // Two writers may note the same unknown codes in one order and hold articles in another.
  return await retryDeadlock(() => pool.begin((db) => upsertInTransaction(db, articles)))
}
