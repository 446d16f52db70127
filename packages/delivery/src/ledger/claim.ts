import type { Db } from '@pauta/platform/database/database'
import { HAND_OFFS_MAX, REPORT_WAIT_SECONDS, type DeliveryKind, type LedgerPolicy } from './delivery.ts'

/** A worker lives for at most 120 seconds. Other workers can claim its rows 30 seconds later. */
const LEASE_SECONDS = 150

/** A row that this worker may send until its lease expires. */
export interface ClaimedDelivery {
  id: string
  kind: DeliveryKind
  releaseId: string | null
  subscriptionId: string | null
  address: string
  payload: unknown
}

/** Rows that one worker claimed. The lease also identifies the claim in later statements. */
export interface Claim {
  lease: Date
  deliveries: ClaimedDelivery[]
}

/**
 * Claims due rows without a valid lease, grouped by release. Their status stays, so that a crash before the hand-off
 * leaves them certain. A row with status `sending` and an expired lease met a crash. On a channel with idempotency keys
 * it is sent again. On others it becomes `unknown`, and is sent again at once or, where the provider sends reports,
 * when the report is overdue. Claims nothing while the channel is paused.
 */
export async function claimDeliveries(
  db: Db,
  { ids, now, policy }: { ids: readonly string[]; now: Date; policy: LedgerPolicy },
): Promise<Claim> {
  const { channel, isKeyed, isReported } = policy
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const reportDue = new Date(now.getTime() + REPORT_WAIT_SECONDS * 1000)
  const deliveries = await db<ClaimedDelivery[]>`
    with open as (
      select id,
        status = 'sending' and attempts >= ${HAND_OFFS_MAX} as gives_up,
        status = 'sending' and ${isReported} as waits
      from deliveries
      where id = any(${[...ids]}) and channel = ${channel}
        and (lease_until is null or lease_until < ${now})
        and (status = 'sending' or status in ('pending', 'unknown') and due_at <= ${now})
        and not exists (select 1 from channel_pauses where channel = ${channel} and paused_until > ${now})
      for update skip locked),
    claimed as (
      update deliveries d set
        status = case when o.gives_up then ${isKeyed ? 'failed' : 'unknown'}
          when d.status = 'sending' then ${isKeyed ? 'pending' : 'unknown'} else d.status end,
        error = case when d.status = 'sending' then 'the worker died within the hand-off' else d.error end,
        due_at = case when o.gives_up then null when o.waits then ${reportDue} else d.due_at end,
        lease_until = case when o.gives_up or o.waits then null else ${lease}::timestamptz end,
        updated_at = ${now}
      from open o where d.id = o.id
      returning d.*)
    select id, kind, release_id, subscription_id, address, payload from claimed
    where lease_until is not null order by release_id, id`
  return { lease, deliveries }
}

/** Ends all leases, whose workers are gone, at `now`: the next message of each row claims it. */
export async function endDeliveryLeases(db: Db, now: Date): Promise<void> {
  await db`
    update deliveries set lease_until = ${now}
    where status in ('pending', 'sending', 'unknown') and lease_until > ${now}`
}

/** Returns claimed rows that were not handed off. They are due again at `dueAt`, or at once without it. */
export async function returnDeliveries(
  db: Db,
  { ids, lease, dueAt }: { ids: readonly string[]; lease: Date; dueAt?: Date | undefined },
): Promise<void> {
  await db`
    update deliveries set lease_until = null, due_at = coalesce(${dueAt ?? null}::timestamptz, due_at)
    where id = any(${[...ids]}) and lease_until = ${lease} and status in ('pending', 'unknown')`
}
