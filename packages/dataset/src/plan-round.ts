import {
  listNewCandidates,
  listTakenDownCandidates,
  type DatasetCandidate,
  type TakenDownCandidate,
} from './candidates.ts'
import type { DbPool } from '@pauta/platform/database/database'
import { dropTakenDown, listShards, recordAbsent, recordElsewhere, planShard } from './ledger.ts'
import type { HubState } from './hub.ts'
import { freeShardPath, isDataFile } from './shard-path.ts'
import type { Viewer } from './viewer.ts'

/** Limits of one round; the next round takes the rest. */
export interface RoundLimits {
  articles: number
  /** Uncompressed texts of one shard, in bytes. */
  textBytes: number
  takenDown: number
  /** Files of one commit, in bytes. */
  commitBytes: number
}

export const ROUND_LIMITS: RoundLimits = {
  articles: 10_000,
  textBytes: 128 * 1024 * 1024,
  takenDown: 500,
  commitBytes: 128 * 1024 * 1024,
}

export interface RoundRequest {
  /** The local day to export, `YYYY-MM-DD`, together with late articles of earlier days. */
  day: string
  /** The first instant after that day. */
  before: Date
  now: Date
  limits: RoundLimits
}

export interface RoundPlan {
  /** Number of articles in the new shard. */
  planned: number
  /** Number of articles that the host had already. */
  alreadyThere: number
  /** Number of articles removed from our shards. */
  takenDown: number
  /** Articles that were taken down and are in files of other uploaders. */
  elsewhere: TakenDownCandidate[]
  /** Whether there may be further candidates … */
  more: boolean
  /** … and further articles in files of other uploaders. */
  moreElsewhere: boolean
}

/** Asks the host once for each day, and never while the dataset has no rows. */
function askOnce(viewer: Viewer, full: HubState, signal: AbortSignal) {
  const answers = new Map<string, Set<string>>()
  const hasRows = [...full.files.keys()].some(isDataFile)
  return async ({ uniqueId, day }: DatasetCandidate): Promise<boolean> => {
    // The viewer answers questions about an empty dataset with an error.
    if (!hasRows) return false
    signal.throwIfAborted()
    let ids = answers.get(day)
    if (!ids) answers.set(day, (ids = await viewer.listIds(day)))
    return ids.has(uniqueId)
  }
}

async function split<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<[T[], T[]]> {
  const sides: [T[], T[]] = [[], []]
  for (const item of items) sides[(await test(item)) ? 0 : 1].push(item)
  return sides
}

/**
 * Plans in the ledger what the dataset should contain; uploads nothing. Throws, with nothing new planned, when the host
 * cannot be asked.
 */
export async function planRound(
  request: RoundRequest,
  { db, viewer, full, signal }: { db: DbPool; viewer: Viewer; full: HubState; signal: AbortSignal },
): Promise<RoundPlan> {
  const { day, before, now, limits } = request
  const candidates = await listNewCandidates(db, { before, limit: limits.articles })
  let textBytes = 0
  const over = candidates.findIndex((candidate) => (textBytes += candidate.textBytes) > limits.textBytes)
  const fitting = over < 0 ? candidates : candidates.slice(0, Math.max(over, 1))
  const gone = await listTakenDownCandidates(db, limits.takenDown)

  const isThere = askOnce(viewer, full, signal)
  const [present, missing] = await split(
    fitting,
    async (article) => !article.isAbsent && (await isThere(article)),
  )
  const [elsewhere, absent] = await split(gone, async (article) => article.known || (await isThere(article)))

  const inShards = await dropTakenDown(db, { now, limit: limits.takenDown })
  if (absent.length > 0)
    await recordAbsent(
      db,
      absent.map(({ uniqueId }) => uniqueId),
      now,
    )
  const noted = [...present, ...elsewhere.filter(({ known }) => !known)]
  if (noted.length > 0)
    await recordElsewhere(
      db,
      noted.map(({ uniqueId }) => uniqueId),
      now,
    )
  if (missing.length > 0) {
    const shards = new Set((await listShards(db)).map(({ path }) => path))
    const path = freeShardPath(day, now, (path) => shards.has(path) || full.files.has(path))
    await planShard(db, { path, day, uniqueIds: missing.map(({ uniqueId }) => uniqueId), now })
  }
  return {
    planned: missing.length,
    alreadyThere: present.length,
    takenDown: inShards,
    elsewhere,
    more:
      fitting.length < candidates.length ||
      candidates.length === limits.articles ||
      inShards === limits.takenDown,
    moreElsewhere: gone.length === limits.takenDown,
  }
}
