import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { memoizeLiveModel } from '@pauta/core/search-index/live-model'
import { listUnknownValues } from '@pauta/core/vocabulary/unknown-values'
import { memoizeVocabulary } from '@pauta/core/vocabulary/vocabulary'
import { loadConfig } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { parseColumns } from '@pauta/syndication/exports/columns'
import { readCursor } from '@pauta/syndication/selection/cursor'
import { EXPORT_FORMATS, type ExportFormat } from '@pauta/syndication/exports/encode'
import { startExport, type ExportSummary } from '@pauta/syndication/exports/run-export'
import { parseTableLocale } from '@pauta/syndication/exports/table-locale'
import { readQuery } from '@pauta/syndication/selection/url-grammar'
import { EXIT_OK } from '../terminal/exit-codes.ts'
import { CommandError, connect } from '../terminal/connect.ts'
import { makeChoice, makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { startProgress } from '@pauta/server/progress'
import { withDatabase } from '../terminal/with-database.ts'

interface Options extends OutputOptions {
  format: ExportFormat
  columns?: string | undefined
  cursor?: string | undefined
  locale?: string | undefined
  out?: string | undefined
}

/** Parses the filter as the address of an export has it. Throws a CommandError with the parameter at fault. */
function readRequest(filter: string, { format, columns, cursor, locale }: Options) {
  try {
    const { selection } = readQuery(new URLSearchParams(filter))
    return {
      format,
      selection,
      columns: parseColumns(columns),
      locale: parseTableLocale(locale, format),
      cursor: readCursor(cursor, selection),
    }
  } catch (error) {
    throw error instanceof PublicError ? new CommandError(error.message) : error
  }
}

const logger = { warn: (fields: unknown) => console.error(fields) }

/** Prints the values of a filter that do not exist. Prints why, if they cannot be checked. */
async function printUnknownValues(
  db: DbPool,
  { selection }: ReturnType<typeof readRequest>,
  found: number,
): Promise<void> {
  const sources = { db, logger, findVocabulary: memoizeVocabulary({ db, logger }, 0) }
  for (const warning of await listUnknownValues(sources, selection, { found })) console.error(warning)
}

/** Writes the pieces. Throws a CommandError when the file cannot be opened or its disk is full. */
async function writePieces(
  pieces: AsyncGenerator<Uint8Array, ExportSummary>,
  out: string | undefined,
): Promise<ExportSummary> {
  let summary: ExportSummary = { rows: 0, cursor: undefined }
  async function* read() {
    summary = yield* pieces
  }
  if (out === undefined) {
    await pipeline(read, process.stdout, { end: false })
    return summary
  }
  const file = createWriteStream(out)
  await pipeline(read, file).catch((error: unknown) => {
    if (file.errored !== error || !(error instanceof Error)) throw error
    throw new CommandError(
      `${out} is not complete (${error.message}): make it writable or free space on its disk, and run the command again.`,
    )
  })
  return summary
}

/** Writes all articles of a filter to a file or to standard output. Returns the exit code. */
async function exportArticles(filter: string, options: Options): Promise<number> {
  const request = readRequest(filter, options)
  await connect(options.data)
  const config = loadConfig('index', 'embedding')
  const index = connectSearchIndex(config.index)
  const warnings: string[] = []
  const sources = {
    index,
    liveModel: memoizeLiveModel(index),
    embedding: openEmbeddingModel(config.embedding),
    logger,
    warnings,
  }
  const { totalRows, pieces } = await startExport(sources, request, { maxRows: Infinity, maxBytes: Infinity })
  const progress = startProgress('export', totalRows)
  const summary = await writePieces(pieces, options.out)
  progress.update(summary.rows)
  progress.stop()
  for (const warning of warnings) console.error(warning)
  await withDatabase(options.data, (db) => printUnknownValues(db, request, totalRows))
  const { rows, cursor } = summary
  if (options.out !== undefined)
    printResult(options.json, { rows, cursor: cursor ?? null, file: options.out }, [
      `${rows} articles in ${options.out}`,
    ])
  return EXIT_OK
}

export const command = makeCommand('export')
  .summary('writes the articles of a filter as CSV, a workbook (xlsx), JSON lines or Parquet')
  .description(
    'Writes the articles of a filter as CSV, a workbook (xlsx), JSON lines or Parquet, without the bound of /export. The filter has the form ' +
      'of addresses: agencies=saude,mec&q=vacina. Without a filter, all articles. docs/dataset.md describes the columns.\n\n' +
      'To continue an export, pass the value of the column `cursor` of the last row as --cursor.',
  )
  .usage('[FILTER]')
  .argument('[FILTER]', 'parameters as in the address of an export', '')
  .addOption(makeChoice('--format <FORMAT>', 'format of the file', EXPORT_FORMATS).default('csv' as const))
  .option('--columns <NAMES>', 'columns with commas, in this order; all by default')
  .option('--cursor <CURSOR>', 'continues after this row')
  .option('--locale <LOCALE>', 'pt-BR: CSV for spreadsheets of Brazil, with semicolons and local time')
  .option('--out <FILE>', 'file to write; standard output by default')
  .action(async (filter, options) => {
    process.exitCode = await exportArticles(filter, options)
  })
