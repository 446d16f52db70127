import type { Db } from '@pauta/platform/database/database'
import type { ChannelRows } from './channel-rows.ts'
import { announceOff, FAILED_RELEASES_MAX, OFF_REASONS, type SwitchedOff } from './switch-off.ts'

/** Effects of hand-offs beyond their own rows; lists of ledger ids. */
export interface Consequences {
  /** Failed rows, which count towards disabling their channel. */
  failed: readonly string[]
  /** Rows with a dead address, which their channel drops. */
  gone: readonly string[]
}

export async function applyConsequences(
  tx: Db,
  { failed, gone }: Consequences,
  { channel, now }: { channel: ChannelRows; now: Date },
): Promise<void> {
  if (gone.length > 0) {
    const dead = await tx<{ address: string }[]>`
      select distinct address from deliveries where id = any(${[...gone]})`
    const addresses = dead.map(({ address }) => address)
    await channel.dropAddresses(tx, { ids: gone, addresses, now })
  }
  if (failed.length > 0) await countFailures(tx, failed, now)
}

/** Suppresses addresses: they get no mail any more, from any clipping. */
export async function suppressAddresses(
  tx: Db,
  { addresses, reason, now }: { addresses: readonly string[]; reason: 'bounce' | 'complaint'; now: Date },
): Promise<void> {
  await tx`
    insert into suppressed_addresses (address, reason, created_at)
    select distinct ascii_lower(address), ${reason}, ${now}::timestamptz from unnest(${[...addresses]}::text[]) as address
    on conflict (address) do nothing`
}

/**
 * Counts releases that failed entirely on a channel of a subscription, each once, and disables the channel at the fifth
 * in a row. A release that reached one of several addresses has not failed. A release counts with its last row, because
 * concurrent releases finish in any order.
 */
export async function countFailures(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const counted = await tx<SwitchedOff[]>`
    with failed as (
      select d.subscription_id, d.channel, d.release_id from deliveries d
      where d.id = any(${[...ids]}) and d.release_id is not null and d.subscription_id is not null
        and not exists (
          select 1 from deliveries o
          where o.release_id = d.release_id and o.subscription_id = d.subscription_id
            and o.channel = d.channel
            and (o.status in ('sent', 'pending', 'sending') or o.status = 'unknown' and o.due_at is not null))
        and not exists (
          select 1 from channel_failures f
          where f.subscription_id = d.subscription_id and f.channel = d.channel
            and f.last_release_id = d.release_id))
    insert into channel_failures (subscription_id, channel, failed_releases, last_release_id)
    select subscription_id, channel, count(distinct release_id)::int, max(release_id) from failed group by 1, 2
    on conflict (subscription_id, channel) do update set
      failed_releases = channel_failures.failed_releases + excluded.failed_releases,
      last_release_id = excluded.last_release_id
    returning subscription_id, channel`
  await switchOff(tx, counted, now)
}

/** Switches off the channels that failed too often, and tells their subscribers. */
async function switchOff(tx: Db, counted: readonly SwitchedOff[], now: Date): Promise<void> {
  const pairs = counted.map(({ subscriptionId, channel }) => ({ subscriptionId, channel }))
  // Enabling the channel again resets the count.
  const off = await tx<SwitchedOff[]>`
    with off as (
      update channel_failures f set
        failed_releases = 0, disabled_at = ${now}, reason = ${OFF_REASONS.failed}
      from jsonb_to_recordset(${tx.json(pairs)}) as p ("subscriptionId" text, channel text)
      where f.subscription_id = p."subscriptionId" and f.channel = p.channel
        and f.failed_releases >= ${FAILED_RELEASES_MAX}
      returning f.subscription_id, f.channel)
    update subscription_channels c set active = false
    from off where c.subscription_id = off.subscription_id and c.channel = off.channel and c.active
    returning c.subscription_id, c.channel`
  if (off.length > 0) await announceOff(tx, { off, reason: 'failed', now })
}
