import type { Db, DbPool } from '@pauta/platform/database/database'
import { lockArticles } from '../articles/lock.ts'
import { listDue, markDone, type ArticleStep, type PipelineStep } from './steps.ts'

/**
 * Writes the results of a step and settles the step in one transaction, for articles whose step is still open in the
 * same version. Skips results for an older text and work that another worker has finished. Returns the written items.
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
