import { skipDeliveries } from './ledger/begin.ts'
import { claimDeliveries, returnDeliveries, type Claim, type ClaimedDelivery } from './ledger/claim.ts'
import { listReleaseContents, type ContentLimits, type ReleaseContent } from './ledger/contents.ts'
import { pauseChannel, type Settlement } from './ledger/settle.ts'
import type { DbPool } from '@pauta/platform/database/database'
import type { ChannelAdapter } from './channels/channel-adapter.ts'
import { deliverGroup, type GroupOutcome } from './deliver-group.ts'
import type { Pace } from './deliver-pace.ts'
import { splitGroups } from './split-groups.ts'

/** The next group is sent while the previous one waits for its answers. */
const GROUPS_AT_ONCE = 2

export interface BatchOptions<Message> {
  db: DbPool
  adapter: ChannelAdapter<Message>
  pace: Pace
  ids: readonly string[]
  /** No group starts after this instant. */
  stopAt: Date
  clock: () => Date
}

/** The result of a batch. Rows that this worker could not claim are in no count. */
export interface BatchOutcome {
  sent: number
  failed: number
  skipped: number
  /** Rows to enqueue again, each at its due time. */
  again: { id: string; dueAt: Date }[]
}

/** Reads the releases of a group. Caches only those of the latest groups. */
function makeReleaseReader(db: DbPool, limits: ContentLimits) {
  let known = new Map<string, ReleaseContent>()
  return async (group: readonly ClaimedDelivery[]): Promise<ReadonlyMap<string, ReleaseContent>> => {
    const needed = new Set(group.flatMap(({ releaseId }) => releaseId ?? []))
    const missing = [...needed].filter((id) => !known.has(id))
    const kept = [...known].filter(([id]) => needed.has(id))
    known = new Map([...kept, ...(await listReleaseContents(db, missing, limits))])
    return known
  }
}

function addOutcome(batch: BatchOutcome, { settlements, skipped }: GroupOutcome): void {
  const count = (status: Settlement['status']) =>
    settlements.filter((settlement) => settlement.status === status).length
  batch.sent += count('sent')
  batch.failed += count('failed')
  batch.skipped += skipped
  for (const { id, dueAt } of settlements) if (dueAt) batch.again.push({ id, dueAt })
}

async function runGroups<Message>(
  options: BatchOptions<Message>,
  claim: Claim,
  batch: BatchOutcome,
): Promise<void> {
  const { db, adapter, pace, stopAt, clock } = options
  const { lease } = claim
  const waiting = splitGroups(claim.deliveries, pace.groupSize)
  const readReleases = makeReleaseReader(db, adapter)
  let pause: GroupOutcome['pause']
  let isBroken = false
  const runLane = async () => {
    while (!pause && !isBroken && clock() < stopAt) {
      const deliveries = waiting.shift()
      if (!deliveries) return
      try {
        const releases = await readReleases(deliveries)
        await pace.take(deliveries.length)
        const outcome = await deliverGroup({ db, adapter, lease, deliveries, releases, clock })
        addOutcome(batch, outcome)
        pause ??= outcome.pause
      } catch (error) {
        isBroken = true
        throw error
      }
    }
  }
  // After a failure in one lane, wait for the other lane's group before throwing.
  const lanes = await Promise.allSettled(Array.from({ length: GROUPS_AT_ONCE }, runLane))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  const { channel } = adapter.policy
  if (pause) await pauseChannel(db, { channel, ...pause })
  const left = waiting.flat().map(({ id }) => id)
  if (left.length === 0) return
  await returnDeliveries(db, { ids: left, lease, dueAt: pause?.until })
  const dueAt = pause?.until ?? clock()
  batch.again.push(...left.map((id) => ({ id, dueAt })))
}

/**
 * Claims and sends the due rows among the given ids of one channel. Throws for database failures only. Rows within a
 * hand-off then count as crashed; all others are claimed again after their lease expires.
 */
export async function deliverBatch<Message>(options: BatchOptions<Message>): Promise<BatchOutcome> {
  const { db, adapter, ids, clock } = options
  const batch: BatchOutcome = { sent: 0, failed: 0, skipped: 0, again: [] }
  const claim = await claimDeliveries(db, { ids, now: clock(), policy: adapter.policy })
  if (claim.deliveries.length === 0) return batch
  if (adapter.channel) {
    await runGroups(options, claim, batch)
    return batch
  }
  const claimed = claim.deliveries.map(({ id }) => id)
  const reason = 'the channel is not configured'
  await skipDeliveries(db, { ids: claimed, lease: claim.lease, reason, now: clock() })
  return { ...batch, skipped: claimed.length }
}
