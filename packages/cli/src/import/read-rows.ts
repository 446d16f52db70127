import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { parse as parseCsv } from 'csv-parse'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { CommandError } from '../terminal/connect.ts'
import { RowError, type DatasetRow } from './dataset-row.ts'
import { readLines } from './read-lines.ts'

/** A row and its line in the file, from 1. A line that cannot be parsed has an error instead of a row. */
export type NumberedRow = { line: number; row: DatasetRow } | { line: number; error: RowError }

const PARQUET_ROWS_AT_ONCE = 1000

async function* readJsonLines(file: string): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const text of readLines(file)) {
    line++
    // Some programs write a byte order mark at the start of a file. trim() removes it.
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
    const { record, info } = item as {
      record: DatasetRow
      info: { lines: number; columns: unknown[]; error?: { record: unknown[] } }
    }
    width ??= info.columns.length
    // A record lacks the cells beyond its columns. The error of its length has all cells.
    const found = info.error?.record.length ?? Object.keys(record).length
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

/** Yields the rows. Throws a CommandError that names the file when it is truncated or has another format. */
async function* withFileName(file: string, rows: AsyncGenerator<NumberedRow>): AsyncGenerator<NumberedRow> {
  try {
    yield* rows
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `${file} cannot be read further: ${reason}.\nRepair the file and import it again. Rows that are imported stay as they are.`,
      { cause: error },
    )
  }
}

/**
 * Returns the rows of a file. The file's ending selects the format. Throws a CommandError when the file does not exist
 * or has an unknown ending. The iteration throws a CommandError when the file cannot be read.
 */
export async function openRows(file: string): Promise<AsyncGenerator<NumberedRow>> {
  const reader = READERS[extname(file).toLowerCase()]
  if (!reader) throw new CommandError(`${file}: known endings are ${Object.keys(READERS).join(', ')}`)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(`${file}: there is no such file`)
  return withFileName(file, reader(file))
}
