import type { DbPool } from '@pauta/platform/database/database'
import { countLate, dropEmptyShards, emptyShards, listShards, noteAbsent } from './ledger.ts'
import type { Hub } from './hub.ts'
import { planRound, type RoundPlan, type RoundRequest } from './plan-round.ts'
import { isDataFile } from './shard-path.ts'
import { updateDataset, type Update } from './update-dataset.ts'
import type { Viewer } from './viewer.ts'

export interface ExportDependencies {
  db: DbPool
  hub: Hub
  viewer: Viewer
  signal: AbortSignal
}

export interface Round {
  plan: RoundPlan
  full: Update
  reduced: Update
  /** Articles that both datasets have now and had not before, and how many of them are of earlier days. */
  exported: number
  late: number
  /** Shards that are no longer on the host; their articles were looked at anew. */
  lost: string[]
  /** Why articles that were taken down may still be in files of others. */
  problems: string[]
  /** Whether another round has something to do. */
  more: boolean
}

/** A viewer that still shows a file which is gone would let its articles pass for uploaded. */
async function assertCaughtUp(viewer: Viewer, day: string, head: string): Promise<void> {
  const revision = await viewer.findRevision(day)
  if (revision !== undefined && revision !== head)
    throw new Error('a shard is gone from the host and the viewer has not caught up: run the job again later')
}

/**
 * One round of an export: asks the host what is there, notes in the ledger what should be, and brings both datasets to
 * it, the full one first. Whatever ends it early is carried on by the next round: what was planned and never uploaded
 * is planned anew, what was uploaded and never noted is found by its name, and what only the full dataset has is given
 * to the reduced one. Throws when the host cannot be asked; nothing is uploaded then.
 */
export async function exportRound(
  request: RoundRequest,
  { db, hub, viewer, signal }: ExportDependencies,
): Promise<Round> {
  const { now, limits } = request
  const full = await hub.read('full')
  const reduced = await hub.read('reduced')
  const missing = (await listShards(db)).filter(({ path, rows }) => rows > 0 && !full.files.has(path))
  const lost = missing.map(({ path }) => path)
  // What was never uploaded the viewer cannot still show.
  const wasThere = missing.some(({ fullVersion }) => fullVersion > 0)
  if (wasThere && [...full.files.keys()].some(isDataFile))
    await assertCaughtUp(viewer, request.day, full.head)
  if (lost.length > 0) await emptyShards(db, lost)
  const plan = await planRound(request, { db, viewer, full, signal })
  signal.throwIfAborted()
  const common = { elsewhere: plan.elsewhere, now, commitBytes: limits.commitBytes }
  const updates = {
    full: await updateDataset(db, hub, { ...common, kind: 'full', state: full }),
    reduced: await updateDataset(db, hub, { ...common, kind: 'reduced', state: reduced }),
  }
  const cleaned = plan.elsewhere.map(({ uniqueId }) => uniqueId)
  const problems = [...updates.full.problems, ...updates.reduced.problems]
  const isClean = problems.length === 0 && updates.full.elsewhereComplete && updates.reduced.elsewhereComplete
  if (cleaned.length > 0 && isClean) await noteAbsent(db, cleaned, now)
  await dropEmptyShards(db)
  // The reduced dataset comes last: what it has got, both have.
  const { added } = updates.reduced
  const exported = added.reduce((sum, { rows }) => sum + rows, 0)
  const late = await countLate(
    db,
    added.map(({ path }) => path),
  )
  return {
    plan,
    ...updates,
    exported,
    late,
    lost,
    problems,
    // What cannot be mended would come up again and again.
    more:
      plan.more || updates.full.more || updates.reduced.more || (plan.moreElsewhere && problems.length === 0),
  }
}
