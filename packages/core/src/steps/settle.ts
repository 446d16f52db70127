import type { Db, DbPool } from '@pauta/platform/database/database'
import { lockArticles } from '../articles/lock.ts'
import { listDue, markDone, type ArticleStep, type PipelineStep } from './steps.ts'

/**
 * Writes what a step has made of articles and settles the step, in one transaction: of the articles whose step is still
 * open in the version that was read. What was made of an older text is dropped, as the newer one is due; what another
 * worker has done meanwhile is not done again. Returns what was written.
 */
export async function settleSteps<Item extends ArticleStep>(
  pool: DbPool,
  step: PipelineStep,
  items: readonly Item[],
  write: (db: Db, open: readonly Item[]) => Promise<void>,
): Promise<Item[]> {
  if (items.length === 0) return []
  const ids = items.map((item) => item.uniqueId)
  const { open } = await pool.begin(async (db) => {
    await lockArticles(db, ids)
    const due = await listDue(db, step, ids)
    const versions = new Map(due.map(({ uniqueId, version }) => [uniqueId, version]))
    const open = items.filter((item) => versions.get(item.uniqueId) === item.version)
    await write(db, open)
    await markDone(db, step, open)
    return { open }
  })
  return open
}
