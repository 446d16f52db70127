import { countDocumentRows } from '@pauta/core/articles/queries'
import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { openEmbeddingModel } from '@pauta/core/embedding/embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dryRun, syncIndex } from '@pauta/core/search-index/rebuild'
import { parseStart } from '@pauta/core/time'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './command.ts'
import { connect, DEFAULT_DATA_FOLDER } from './connect.ts'
import { startProgress } from './progress.ts'

const USAGE = `npm run sync-typesense -- (--full-sync | --start-date YYYY-MM-DD) [--dry-run] [--data DIR]

Copies news with its embeddings from PostgreSQL into the search index, 5,000 rows at a time.
  --full-sync              everything, into a new collection that replaces the live one when it is complete
  --start-date YYYY-MM-DD  what was published or changed from that local day on, into the live collection
  --dry-run                makes every document and counts them, writes nothing
An interrupted run goes on where it stood.`

const REFUSED_SHOWN = 50

async function main(): Promise<number> {
  const { values } = readArguments(USAGE, {
    'full-sync': { type: 'boolean', default: false },
    'start-date': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const startDate = values['start-date']
  if (values.help || values['full-sync'] === (startDate !== undefined)) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const from = startDate === undefined ? undefined : parseStart(startDate, '--start-date')
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
