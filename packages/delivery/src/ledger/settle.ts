import type { Db, DbPool } from '@pauta/platform/database/database'
import type { ChannelRows } from './channel-rows.ts'
import { applyConsequences, type Consequences } from './consequences.ts'

/** The new state of a ledger row after a hand-off. */
export interface Settlement {
  id: string
  status: 'sent' | 'pending' | 'unknown' | 'failed'
  /** Time of the next attempt; null: none. */
  dueAt: Date | null
  /** The provider refused all messages, so this attempt does not count. */
  isRefunded: boolean
  /** No answer came, on a channel where a retry may duplicate the message. */
  isUnclear: boolean
  error: string | null
  providerId: string | null
}

/**
 * Stores the settlements of a channel's hand-offs in one statement, with their consequences in one transaction. Skips rows that
 * another worker claimed meanwhile, except that `sent` is always stored.
 */
export async function settleDeliveries(
  pool: DbPool,
  batch: {
    channel: ChannelRows
    lease: Date
    settlements: readonly Settlement[]
    consequences: Consequences
    now: Date
  },
): Promise<void> {
  const { channel, consequences, now } = batch
  const isPlain = Object.values(consequences).every((list: readonly string[]) => list.length === 0)
  if (isPlain) {
    await writeSettlements(pool, batch)
    return
  }
  await pool.begin(async (tx) => {
    await writeSettlements(tx, batch)
    await applyConsequences(tx, consequences, { channel, now })
  })
}

async function writeSettlements(
  db: Db,
  { lease, settlements, now }: { lease: Date; settlements: readonly Settlement[]; now: Date },
): Promise<void> {
  const rows = settlements.map((settlement) => ({
    ...settlement,
    dueAt: settlement.dueAt?.toISOString() ?? null,
  }))
  await db`
    with settled as (
      update deliveries d set
        status = o.status,
        due_at = o."dueAt",
        attempts = d.attempts - case when o."isRefunded" then 1 else 0 end,
        unclear = d.unclear + case when o."isUnclear" then 1 else 0 end,
        error = o.error,
        provider_id = coalesce(o."providerId", d.provider_id),
        sent_at = case when o.status = 'sent' then ${now}::timestamptz end,
        lease_until = null,
        updated_at = ${now}
      from jsonb_to_recordset(${db.json(rows)}) as o (
        id text, status text, "dueAt" timestamptz, "isRefunded" boolean, "isUnclear" boolean, error text,
        "providerId" text)
      where d.id = o.id
        and (d.lease_until = ${lease} and d.status = 'sending'
          or o.status = 'sent' and d.status in ('sending', 'pending', 'unknown'))
      returning d.subscription_id, d.channel, d.status)
    update channel_failures f set failed_releases = 0
    from settled s
    where s.status = 'sent' and f.failed_releases > 0
      and f.subscription_id = s.subscription_id and f.channel = s.channel`
}

/** Pauses a channel, as its provider asks. The later of two ends counts. */
export async function pauseChannel(
  db: Db,
  { channel, until, reason }: { channel: string; until: Date; reason: string },
): Promise<void> {
  await db`
    insert into channel_pauses (channel, paused_until, reason) values (${channel}, ${until}, ${reason})
    on conflict (channel) do update set paused_until = excluded.paused_until, reason = excluded.reason
    where channel_pauses.paused_until < excluded.paused_until`
}
