import type { Db } from '@pauta/platform/database/database'
import type { IncomingArticle } from '../articles/article.ts'
import { candidateIds } from '../articles/identify.ts'
import { differs, isLate, mergeArticle, type StoredArticle } from './merge.ts'
import { decideOutcomes, readStored } from './writes.ts'

/**
 * What an upsert would do with an article. `older`: the stored version is newer. `down`: the article was taken down, by
 * an operator or because its site removed it. `refused`: its id belongs to another agency.
 */
export type Preview =
  | { kind: 'new'; uniqueId: string; after: StoredArticle }
  | { kind: 'changed'; uniqueId: string; before: StoredArticle; after: StoredArticle }
  | { kind: 'same' | 'older' | 'down' | 'refused'; uniqueId: string }

async function listDown(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ uniqueId: string }[]>`
    select unique_id from articles where unique_id = any(${[...ids]}) and deleted_at is not null`
  return new Set(rows.map(({ uniqueId }) => uniqueId))
}

/** Returns what an upsert would do with each article alone, in their order. Writes nothing and locks nothing. */
export async function previewArticles(db: Db, articles: readonly IncomingArticle[]): Promise<Preview[]> {
  const ids = [...new Set(articles.flatMap(candidateIds))]
  const [stored, down] = [await readStored(db, ids), await listDown(db, ids)]
  const outcomes = await decideOutcomes(db, articles, stored)
  return articles.map((article, position): Preview => {
    const { kind, uniqueId } = outcomes[position] ?? { kind: 'refused', uniqueId: '' }
    if (kind === 'refused') return { kind, uniqueId }
    if (kind === 'kept-down' || down.has(uniqueId)) return { kind: 'down', uniqueId }
    const before = stored.get(uniqueId)
    if (isLate(before, article)) return { kind: 'older', uniqueId }
    const after = mergeArticle(uniqueId, before, article)
    if (!before) return { kind: 'new', uniqueId, after }
    return differs(before, after) ? { kind: 'changed', uniqueId, before, after } : { kind: 'same', uniqueId }
  })
}
