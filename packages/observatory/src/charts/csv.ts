export type Cell = string | number | null | undefined

/** A table of a chart: the same numbers as words. */
export interface Table {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** How a picture names and colours each row. Absent: the text before its first number, in the accent colour. */
  marks?: readonly { label: string; colour: string }[]
}

const BYTE_ORDER_MARK = '\uFEFF'
/** First characters that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function toField(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a table as CSV (RFC 4180, UTF-8 with byte order mark for spreadsheets). Formulas are disarmed. Notes, such as the
 * source, follow in rows of one field after the numbers.
 */
export function toCsv({ columns, rows }: Table, notes: readonly string[] = []): string {
  const lines = [columns, ...rows, ...notes.map((note) => [note])]
  return `${BYTE_ORDER_MARK}${lines.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`
}
