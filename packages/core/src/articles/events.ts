import type { Db } from '../database.ts'
import { makeEvent, type NewsEvent } from '../pipeline/envelope.ts'
import type { PipelineStep } from '../pipeline/markers.ts'
import { formatInstant } from '../time.ts'

interface EventRow {
  uniqueId: string
  agencyKey: string
  publishedAt: Date
  extractedAt: Date | null
  contentHash: string | null
  updatedAt: Date
}

/**
 * The `news.scraped` events that an upsert has to send: of every article that changed, and of those that came a second
 * time while a step of theirs is still due, as the first wake-up may never have left.
 */
export async function listScrapedEvents(
  db: Db,
  { changed, repeated, now }: { changed: readonly string[]; repeated: readonly string[]; now: Date },
): Promise<NewsEvent<'news.scraped'>[]> {
  if (changed.length + repeated.length === 0) return []
  const rows = await db<EventRow[]>`
    select unique_id, agency_key, published_at, extracted_at, content_hash, updated_at from articles a
    where unique_id = any(${[...changed]})
      or (unique_id = any(${[...repeated]})
        and exists (select from pipeline_steps p where p.unique_id = a.unique_id and p.status <> 'done'))
    order by unique_id`
  return rows.map((row) =>
    makeEvent('news.scraped', {
      uniqueId: row.uniqueId,
      contentHash: row.contentHash,
      time: row.updatedAt,
      data: {
        unique_id: row.uniqueId,
        agency_key: row.agencyKey,
        published_at: formatInstant(row.publishedAt),
        scraped_at: formatInstant(row.extractedAt ?? now),
      },
    }),
  )
}

/** Articles whose step was done just now, and those whose message came again after it had been done. */
export interface DoneArticles {
  changed: readonly string[]
  /** Sent for again while a later step is open: the first event may never have left. */
  repeated: readonly string[]
}

const isToBeSent = (db: Db, { changed, repeated }: DoneArticles, later: readonly PipelineStep[]) => db`
  (a.unique_id = any(${[...changed]})
    or (a.unique_id = any(${[...repeated]})
      and exists (select from pipeline_steps p
        where p.unique_id = a.unique_id and p.step = any(${[...later]}) and p.status <> 'done')))`

/** The `news.enriched` events of articles whose features have been derived, or that a model has classified. */
export async function listEnrichedEvents(db: Db, done: DoneArticles): Promise<NewsEvent<'news.enriched'>[]> {
  if (done.changed.length + done.repeated.length === 0) return []
  const rows = await db<
    {
      uniqueId: string
      contentHash: string | null
      mostSpecificThemeCode: string | null
      hasSummary: boolean
      enrichedAt: Date
    }[]
  >`
    select a.unique_id, a.content_hash, a.most_specific_theme_code, a.summary is not null as has_summary,
      coalesce(f.updated_at, a.updated_at) as enriched_at
    from articles a left join article_features f on f.unique_id = a.unique_id
    where ${isToBeSent(db, done, ['classify', 'embed', 'index'])}
    order by a.unique_id`
  return rows.map(({ uniqueId, contentHash, mostSpecificThemeCode, hasSummary, enrichedAt }) =>
    makeEvent('news.enriched', {
      uniqueId,
      contentHash,
      time: enrichedAt,
      data: {
        unique_id: uniqueId,
        enriched_at: formatInstant(enrichedAt),
        most_specific_theme_code: mostSpecificThemeCode,
        has_summary: hasSummary,
      },
    }),
  )
}

/** The `news.embedded` events of articles that have an embedding. */
export async function listEmbeddedEvents(db: Db, done: DoneArticles): Promise<NewsEvent<'news.embedded'>[]> {
  if (done.changed.length + done.repeated.length === 0) return []
  const rows = await db<
    { uniqueId: string; contentHash: string | null; embeddedAt: Date; dimensions: number }[]
  >`
    select a.unique_id, a.content_hash, e.updated_at as embedded_at, vector_dims(e.embedding) as dimensions
    from articles a join article_embeddings e on e.unique_id = a.unique_id
    where ${isToBeSent(db, done, ['index'])}
    order by a.unique_id`
  return rows.map(({ uniqueId, contentHash, embeddedAt, dimensions }) =>
    makeEvent('news.embedded', {
      uniqueId,
      contentHash,
      time: embeddedAt,
      data: { unique_id: uniqueId, embedded_at: formatInstant(embeddedAt), embedding_dim: dimensions },
    }),
  )
}
