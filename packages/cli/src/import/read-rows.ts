import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { parse as parseCsv } from 'csv-parse'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { CommandError } from '../terminal/connect.ts'
import { RowError, type DatasetRow } from './dataset-row.ts'

/** A row and its place in the file, from 1; a line that cannot be read at all carries its error instead. */
export type NumberedRow = { line: number; row: DatasetRow } | { line: number; error: RowError }

const PARQUET_ROWS_AT_ONCE = 1000

async function* readJsonLines(file: string): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line++
    // Trimming takes the byte order mark away, too, with which some programs begin a file.
    const json = text.trim()
    if (json !== '') yield readJsonLine(json, line)
  }
}

function readJsonLine(text: string, line: number): NumberedRow {
  try {
    const row: unknown = JSON.parse(text)
    if (row !== null && typeof row === 'object' && !Array.isArray(row))
      return { line, row: row as DatasetRow }
    return { line, error: new RowError('not a JSON object') }
  } catch (error) {
    return { line, error: new RowError(`not valid JSON: ${String(error)}`, { cause: error }) }
  }
}

async function* readCsv(file: string): AsyncGenerator<NumberedRow> {
  const parser = createReadStream(file).pipe(
    parseCsv({ columns: true, bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
  )
  let width: number | undefined
  for await (const item of parser) {
    const { record, info } = item as { record: DatasetRow; info: { lines: number; columns: unknown[] } }
    width ??= info.columns.length
    const found = Object.keys(record).length
    if (found === width) yield { line: info.lines, row: record }
    else yield { line: info.lines, error: new RowError(`expected ${width} columns, found ${found}`) }
  }
}

async function* readParquet(file: string): AsyncGenerator<NumberedRow> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const total = Number(metadata.num_rows)
  for (let start = 0; start < total; start += PARQUET_ROWS_AT_ONCE) {
    const rowEnd = Math.min(start + PARQUET_ROWS_AT_ONCE, total)
    const rows = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart: start, rowEnd })
    for (const [offset, row] of rows.entries()) yield { line: start + offset + 1, row }
  }
}

const READERS: Record<string, (file: string) => AsyncGenerator<NumberedRow>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.csv': readCsv,
  '.parquet': readParquet,
}

/** A file that breaks off or is of another format than its ending says is named, in words. */
async function* withFileName(file: string, rows: AsyncGenerator<NumberedRow>): AsyncGenerator<NumberedRow> {
  try {
    yield* rows
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `${file} cannot be read on: ${reason}.\nMend it and import it again; what is in already stays as it is.`,
      { cause: error },
    )
  }
}

/**
 * The rows of a file, one by one, by the format that its ending names. Throws a CommandError for a file that is not
 * there or of no known format, and on the way for one that cannot be read.
 */
export async function openRows(file: string): Promise<AsyncGenerator<NumberedRow>> {
  const reader = READERS[extname(file).toLowerCase()]
  if (!reader) throw new CommandError(`${file}: known endings are ${Object.keys(READERS).join(', ')}`)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(`${file}: there is no such file`)
  return withFileName(file, reader(file))
}
