import type { Db } from '@pauta/platform/database/database'
import { articleColumns, articleJoins, type DocumentRow } from '../articles/queries.ts'
import { toIndexDocument } from '../search-index/article-document.ts'
import type { IndexDocument } from '../search-index/collection.ts'

/**
 * Returns the document that the index had of an article before its site removed it; undefined for other articles. It
 * stays readable, with its versions, unless an operator takes it down.
 */
export async function findRemovedDocument(db: Db, uniqueId: string): Promise<IndexDocument | undefined> {
  const [row] = await db<DocumentRow[]>`
    select ${articleColumns(db)}, null as embedding from articles a ${articleJoins(db)}
    where a.unique_id = ${uniqueId} and a.removed_at is not null and a.erased_at is null`
  return row && toIndexDocument(row)
}
