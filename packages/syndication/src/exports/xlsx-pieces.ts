import { shiftToLocal } from '@pauta/platform/time/time'
import { writeXlsxStream } from 'hucre/xlsx'
import type { CellValue, ExportColumn } from './columns.ts'
import type { SelectedArticle } from '../articles/selected-article.ts'
import { LIST_SEPARATOR } from './csv-writer.ts'
import { guardFormula } from './spreadsheet-text.ts'

/** Most characters that spreadsheets allow in a cell. */
const CELL_MAX_CHARACTERS = 32_767
const CUT_MARK = '…'

const INSTANT_FORMAT = 'dd/mm/yyyy hh:mm:ss'

/** Returns a text of a cell. A longer one is cut and ends with `…`, because spreadsheets refuse the whole file. */
function cellText(text: string): string {
  const guarded = guardFormula(text)
  if (guarded.length <= CELL_MAX_CHARACTERS) return guarded
  return `${guarded.slice(0, CELL_MAX_CHARACTERS - CUT_MARK.length).toWellFormed()}${CUT_MARK}`
}

function cellOf(value: CellValue): string | number | Date | null {
  if (value === null || typeof value === 'number') return value
  // A cell has no time zone: its clock is Brasília's.
  if (value instanceof Date) return shiftToLocal(value)
  return cellText(typeof value === 'string' ? value : value.join(LIST_SEPARATOR))
}

/**
 * Writes one workbook of one sheet, piece by piece: rows are read as the file is read, so that memory does not grow with
 * their number. Numbers and instants are typed cells. A person reads no header of HTTP, so the last row says when rows are
 * missing.
 */
export async function* xlsxPieces(
  {
    columns,
    describeRest,
  }: { columns: readonly ExportColumn[]; describeRest?: (() => string | undefined) | undefined },
  pages: AsyncIterable<readonly SelectedArticle[]>,
): AsyncGenerator<Uint8Array, void> {
  async function* rows() {
    for await (const page of pages)
      for (const article of page) yield columns.map(({ read }) => cellOf(read(article)))
    const rest = describeRest?.()
    if (rest !== undefined) yield [rest]
  }
  yield* writeXlsxStream(rows(), {
    name: 'Notícias',
    freezePane: { rows: 1 },
    columns: columns.map(({ name, kind }) => ({
      header: name,
      ...(kind === 'instant' && { numFmt: INSTANT_FORMAT }),
    })),
  })
}
