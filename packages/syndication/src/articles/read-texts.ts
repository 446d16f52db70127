import type { SearchIndex } from '@pauta/core/search-index/client'
import { withIds } from '@pauta/core/search-index/filter'
import { listDocuments, type DocumentField } from '@pauta/core/search-index/search'
import type { SelectedRows } from './selected-article.ts'

/** An article has at most 1 MB of text, so the first texts of an export are at most 5 MB. */
const FIRST_ROWS = 5
const MOST_ROWS = 50
/** Characters that one answer of the index should have. */
const AIM_CHARACTERS = 4_000_000

/** How many rows to read next, so that their texts have about 4 million characters if they are as long as the last. */
const rowsFor = (rows: number, characters: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((AIM_CHARACTERS * rows) / Math.max(1, characters))))

/**
 * Reads the texts of rows in small steps, because the index answers a page of long articles too late for its time
 * limit. Leaves out articles that were removed meanwhile.
 */
export async function* readTexts(
  index: SearchIndex,
  pages: AsyncGenerator<SelectedRows, void>,
  fields: readonly DocumentField[],
): AsyncGenerator<SelectedRows, void> {
  let size = FIRST_ROWS
  for await (const { rows, remaining } of pages) {
    if (rows.length === 0) yield { rows, remaining }
    for (let at = 0; at < rows.length;) {
      const some = rows.slice(at, at + size)
      const ids = some.map(({ document }) => document.unique_id)
      const request = { filter: withIds(ids), page: 1, limit: ids.length, fields }
      const { documents } = await listDocuments(index, request)
      const byId = new Map(documents.map((document) => [document.unique_id, document]))
      yield {
        rows: some.flatMap(({ document: { unique_id }, cursor }) => {
          const document = byId.get(unique_id)
          return document ? [{ document, cursor }] : []
        }),
        remaining: remaining - at,
      }
      at += some.length
      size = rowsFor(
        some.length,
        documents.reduce((sum, { content }) => sum + content.length, 0),
      )
    }
  }
}
