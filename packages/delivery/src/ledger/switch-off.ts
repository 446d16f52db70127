import { encodeTime } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'

/** A channel of a subscription is switched off after this many failed releases in a row. */
export const FAILED_RELEASES_MAX = 5

/** Why a channel of a subscription was switched off, in the words that the ledger stores. */
export const OFF_REASONS = {
  failed: `${FAILED_RELEASES_MAX} releases in a row failed`,
  gone: 'the receiver answered that it is gone',
}

/** A channel of a subscription that was just switched off. */
export interface SwitchedOff {
  subscriptionId: string
  channel: DeliveryChannel
}

/**
 * Writes an e-mail for each subscriber whose channel was switched off, to the account's verified address: nothing else
 * would tell why releases stay away. Says nothing of e-mail itself. Skips users whose erasure holds the lock, to avoid a
 * deadlock.
 */
export async function announceOff(
  tx: Db,
  { off, reason, now }: { off: readonly SwitchedOff[]; reason: keyof typeof OFF_REASONS; now: Date },
): Promise<void> {
  const channels = off.map(({ subscriptionId, channel }) => ({ subscriptionId, channel }))
  await tx`
    with told as (
      select u.id, ascii_lower(u.email) as address, jsonb_build_object(
        'channel', o.channel, 'reason', ${reason}::text, 'clippingId', c.id, 'clippingName', c.name,
        'isAuthor', s.role = 'AUTHOR') as payload
      from jsonb_to_recordset(${tx.json(channels)}) as o ("subscriptionId" text, channel text)
      join subscriptions s on s.id = o."subscriptionId"
      join clippings c on c.id = s.clipping_id
      join users u on u.id = s.user_id
      where o.channel <> 'email' and s.active and u.email_verified and u.email is not null
      for key share of u skip locked)
    insert into deliveries (id, user_id, kind, channel, address, payload, due_at)
    select new_ulid(${encodeTime(now.getTime())}), id, 'channel-off', 'email', address, payload, ${now} from told`
}
