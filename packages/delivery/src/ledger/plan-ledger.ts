import { encodeTime } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { startOfLocalDay } from '@pauta/platform/time/time'

/** Maximum of e-mails that the releases of one clipping send in a local day, scheduled or manual. */
export const MAILS_PER_CLIPPING_PER_DAY = 250_000

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
  select s.id, s.user_id, s.email, s.telegram, s.push, s.webhook, s.extra_emails, s.webhook_url,
    case when u.email_verified then ascii_lower(u.email) end as own_email
  from subscriptions s join users u on u.id = s.user_id
  where s.clipping_id = ${clippingId} and s.active
    and (s.role = 'AUTHOR' or exists (select 1 from listings l where l.source_clipping_id = s.clipping_id and l.active))
  for key share of s, u skip locked`

/** All addresses of the chosen channels. A channel without an address has one row with the reason. */
const targets = (tx: Db) => tx`
  select id, user_id, 'email' as channel, coalesce(own_email, '') as address, 0 as rank,
    case when own_email is null then 'the subscriber has no verified e-mail' end as reason
  from members where email
  union all
  select m.id, m.user_id, 'email', x.address, 1,
    case when c.status = 'confirmed' then null when c.status = 'refused' then 'the address refused'
      else 'the address is not confirmed yet' end
  from members m
  cross join lateral (select distinct ascii_lower(extra) as address from unnest(m.extra_emails) as extra) x
  left join address_consents c on c.subscription_id = m.id and c.address = x.address
  where m.email and x.address is distinct from m.own_email
  union all
  select m.id, m.user_id, 'telegram', coalesce(t.chat_id, ''), 0,
    case when t.chat_id is null then 'the subscriber has linked no chat' end
  from members m left join telegram_links t on t.user_id = m.user_id
  where m.telegram
  union all
  select m.id, m.user_id, 'push', coalesce(p.endpoint, ''), 0,
    case when p.endpoint is null then 'the subscriber has no push subscription' end
  from members m left join push_subscriptions p on p.user_id = m.user_id
  where m.push
  union all
  select id, user_id, 'webhook', coalesce(webhook_url, ''), 0,
    case when webhook_url is null then 'the subscriber has given no webhook address' end
  from members where webhook`

/** Number of e-mails that the clipping's other releases sent today. */
const mailedToday = (tx: Db, { clippingId, releaseId, now }: LedgerPlan) => tx`
  select count(*) from releases r join deliveries d on d.release_id = r.id
  where r.clipping_id = ${clippingId} and r.created_at >= ${startOfLocalDay(now)} and r.id <> ${releaseId}
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
    targets as (${targets(tx)}),
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
      select *, case when channel = 'email' and reason is null
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
