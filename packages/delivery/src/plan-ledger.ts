import { encodeTime } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { startOfLocalDay } from '@pauta/platform/time/time'
import { CHANNELS } from './channels.ts'

/** Maximum of e-mails that the releases of one clipping send in a local day, scheduled or manual. */
const MAILS_PER_CLIPPING_PER_DAY = 250_000

/** The release whose ledger rows are written. */
export interface LedgerPlan {
  releaseId: string
  clippingId: string
  now: Date
  /** Replaces the maximum, for tests. */
  mailsPerDay?: number | undefined
}

/**
 * The author, and active subscribers while the clipping is listed. Skips users whose erasure holds the lock, to avoid a
 * deadlock.
 */
const members = (tx: Db, clippingId: string) => tx`
  select s.id, s.user_id, s.extra_emails, case when u.email_verified then ascii_lower(u.email) end as own_email
  from subscriptions s join users u on u.id = s.user_id
  where s.clipping_id = ${clippingId} and s.active
    and (s.role = 'AUTHOR' or exists (select 1 from listings l where l.source_clipping_id = s.clipping_id and l.active))
  for key share of s, u skip locked`

/** A row for each active channel of each member. */
const chosen = (tx: Db) => tx`
  select m.*, c.channel, c.address as given_address
  from members m join subscription_channels c on c.subscription_id = m.id and c.active`

/** All addresses of the chosen channels. A channel without an address has one row with the reason. */
const targets = (tx: Db) =>
  Object.values(CHANNELS)
    .map((channel) => channel.targets(tx))
    .reduce((all, one) => tx`${all} union all ${one}`)

/** Number of e-mails that the clipping's other releases sent today. */
const mailedToday = (tx: Db, { clippingId, releaseId, now }: LedgerPlan) => tx`
  select count(*) from releases r join deliveries d on d.release_id = r.id
  where r.clipping_id = ${clippingId} and r.made_at >= ${startOfLocalDay(now)} and r.id <> ${releaseId}
    and d.channel = 'email' and d.status <> 'skipped'`

/**
 * Writes a ledger row for each active subscriber, channel and address of a release, in one statement. Rows that cannot
 * be sent are `skipped` with the reason: no address, an unconfirmed or bounced address, a disabled channel, or the
 * daily maximum of e-mails. Returns the number of rows.
 */
export async function planDeliveries(tx: Db, plan: LedgerPlan): Promise<number> {
  const { releaseId, clippingId, now, mailsPerDay = MAILS_PER_CLIPPING_PER_DAY } = plan
  const { count } = await tx`
    with members as (${members(tx, clippingId)}),
    chosen as (${chosen(tx)}),
    targets (id, user_id, channel, address, rank, reason) as (${targets(tx)}),
    judged as (
      select t.id, t.user_id, t.channel, t.address, t.rank, coalesce(
        t.reason,
        case when f.disabled_at is not null
          then 'the channel was switched off' || coalesce(': ' || f.reason, '') end,
        case when x.address is not null then 'the address is suppressed: ' || x.reason end) as reason
      from targets t
      left join channel_failures f on f.subscription_id = t.id and f.channel = t.channel
      left join suppressed_addresses x on t.channel = 'email' and x.address = t.address),
    counted as (
      select *, case when channel = 'email'
        then row_number() over (partition by channel, reason is null order by rank, id) end as mail
      from judged),
    bounded as (
      select *, coalesce(reason,
        case when mail + (${mailedToday(tx, plan)}) > ${mailsPerDay}
          then 'the clipping reached its daily maximum of e-mails' end) as refusal
      from counted)
    insert into deliveries (id, release_id, subscription_id, user_id, channel, address, status, error, due_at,
      created_at, updated_at)
    select new_ulid(${encodeTime(now.getTime())}), ${releaseId}, id, user_id, channel, address,
      case when refusal is null then 'pending' else 'skipped' end, refusal,
      case when refusal is null then ${now}::timestamptz end, ${now}, ${now}
    from bounded`
  return count
}
