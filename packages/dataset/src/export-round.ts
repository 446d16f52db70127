import type { DbPool } from '@pauta/platform/database/database'
import { countLate, dropEmptyShards, emptyShards, listShards, recordAbsent } from './ledger.ts'
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
  /** Articles that are now in both datasets and were not before, and how many of them are of earlier days. */
  exported: number
  late: number
  /** Paths of shards that are no longer on the host; their articles are planned again. */
  lost: string[]
  /** Why articles that were taken down may still be in files of other uploaders. */
  problems: string[]
  /** Whether another round has work. */
  more: boolean
}

/** Throws when the viewer has not processed the latest commit: it would still show the articles of a deleted file. */
async function assertCaughtUp(viewer: Viewer, day: string, head: string): Promise<void> {
  const revision = await viewer.findRevision(day)
  if (revision !== undefined && revision !== head)
    throw new Error(
      'a shard was deleted on the host and the viewer has not caught up: run the job again later',
    )
}

/**
 * Runs one round of an export: asks the host for its content, plans the shards in the ledger, and updates both
 * datasets, the full one first. The next round continues an interrupted one. It plans shards again that were never
 * uploaded, finds shards by name that were uploaded and not recorded, and adds to the reduced dataset what only the
 * full one has. Throws when the host cannot be asked; nothing is uploaded then.
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
  // The viewer cannot show a shard that was never uploaded.
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
  if (cleaned.length > 0 && isClean) await recordAbsent(db, cleaned, now)
  await dropEmptyShards(db)
  // The reduced dataset is updated last, so both have what it got.
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
    // Problems that need a person would start rounds forever.
    more:
      plan.more || updates.full.more || updates.reduced.more || (plan.moreElsewhere && problems.length === 0),
  }
}
