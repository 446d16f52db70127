import type { Db } from '@pauta/platform/database/database'

/**
 * SQL: the columns (subscription_id, user_id, channel, address) of the addresses that belong to the accounts of
 * subscribers: the verified e-mail, the linked chat and the browsers, for the channels that are on. The rows `s` are
 * the subscriptions with their active channels, for further addresses.
 */
export const accountAddresses = (db: Db, subscriptionIds: readonly string[]) => db`
  with s as (
    select s.id as subscription_id, s.user_id, s.extra_emails, c.channel
    from subscriptions s join subscription_channels c on c.subscription_id = s.id and c.active
    where s.id = any(${[...subscriptionIds]}))
  select s.subscription_id, s.user_id, s.channel, ascii_lower(u.email) as address
    from s join users u on u.id = s.user_id where s.channel = 'email' and u.email_verified and u.email is not null
  union
  select s.subscription_id, s.user_id, s.channel, t.chat_id
    from s join telegram_links t on t.user_id = s.user_id where s.channel = 'telegram'
  union
  select s.subscription_id, s.user_id, s.channel, p.endpoint
    from s join push_subscriptions p on p.user_id = s.user_id where s.channel = 'push'`
