import type { Db } from '@pauta/platform/database/database'
import { makeEvent, type NewsEvent } from './envelope.ts'
import { formatInstant } from '@pauta/platform/time/time'

interface EventRow {
  uniqueId: string
  agencyKey: string
  publishedAt: Date
  extractedAt: Date | null
  contentHash: string | null
  updatedAt: Date
}

/** Returns the `news.scraped` events of articles in their stored state. */
export async function listScrapedEvents(
  db: Db,
  uniqueIds: readonly string[],
  now: Date,
): Promise<NewsEvent<'news.scraped'>[]> {
  if (uniqueIds.length === 0) return []
  const rows = await db<EventRow[]>`
    select unique_id, agency_key, published_at, extracted_at, content_hash, updated_at from articles
    where unique_id = any(${[...uniqueIds]}) order by unique_id`
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

/** Returns the `news.enriched` events of articles with derived features or a classification. */
export async function listEnrichedEvents(
  db: Db,
  uniqueIds: readonly string[],
): Promise<NewsEvent<'news.enriched'>[]> {
  if (uniqueIds.length === 0) return []
  const rows = await db<
    {
      uniqueId: string
      contentHash: string | null
      mostSpecificThemeCode: string | null
      hasSummary: boolean
      enrichedAt: Date
    }[]
  >`
    select a.unique_id, a.content_hash, a.most_specific_theme_code, coalesce(a.summary, a.extracted_summary) is not null as has_summary,
      coalesce(f.updated_at, a.updated_at) as enriched_at
    from articles a left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]})
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

/** Returns the `news.embedded` events of articles with an embedding. */
export async function listEmbeddedEvents(
  db: Db,
  uniqueIds: readonly string[],
): Promise<NewsEvent<'news.embedded'>[]> {
  if (uniqueIds.length === 0) return []
  const rows = await db<
    { uniqueId: string; contentHash: string | null; embeddedAt: Date; dimensions: number }[]
  >`
    select a.unique_id, a.content_hash, e.updated_at as embedded_at, vector_dims(e.embedding) as dimensions
    from articles a join article_embeddings e on e.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]})
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
