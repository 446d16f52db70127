import { isArticleId } from '@pauta/core/articles/article-id'
import { isGrouped } from '@pauta/core/search-index/article-filter'
import { badInput } from '@pauta/platform/errors'
import type { Selection } from './selection.ts'

/**
 * Where an export continues. A list by date continues after an article, which new articles do not move. Every other
 * order continues after a number of rows.
 */
export type Cursor =
  | { kind: 'after'; publishedSeconds: number; uniqueId: string }
  | { kind: 'rows'; rows: number }

/** The last row that can be reached by number: each page reads all rows before it. */
const DEEPEST_ROW = 1_000_000

/** Whether a selection continues after an article. Searches and merged copies depend on all rows of the selection. */
export const continuesByArticle = (selection: Selection): boolean =>
  selection.q === null && selection.sort === 'DATE' && !isGrouped(selection)

/** Writes a cursor: `1780000000-id`, or `250`. */
export function writeCursor(cursor: Cursor): string {
  return cursor.kind === 'rows' ? String(cursor.rows) : `${cursor.publishedSeconds}-${cursor.uniqueId}`
}

/** Reads the cursor of a row of the same selection. Throws BAD_USER_INPUT for another text. */
export function readCursor(text: string | undefined, selection: Selection): Cursor {
  const byArticle = continuesByArticle(selection)
  if (text === undefined) return { kind: 'rows', rows: 0 }
  const [, seconds = '', uniqueId] = /^(\d{1,10})(?:-(.+))?$/.exec(text) ?? []
  if (byArticle && uniqueId !== undefined && isArticleId(uniqueId))
    return { kind: 'after', publishedSeconds: Number(seconds), uniqueId }
  if (!byArticle && seconds !== '' && uniqueId === undefined && Number(seconds) <= DEEPEST_ROW)
    return { kind: 'rows', rows: Number(seconds) }
  throw badInput('cursor', 'use o valor da coluna cursor de uma linha exportada com os mesmos filtros.')
}
