import { Option } from '@commander-js/extra-typings'
import { countDocumentRows } from '@pauta/core/articles/queries'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dryRun, syncIndex } from '@pauta/core/search-index/rebuild'
import { SYNC_BATCH_ROWS } from '@pauta/core/search-index/sync-batch'
import { jobs } from '@pauta/functions/jobs/jobs'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import type { Job } from '@pauta/platform/jobs/define-job'
import { parseStart } from '@pauta/platform/time/time'
import { describeEndedRun } from '../job/describe-run.ts'
import { startAndFollow } from '../job/start-run.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand, wholeNumber, type OutputOptions } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { startProgress } from '@pauta/server/progress'
import { withDatabase } from '../terminal/with-database.ts'

const REFUSED_SHOWN = 50

interface SyncArguments extends OutputOptions {
  /** First local day of the articles; undefined for all articles. */
  startDate: string | undefined
  from: Date | undefined
  batchRows: number
  isDryRun: boolean
}

function getSyncJob(): Job {
  const job = jobs.find(({ name }) => name === 'sync-index')
  if (!job) throw new Error('There is no job sync-index')
  return job
}

/** Starts the job of the stage and follows it. The result of its run has the same counts. */
async function runAsJob({ startDate, batchRows, isDryRun, data, json }: SyncArguments): Promise<number> {
  const parameters = { start_date: startDate, batch_rows: batchRows, dry_run: isDryRun }
  const run = await startAndFollow(data, { job: getSyncJob(), parameters, report: makeReporter(json) })
  if (!run) return EXIT_INCOMPLETE
  printResult(json, { run }, describeEndedRun(run))
  const { refused } = (run.result ?? {}) as { refused?: number }
  return run.status === 'succeeded' && refused === 0 ? EXIT_OK : EXIT_INCOMPLETE
}

async function syncHere(
  db: DbPool,
  config: Config<'index' | 'embedding'>,
  { startDate, from, batchRows, isDryRun, json }: SyncArguments,
): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const progress = startProgress('documents', await countDocumentRows(db, from))
  let shown = 0
  const deps = {
    db,
    index: connectSearchIndex(config.index),
    model: openEmbeddingModel(config.embedding),
    now: () => new Date(),
    signal: stop.signal,
    batchRows,
    onSnapshotFailed: (error: unknown) =>
      console.error(`Warning: the index took no snapshot, so a restart is slow: ${describeError(error)}`),
    onProgress: (
      state: { written: number; refused: number },
      refused: readonly { id: string; error: string }[],
    ) => {
      for (const { id, error } of refused) if (shown++ < REFUSED_SHOWN) console.error(`${id}: ${error}`)
      progress.update(state.written + state.refused)
    },
  }
  try {
    const run = isDryRun ? dryRun(deps, { startDate }) : syncIndex(deps, { startDate })
    const { written, refused, collection } = await run.finally(() => progress.stop())
    printResult(json, { dryRun: isDryRun, written, refused, collection }, [
      isDryRun
        ? `Dry run: ${written} documents would be written, nothing was.`
        : `${written} documents written to ${collection}, ${refused} refused.`,
    ])
    return refused > 0 ? EXIT_INCOMPLETE : EXIT_OK
  } catch (error) {
    if (!stop.signal.aborted) throw error
    console.error('Stopped; the same command continues from here.')
    return EXIT_INCOMPLETE
  }
}

const runHere = (sync: SyncArguments): Promise<number> =>
  withDatabase(sync.data, (db, config) => syncHere(db, config, sync), {
    sections: ['index', 'embedding'],
    statementTimeoutMs: 0,
    maxConnections: 2,
  })

export const command = makeCommand('sync-typesense')
  .description(
    'Copies news with its embeddings from PostgreSQL into the search index. An interrupted run continues where it ' +
      'stopped when the same command runs again.',
  )
  .usage('(--full-sync | --start-date YYYY-MM-DD) [--dry-run] [--batch-rows N] [--remote]')
  .option(
    '--full-sync',
    'all articles, into a new collection that replaces the live one when complete',
    false,
  )
  .option(
    '--start-date <YYYY-MM-DD>',
    'articles published or changed from that local day on, into the live collection',
  )
  .option('--dry-run', 'makes and counts every document, and writes nothing', false)
  .addOption(
    new Option(
      '--batch-rows <N>',
      `rows per read and write, at most ${SYNC_BATCH_ROWS} (default: ${SYNC_BATCH_ROWS}); fewer rows need less memory`,
    ).argParser(wholeNumber('--batch-rows', SYNC_BATCH_ROWS)),
  )
  .option('--remote', 'runs the sync as the job sync-index, which continues after this command exits', false)
  .action(async (options, self) => {
    const { fullSync, startDate, remote, batchRows, data, json } = options
    if (fullSync === (startDate !== undefined)) self.error('error: give either --full-sync or --start-date')
    const sync: SyncArguments = {
      startDate,
      from: startDate === undefined ? undefined : parseStart(startDate, '--start-date'),
      batchRows: batchRows ?? SYNC_BATCH_ROWS,
      isDryRun: options.dryRun,
      data,
      json,
    }
    process.exitCode = remote ? await runAsJob(sync) : await runHere(sync)
  })
