import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { isOwnEmail } from '../../ledger/begin.ts'
import { suppressAddresses } from '../../ledger/consequences.ts'
import type { ChannelRows } from '../../ledger/channel-rows.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** SQL: no consent with the status exists for the row's address, or the subscription does not have the address. */
const lacksConsent = (db: Db, status: 'asked' | 'confirmed'): Fragment => db`
  not exists (
    select 1 from address_consents a where a.subscription_id = d.subscription_id and a.address = d.address
      and a.status = ${status} and s.active and a.address = any(s.extra_emails))`

export const email = {
  targets: (db) => db`
    select id, user_id, channel, coalesce(own_email, ''), 0,
      case when own_email is null then 'the subscriber has no verified e-mail' end
    from chosen m
    where channel = 'email' and (own_email is not null or not exists (
      select from alerts where subscription_id = m.id))
    union all
    select m.id, m.user_id, channel, x.address, 1,
      case when a.status = 'confirmed' then null when a.status = 'refused' then 'the address refused'
        else 'the address is not confirmed yet' end
    from chosen m
    cross join lateral (select distinct ascii_lower(extra) as address from unnest(m.extra_emails) as extra) x
    left join address_consents a on a.subscription_id = m.id and a.address = x.address
    where channel = 'email' and x.address is distinct from m.own_email`,
  refusals: (db) => db`
    when exists (select 1 from suppressed_addresses where address = ascii_lower(d.address))
      then 'the address is suppressed'
    when d.kind = 'confirmation' and ${lacksConsent(db, 'asked')}
      then 'the question was answered or withdrawn'
    when d.kind = 'release' and not ${isOwnEmail(db)} and ${lacksConsent(db, 'confirmed')}
      then 'the address is not confirmed'`,
  dropAddresses: (tx, { addresses, now }) => suppressAddresses(tx, { addresses, reason: 'bounce', now }),
} as const satisfies ChannelRows
