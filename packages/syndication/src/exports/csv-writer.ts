import { stringify } from 'csv-stringify/sync'
import type { CellValue } from './columns.ts'
import { guardFormula } from './spreadsheet-text.ts'
import type { TableLocale } from './table-locale.ts'

/** Joins the values of a list in one cell. */
export const LIST_SEPARATOR = '; '

function cellText(value: CellValue, locale: TableLocale): string | number | null {
  if (value === null) return null
  if (value instanceof Date) return locale.writeInstant(value)
  if (typeof value === 'number') return locale.writeNumber(value)
  return guardFormula(typeof value === 'string' ? value : value.join(LIST_SEPARATOR))
}

/**
 * Returns a function that writes the next rows of one CSV file, and before the first ones the mark that makes
 * spreadsheets read UTF-8 and the names of the columns. It may be called without rows.
 */
export function csvWriter(
  names: readonly string[],
  locale: TableLocale,
): (rows: readonly (readonly CellValue[])[]) => string {
  let isFirst = true
  return (rows) => {
    const cells = rows.map((row) => row.map((value) => cellText(value, locale)))
    const csv = stringify(isFirst ? [[...names], ...cells] : cells, {
      bom: isFirst,
      delimiter: locale.separator,
      record_delimiter: 'windows',
      quote_record_delimiter: true,
    })
    isFirst = false
    return csv
  }
}
