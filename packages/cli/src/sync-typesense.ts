import { countDocumentRows } from '@pauta/core/articles/queries'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dryRun, syncIndex } from '@pauta/core/search-index/rebuild'
import { SYNC_BATCH_ROWS } from '@pauta/core/search-index/sync'
import { parseStart } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { startProgress } from './terminal/progress.ts'

const USAGE = `npm run sync-typesense -- (--full-sync | --start-date YYYY-MM-DD) [--dry-run] [--batch-rows N] [--remote] [--data DIR]
npm run sync-typesense -- --remote [--stop] [--data DIR]

Copies news with its embeddings from PostgreSQL into the search index.
  --full-sync              everything, into a new collection that replaces the live one when it is complete
  --start-date YYYY-MM-DD  what was published or changed from that local day on, into the live collection
  --dry-run                makes every document and counts them, writes nothing
  --batch-rows N           rows read and written at a time, ${SYNC_BATCH_ROWS} at most; fewer need less memory
  --remote                 as a task of the stage, which goes on without this command: starts one and follows it to its
                           end, or follows the one that runs when nothing else is said
  --stop                   has the task that runs finish the batch at hand and end
An interrupted run goes on where it stood.`

const REFUSED_SHOWN = 50

function readBatchRows(text: string | undefined): number {
  if (text === undefined) return SYNC_BATCH_ROWS
  const rows = Number(text)
  if (Number.isInteger(rows) && rows >= 1 && rows <= SYNC_BATCH_ROWS) return rows
  throw new CommandError(`--batch-rows ${text}: a whole number from 1 to ${SYNC_BATCH_ROWS} is expected.`)
}

interface SyncArguments {
  /** Local day from which on articles are taken; undefined for all. */
  startDate: string | undefined
  from: Date | undefined
  batchRows: number
  isDryRun: boolean
}

/** What the task is told: the same, in the form of arguments. */
function writeArguments({ startDate, batchRows, isDryRun }: SyncArguments): string[] {
  return [
    ...(startDate === undefined ? ['--full-sync'] : ['--start-date', startDate]),
    ...(isDryRun ? ['--dry-run'] : []),
    '--batch-rows',
    String(batchRows),
  ]
}

async function runHere({ startDate, from, batchRows, isDryRun }: SyncArguments): Promise<number> {
  const config = loadConfig('database', 'index', 'embedding')
  const stop = new AbortController()
  // A task is told to stop by SIGTERM, and has two minutes to finish its batch.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
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
    const state = isDryRun ? await dryRun(deps, { startDate }) : await syncIndex(deps, { startDate })
    progress.stop()
    console.log(
      isDryRun
        ? `Dry run: ${state.written} documents would be written, nothing was.`
        : `${state.written} documents written to ${state.collection}, ${state.refused} refused.`,
    )
    return state.refused > 0 ? EXIT_INCOMPLETE : EXIT_OK
  } catch (error) {
    if (!stop.signal.aborted) throw error
    progress.stop()
    console.error('Stopped; the same command goes on where it stood.')
    return EXIT_INCOMPLETE
  } finally {
    progress.stop()
    await db.end({ timeout: 5 })
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    'full-sync': { type: 'boolean', default: false },
    'start-date': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'batch-rows': { type: 'string' },
    remote: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const startDate = values['start-date']
  const ranges = Number(values['full-sync']) + Number(startDate !== undefined)
  const hasDetails = values['dry-run'] || values['batch-rows'] !== undefined
  const fits = ranges === 1 ? !values.stop : ranges === 0 && values.remote && !hasDetails
  if (values.help || !fits || positionals.length > 0) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const sync: SyncArguments = {
    startDate,
    from: startDate === undefined ? undefined : parseStart(startDate, '--start-date'),
    batchRows: readBatchRows(values['batch-rows']),
    isDryRun: values['dry-run'],
  }
  await connect(values.data)
  if (!values.remote) return await runHere(sync)
  const { runRemote } = await import('./sync/remote-sync.ts')
  if (ranges === 1) return await runRemote({ kind: 'start', args: writeArguments(sync) })
  return await runRemote({ kind: values.stop ? 'stop' : 'follow' })
}

await runCommand(main)
