import { stringify } from 'csv-stringify/sync'
import { formatInstant } from '@pauta/platform/time/time'
import type { CellValue, ExportColumn, ExportedArticle } from './columns.ts'
import type { Encoder } from './encoder.ts'

/** A format of exports: the ending of its address. */
export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Media types by format. */
export const EXPORT_MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/**
 * A place of a text where a spreadsheet may begin a cell that it would compute. That is the start of the text, and for
 * readers that separate by `;` or tab also what follows these and line breaks: such readers do not see our quotes, which
 * are not at the start of their cell. Blanks, invisible characters and quotes before the sign do not protect. Wide,
 * small, raised and lowered forms of the signs count, as some programs normalise them.
 */
const FORMULA =
  /(^|[;\t\r\n])(?=[[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gv
const LEADING_BREAK = /^[\t\r\n]/
/** Returns the text with a quote mark before each formula. The mark makes the cell a text. */
const guardFormula = (text: string): string => {
  const guarded = text.replace(FORMULA, "$1'")
  return LEADING_BREAK.test(guarded) ? `'${guarded}` : guarded
}

const LIST_SEPARATOR = '; '

function cellText(value: CellValue): string | number | null {
  if (value instanceof Date) return formatInstant(value)
  if (typeof value === 'string') return guardFormula(value)
  return typeof value === 'number' || value === null ? value : guardFormula(value.join(LIST_SEPARATOR))
}

function csvEncoder(columns: readonly ExportColumn[]): Encoder {
  let isFirst = true
  return {
    encode(articles) {
      const rows = articles.map((article) => columns.map(({ read }) => cellText(read(article))))
      // The mark makes spreadsheets read UTF-8.
      const csv = stringify(isFirst ? [columns.map(({ name }) => name), ...rows] : rows, {
        bom: isFirst,
        record_delimiter: 'windows',
        quote_record_delimiter: true,
      })
      isFirst = false
      return Buffer.from(csv)
    },
    end: () => new Uint8Array(),
  }
}

function jsonlEncoder(columns: readonly ExportColumn[]): Encoder {
  const rowOf = (article: ExportedArticle) =>
    Object.fromEntries(
      columns.map(({ name, read }) => {
        const value = read(article)
        return [name, value instanceof Date ? formatInstant(value) : value]
      }),
    )
  return {
    encode: (articles) =>
      Buffer.from(articles.map((article) => `${JSON.stringify(rowOf(article))}\n`).join('')),
    end: () => new Uint8Array(),
  }
}

/** Returns an encoder of one file. Most exports are text, so the writer of Parquet is loaded late. */
export async function makeEncoder(format: ExportFormat, columns: readonly ExportColumn[]): Promise<Encoder> {
  if (format === 'csv') return csvEncoder(columns)
  if (format === 'jsonl') return jsonlEncoder(columns)
  const { parquetEncoder } = await import('./parquet-encoder.ts')
  return parquetEncoder(columns)
}
