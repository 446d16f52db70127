import type { IndexDocument } from '@pauta/core/search-index/collection'
import { articleFilter, type ArticleFilter } from '@pauta/core/search-index/article-filter'
import { listDocuments, type DocumentField } from '@pauta/core/search-index/search'
import type { MeaningSources } from '@pauta/core/search-index/search-by-meaning'
import { listSelected } from './list-selected.ts'
import type { Selection } from '../selection/selection.ts'
import { toArticleFilter } from '../selection/convert-selection.ts'
import { readTexts } from './read-texts.ts'
import type { SelectedRows } from './selected-article.ts'
import { continuesByArticle, writeCursor, type Cursor } from '../selection/cursor.ts'

/** Largest page of the search index. */
export const PAGE_ROWS = 250

export interface SelectedRequest {
  selection: Selection
  fields: readonly DocumentField[]
  cursor: Cursor
}

const cursorOf = ({ published_at, unique_id }: IndexDocument): string =>
  writeCursor({ kind: 'after', publishedSeconds: published_at, uniqueId: unique_id })

const instantOf = (seconds: number) => new Date(seconds * 1000)

/** Returns the ids of one instant up to an article; none if the article is gone, so that its instant is read again. */
async function listSeen(
  { index }: MeaningSources,
  filter: ArticleFilter,
  { publishedSeconds, uniqueId }: Extract<Cursor, { kind: 'after' }>,
): Promise<Set<string>> {
  const instant = { from: instantOf(publishedSeconds), to: instantOf(publishedSeconds + 1) }
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const { documents } = await listDocuments(index, {
      filter: articleFilter(filter, { during: instant }),
      page,
      limit: PAGE_ROWS,
      fields: [],
    })
    for (const { unique_id } of documents) {
      seen.add(unique_id)
      if (unique_id === uniqueId) return seen
    }
    if (documents.length < PAGE_ROWS) return new Set()
  }
}

/**
 * Reads a list by date. Each page starts at the instant of the last row, so that articles that come or go in between
 * move no page. Skips the rows of that instant that were read before.
 */
async function* readByDate(
  sources: MeaningSources,
  { selection, fields, cursor }: SelectedRequest,
): AsyncGenerator<SelectedRows> {
  const filter = toArticleFilter(selection)
  let seconds = cursor.kind === 'after' ? cursor.publishedSeconds : undefined
  let seen = cursor.kind === 'after' ? await listSeen(sources, filter, cursor) : new Set<string>()
  for (let page = 1; ; page++) {
    const until = seconds === undefined ? {} : { to: instantOf(seconds + 1) }
    const request = { filter: articleFilter(filter, { during: until }), page, limit: PAGE_ROWS, fields }
    const { documents, found } = await listDocuments(sources.index, request)
    const known = seen
    const fresh = documents.filter(({ unique_id }) => !known.has(unique_id))
    yield {
      rows: fresh.map((document) => ({ document, cursor: cursorOf(document) })),
      remaining: found - known.size,
    }
    const end = documents.at(-1)
    if (end === undefined || documents.length < PAGE_ROWS) return
    const atEnd = documents.filter(({ published_at }) => published_at === end.published_at)
    if (end.published_at !== seconds) {
      seconds = end.published_at
      seen = new Set()
      page = 0
    }
    for (const { unique_id } of atEnd) seen.add(unique_id)
  }
}

/** Reads a selection page by page. */
async function* readByRows(
  sources: MeaningSources,
  { selection, fields, cursor }: SelectedRequest,
): AsyncGenerator<SelectedRows> {
  const start = cursor.kind === 'rows' ? cursor.rows : 0
  for (let page = Math.floor(start / PAGE_ROWS) + 1; ; page++) {
    const { documents, found } = await listSelected(sources, selection, { page, limit: PAGE_ROWS, fields })
    const before = (page - 1) * PAGE_ROWS
    const skipped = Math.max(0, start - before)
    yield {
      rows: documents.slice(skipped).map((document, row) => ({
        document,
        cursor: writeCursor({ kind: 'rows', rows: before + skipped + row + 1 }),
      })),
      remaining: Math.max(0, found - before - skipped),
    }
    if (documents.length < PAGE_ROWS) return
  }
}

/**
 * Reads the articles of a selection after a cursor, at most 250 at a time and fewer of long texts, in the order of
 * GraphQL. Yields at least once. Throws BAD_USER_INPUT, LIMIT_EXCEEDED or SERVICE_UNAVAILABLE.
 */
export function readSelected(
  sources: MeaningSources,
  request: SelectedRequest,
): AsyncGenerator<SelectedRows, void> {
  const { fields } = request
  const hasTexts = fields.includes('content')
  const short = { ...request, fields: hasTexts ? (['published_at'] as const) : fields }
  const pages = continuesByArticle(request.selection)
    ? readByDate(sources, short)
    : readByRows(sources, short)
  return hasTexts ? readTexts(sources.index, pages, fields) : pages
}
