import type { Db } from '@pauta/platform/database/database'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { OFF_REASONS } from './switch-off.ts'

/** Why a channel of a subscription delivers nothing, or nothing to one address. */
export interface ChannelProblem {
  channel: DeliveryChannel
  /** The first two switched the channel off, until the subscriber switches it on again. */
  reason: 'FAILED_RELEASES' | 'RECEIVER_GONE' | 'ADDRESS_REFUSED'
  since: Date
  /** The address that gets no mail any more, since a mail bounced or its owner complained; otherwise null. */
  address: string | null
}

/**
 * Returns the problems of subscriptions by id, in the order of channel and address. A channel that is on again, or was
 * given up, has none, and neither has an address that refused the clipping itself.
 */
export async function listChannelProblems(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<Map<string, ChannelProblem[]>> {
  const rows = await db<(ChannelProblem & { subscriptionId: string })[]>`
    select f.subscription_id, f.channel,
      case when f.reason = ${OFF_REASONS.gone} then 'RECEIVER_GONE' else 'FAILED_RELEASES' end as reason,
      f.disabled_at as since, null as address
    from channel_failures f
    join subscription_channels c
      on c.subscription_id = f.subscription_id and c.channel = f.channel and not c.active
    where f.subscription_id = any(${[...subscriptionIds]}) and f.disabled_at is not null
    union all
    select s.id, 'email', 'ADDRESS_REFUSED', x.created_at, x.address
    from subscriptions s
    join subscription_channels c on c.subscription_id = s.id and c.channel = 'email' and c.active
    join users u on u.id = s.user_id
    cross join lateral (
      select ascii_lower(u.email) as address where u.email_verified
      union
      select ascii_lower(extra) from unnest(s.extra_emails) as extra) a
    join suppressed_addresses x on x.address = a.address
    where s.id = any(${[...subscriptionIds]})
      and not exists (
        select from address_consents n
        where n.subscription_id = s.id and n.address = a.address and n.status = 'refused')
    order by subscription_id, channel, address`
  const problems = new Map<string, ChannelProblem[]>(subscriptionIds.map((id) => [id, []]))
  for (const { subscriptionId, ...problem } of rows) problems.get(subscriptionId)?.push(problem)
  return problems
}
