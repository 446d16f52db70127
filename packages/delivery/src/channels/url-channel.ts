import type { UrlChannel } from '@pauta/platform/config/delivery-channels'
import type { ChannelRows } from '../ledger/channel-rows.ts'
import { announceOff, OFF_REASONS, type SwitchedOff } from '../ledger/switch-off.ts'

/** Rows of a channel whose URL each subscriber gives. A dead URL switches off the channel of its subscription. */
export function urlRows(name: UrlChannel) {
  return {
    targets: (db) => db`
      select id, user_id, channel, coalesce(given_address, ''), 0,
        case when given_address is null then ${`the subscriber has given no ${name} address`}::text end
      from chosen where channel = ${name}`,
    refusals: (db) => db`when c.address is distinct from d.address then ${`the ${name} was replaced`}::text`,
    // Leaves a subscription that has another URL by now.
    async dropAddresses(tx, { ids, now }) {
      const off = await tx<SwitchedOff[]>`
        with off as (
          update subscription_channels c set active = false
          from deliveries d
          where d.id = any(${[...ids]}) and c.subscription_id = d.subscription_id and c.channel = d.channel
            and c.address = d.address and c.active
          returning c.subscription_id, c.channel)
        insert into channel_failures (subscription_id, channel, disabled_at, reason)
        select subscription_id, channel, ${now}, ${OFF_REASONS.gone} from off
        on conflict (subscription_id, channel) do update set
          failed_releases = 0, disabled_at = excluded.disabled_at, reason = excluded.reason
        returning subscription_id, channel`
      if (off.length > 0) await announceOff(tx, { off, reason: 'gone', now })
    },
  } satisfies ChannelRows
}
