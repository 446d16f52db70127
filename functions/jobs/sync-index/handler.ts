import * as z from 'zod'
import { countDocumentRows } from '@pauta/core/articles/queries'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dryRun, syncIndex as sync } from '@pauta/core/search-index/rebuild'
import type { SyncDependencies } from '@pauta/core/search-index/sync'
import type { SyncState } from '@pauta/core/search-index/sync-state'
import { useDatabase } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import { parseStart } from '@pauta/platform/time/time'
import { ContinueLater, runJob, type JobRunContext, type JobWork } from '@pauta/platform/jobs/run-job'
import { syncIndex } from './job.ts'

const PROBLEMS_LISTED = 50

/** What the run shows while it goes on. The position of the sync itself is stored with its lease. */
const progressSchema = z.object({
  phase: z.string(),
  written: z.number(),
  refused: z.number(),
  /** Articles that the sync reads once. */
  articles: z.number(),
  /** Why documents were refused, at most 50. */
  problems: z.array(z.string()),
})
type Progress = z.output<typeof progressSchema>

type Context = JobRunContext<typeof syncIndex>

async function countArticles(db: SyncDependencies['db'], startDate: string | undefined): Promise<number> {
  return await countDocumentRows(
    db,
    startDate === undefined ? undefined : parseStart(startDate, 'start_date'),
  )
}

async function runSync(
  { config, parameters, signal, logger, progress, saveProgress }: Context,
  db: SyncDependencies['db'],
): Promise<Record<string, unknown>> {
  const { start_date: startDate, dry_run: isDryRun, batch_rows: batchRows } = parameters
  const earlier = progressSchema.safeParse(progress)
  let shown: Progress = earlier.success
    ? earlier.data
    : { phase: 'fill', written: 0, refused: 0, articles: await countArticles(db, startDate), problems: [] }
  const addProblem = (problem: string) => {
    logger.warn({ problem }, 'sync-index: the index refused something')
    shown = { ...shown, problems: [...shown.problems, problem].slice(0, PROBLEMS_LISTED) }
  }
  const deps: SyncDependencies = {
    db,
    index: connectSearchIndex(config.index),
    model: openEmbeddingModel(config.embedding),
    now: () => new Date(),
    holder: 'job sync-index',
    signal,
    batchRows,
    onSnapshotFailed: (error) =>
      addProblem(`the index took no snapshot, so a restart is slow: ${describeError(error)}`),
    onProgress: async ({ phase, written, refused }, documents) => {
      for (const { id, error } of documents) addProblem(`${id}: ${error}`)
      shown = { ...shown, phase, written, refused }
      await saveProgress(shown)
    },
  }
  const { written, refused, collection } = await runUntilStopped(deps, { startDate, isDryRun })
  return { dryRun: isDryRun, written, refused, collection, problems: shown.problems }
}

/** Throws ContinueLater when the sync was stopped, and its position is stored. Every other end is the sync's own. */
async function runUntilStopped(
  deps: SyncDependencies,
  { startDate, isDryRun }: { startDate: string | undefined; isDryRun: boolean },
): Promise<SyncState> {
  try {
    return isDryRun ? await dryRun(deps, { startDate }) : await sync(deps, { startDate })
  } catch (error) {
    if (!deps.signal?.aborted || error !== deps.signal.reason) throw error
    if (isDryRun)
      throw new Error('A dry run stores no position, and this one takes longer than a function may run', {
        cause: error,
      })
    throw new ContinueLater('The sync has stored its position and goes on')
  }
}

/**
 * Copies news into the index until nothing is left. The next invocation continues what does not fit into this one, also
 * after a kill: position and lease are those of every sync (see packages/core/src/search-index/rebuild.ts).
 */
export const syncStored: JobWork<typeof syncIndex> = (context) =>
  // Pages of 5,000 rows may take longer than the statements of other functions.
  useDatabase(context.config.database, { statementTimeoutMs: 0 }, (db) => runSync(context, db))

export const handler = runJob(syncIndex, syncStored)
