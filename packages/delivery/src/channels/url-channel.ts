import type { UrlChannel } from '@pauta/platform/config/delivery-channels'
import type { ChannelRows } from '../ledger/channel-rows.ts'

/** Rows of a channel whose URL each subscriber gives. A dead URL switches off the channel of its subscription. */
export function urlRows(name: UrlChannel) {
  return {
    name,
    targets: (db) => db`
      select id, user_id, channel, coalesce(given_address, ''), 0,
        case when given_address is null then ${`the subscriber has given no ${name} address`}::text end
      from chosen where channel = ${name}`,
    refusals: (db) => db`when c.address is distinct from d.address then ${`the ${name} was replaced`}::text`,
    // Leaves a subscription that has another URL by now.
    async dropAddresses(tx, { ids, now }) {
      await tx`
        with off as (
          update subscription_channels c set active = false
          from deliveries d
          where d.id = any(${[...ids]}) and c.subscription_id = d.subscription_id and c.channel = d.channel
            and c.address = d.address
          returning c.subscription_id, c.channel)
        insert into channel_failures (subscription_id, channel, disabled_at, reason)
        select subscription_id, channel, ${now}, 'the receiver answered that it is gone' from off
        on conflict (subscription_id, channel) do update set
          failed_releases = 0, disabled_at = excluded.disabled_at, reason = excluded.reason`
    },
  } satisfies ChannelRows
}
