import type { Db, DbPool } from '../database.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../pipeline/markers.ts'
import type { Features } from './article.ts'
import { mergeFeatures } from './features.ts'
import { hashContent } from './identity.ts'
import { lockArticles } from './lock.ts'
import type { ColumnValue, FieldUpdate } from './updatable-fields.ts'

interface TextRow {
  title: string
  content: string | null
  contentHash: string | null
  value: ColumnValue
}

async function setColumn(db: Db, uniqueId: string, column: string, value: ColumnValue): Promise<boolean> {
  const [row] = await db<TextRow[]>`
    select title, content, content_hash, ${db(column)} as value
    from articles where unique_id = ${uniqueId} and deleted_at is null`
  if (!row) return false
  if (JSON.stringify(row.value) === JSON.stringify(value)) return true
  const text = { title: row.title, content: row.content, [column]: value }
  const contentHash = hashContent(text.title, text.content)
  const changes = {
    [column]: value,
    content_hash: contentHash,
    // What somebody has set is no model's any more.
    ...(column === 'summary' && { summary_model: null }),
  }
  await db`
    update articles set ${db(changes)}, updated_at = clock_timestamp() where unique_id = ${uniqueId}`
  await markDue(db, 'index', [uniqueId])
  if (contentHash === row.contentHash) return true
  // Another text: whatever was derived from the old one is made again.
  await markDue(db, 'enrich', [uniqueId])
  await markDue(db, 'embed', [uniqueId])
  return true
}

async function setFeature(
  db: Db,
  uniqueId: string,
  [key, inner]: readonly [string, ...string[]],
  value: unknown,
): Promise<boolean> {
  const [row] = await db<{ features: Features | null }[]>`
    select f.features from articles a left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = ${uniqueId} and a.deleted_at is null`
  if (!row) return false
  const before = row.features?.[key]
  const around = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {}
  const features = { [key]: inner === undefined ? value : { ...around, [inner]: value } }
  const { moved } = await mergeFeatures(db, [{ uniqueId, features }])
  await refreshEntityStore(db, moved)
  return true
}

/**
 * Sets one field of an article where PostgreSQL keeps it and makes the article due for the index; a new title or content
 * also for everything that derives from the text. The value that it has already changes nothing. Returns false when the
 * article is unknown or was taken down.
 */
export async function updateField(pool: DbPool, uniqueId: string, update: FieldUpdate): Promise<boolean> {
  return await pool.begin(async (db) => {
    await lockArticles(db, [uniqueId])
    return update.kind === 'column'
      ? await setColumn(db, uniqueId, update.column, update.value)
      : await setFeature(db, uniqueId, update.path, update.value)
  })
}
