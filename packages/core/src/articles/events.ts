import type { Db } from '../database.ts'
import { makeEvent, type NewsEvent } from '../pipeline/envelope.ts'
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
