import type { MeaningSources } from '@pauta/core/search-index/search-by-meaning'
import { formatCount } from '@pauta/platform/text/portuguese'
import { priceOfPage } from '../selection/price.ts'
import type { Selection } from '../selection/selection.ts'
import { fieldsOf } from './columns.ts'
import type { SelectedArticle } from '../articles/selected-article.ts'
import type { Cursor } from '../selection/cursor.ts'
import { encodeFile, type FileForm } from './encode.ts'
import { PAGE_ROWS, readSelected } from '../articles/read-selected.ts'
import type { SelectedRows } from '../articles/selected-article.ts'

/** Most rows of an export over HTTP. */
const EXPORT_MAX_ROWS = 100_000
/**
 * Most points of an export over HTTP: the price of 100,000 rows of a list. A search costs more per page, so its export
 * has fewer rows. An operation of GraphQL may have 50,000.
 */
const EXPORT_MAX_POINTS = 300_000
/** Below the 200 MB that Lambda streams. */
const EXPORT_MAX_BYTES = 180_000_000

/** Returns the most rows of one export over HTTP, by the price of the selection's pages. */
export function maxRowsOf(selection: Selection): number {
  const pages = Math.floor(EXPORT_MAX_POINTS / priceOfPage(selection, PAGE_ROWS))
  return Math.min(pages * PAGE_ROWS, EXPORT_MAX_ROWS)
}

export interface ExportRequest extends FileForm {
  selection: Selection
  cursor: Cursor
}

/** Where an export ends before the last row. */
export interface ExportBounds {
  /** Infinity for no bound. */
  maxRows: number
  maxBytes?: number
  /** Returns true when there is no time for another page. */
  isLate?: () => boolean
}

/** An export whose first page was read. */
export interface StartedExport {
  /** Rows of the selection after the cursor, with those beyond the bounds. */
  totalRows: number
  /** The bytes of the file. The file is complete and valid also when it ends at a bound. */
  pieces: AsyncGenerator<Uint8Array, ExportSummary>
}

export interface ExportSummary {
  rows: number
  /** Cursor of the last row; undefined without rows. */
  cursor: string | undefined
}

/** What was written of an export so far. */
interface Written extends ExportSummary {
  bytes: number
  /** Whether a bound ended it before the last row. */
  isCut: boolean
}

/** Tells the reader of a workbook that rows are missing, and how to get them; undefined when none are. */
function describeRest({ isCut, rows, cursor }: Written, totalRows: number): string | undefined {
  if (!isCut) return undefined
  return `Este arquivo está incompleto: tem ${formatCount(rows)} de ${formatCount(totalRows)} linhas. As demais vêm pelo mesmo endereço com cursor=${cursor}`
}

/** Yields the rows of the pages up to a bound, and counts them. */
async function* boundPages(
  first: SelectedRows | undefined,
  others: AsyncGenerator<SelectedRows, void>,
  { written, bounds }: { written: Written; bounds: ExportBounds },
): AsyncGenerator<readonly SelectedArticle[], void> {
  const { maxRows, maxBytes = EXPORT_MAX_BYTES, isLate = () => false } = bounds
  const totalRows = first?.remaining ?? 0
  for (let page = first; page !== undefined;) {
    const some = page.rows.slice(0, maxRows - written.rows)
    written.rows += some.length
    written.cursor = some.at(-1)?.cursor ?? written.cursor
    yield some
    if (written.rows >= maxRows || written.bytes >= maxBytes || isLate()) {
      written.isCut = written.rows < totalRows
      return
    }
    page = (await others.next()).value ?? undefined
  }
}

async function* encodePages(
  first: SelectedRows | undefined,
  others: AsyncGenerator<SelectedRows, void>,
  { bounds, ...form }: FileForm & { bounds: ExportBounds },
): AsyncGenerator<Uint8Array, ExportSummary> {
  const written: Written = { rows: 0, bytes: 0, cursor: undefined, isCut: false }
  const file = { ...form, describeRest: () => describeRest(written, first?.remaining ?? 0) }
  for await (const piece of encodeFile(file, boundPages(first, others, { written, bounds }))) {
    written.bytes += piece.length
    if (piece.length > 0) yield piece
  }
  return { rows: written.rows, cursor: written.cursor }
}

/**
 * Returns the number of rows of an export after its cursor, with those beyond the bounds. Reads ids, no text. Throws as
 * startExport does.
 */
export async function countExport(
  sources: MeaningSources,
  { selection, cursor }: Pick<ExportRequest, 'selection' | 'cursor'>,
): Promise<number> {
  const first =
    (await readSelected(sources, { selection, fields: ['published_at'], cursor }).next()).value ?? undefined
  return first?.remaining ?? 0
}

/**
 * Reads the first page of an export, and returns the number of rows and the file. Throws BAD_USER_INPUT, LIMIT_EXCEEDED
 * or SERVICE_UNAVAILABLE before the first byte.
 */
export async function startExport(
  sources: MeaningSources,
  request: ExportRequest,
  bounds: ExportBounds,
): Promise<StartedExport> {
  const { selection, columns, cursor } = request
  const pages = readSelected(sources, { selection, fields: fieldsOf(columns), cursor })
  const first = (await pages.next()).value ?? undefined
  return { totalRows: first?.remaining ?? 0, pieces: encodePages(first, pages, { ...request, bounds }) }
}
