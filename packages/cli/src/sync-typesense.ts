import { countDocumentRows } from '@pauta/core/articles/queries'
import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { openEmbeddingModel } from '@pauta/core/embedding/embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dryRun, syncIndex } from '@pauta/core/search-index/rebuild'
import { SYNC_BATCH_ROWS } from '@pauta/core/search-index/sync'
import { parseStart } from '@pauta/core/time'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './connect.ts'
import { startProgress } from './progress.ts'

const USAGE = `npm run sync-typesense -- (--full-sync | --start-date YYYY-MM-DD) [--dry-run] [--batch-rows N] [--data DIR]

Copies news with its embeddings from PostgreSQL into the search index.
  --full-sync              everything, into a new collection that replaces the live one when it is complete
  --start-date YYYY-MM-DD  what was published or changed from that local day on, into the live collection
  --dry-run                makes every document and counts them, writes nothing
  --batch-rows N           rows read and written at a time, ${SYNC_BATCH_ROWS} at most; fewer need less memory
An interrupted run goes on where it stood.`

const REFUSED_SHOWN = 50

function readBatchRows(text: string | undefined): number {
  if (text === undefined) return SYNC_BATCH_ROWS
  const rows = Number(text)
  if (Number.isInteger(rows) && rows >= 1 && rows <= SYNC_BATCH_ROWS) return rows
  throw new CommandError(`--batch-rows ${text}: a whole number from 1 to ${SYNC_BATCH_ROWS} is expected.`)
}

async function main(): Promise<number> {
  const { values } = readArguments(USAGE, {
    'full-sync': { type: 'boolean', default: false },
    'start-date': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'batch-rows': { type: 'string' },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const startDate = values['start-date']
  if (values.help || values['full-sync'] === (startDate !== undefined)) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const from = startDate === undefined ? undefined : parseStart(startDate, '--start-date')
  const batchRows = readBatchRows(values['batch-rows'])
  await connect(values.data)
  const config = loadConfig('database', 'index', 'embedding')
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('Stopped; the same command goes on where it stood.')))
  const db = connectDatabase(config.database, { statementTimeoutMs: 0, maxConnections: 2 })
  const progress = startProgress('documents', await countDocumentRows(db, from))
  let shown = 0
  const deps = {
    db,
    index: connectSearchIndex(config.index),
    model: openEmbeddingModel(config.embedding),
    now: () => new Date(),
    signal: stop.signal,
    batchRows,
    onProgress: (
      state: { written: number; refused: number },
      refused: readonly { id: string; error: string }[],
    ) => {
      for (const { id, error } of refused) if (shown++ < REFUSED_SHOWN) console.error(`${id}: ${error}`)
      progress.update(state.written + state.refused)
    },
  }
  try {
    const state = values['dry-run'] ? await dryRun(deps, { startDate }) : await syncIndex(deps, { startDate })
    progress.stop()
    console.log(
      values['dry-run']
        ? `Dry run: ${state.written} documents would be written, nothing was.`
        : `${state.written} documents written to ${state.collection}, ${state.refused} refused.`,
    )
    return state.refused > 0 ? EXIT_INCOMPLETE : EXIT_OK
  } finally {
    progress.stop()
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
