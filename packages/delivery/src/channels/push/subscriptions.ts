import type { DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { assertPublicHttpsUrl } from '@pauta/platform/outbound/public-url'
import { lockUser } from '@pauta/people/people/lock-user'
import { requiredText } from '@pauta/platform/input/text-input'

const KEY_MAX_CHARACTERS = 512
/** Browsers of one user. A new browser replaces the one that synced longest ago. */
const PUSH_SUBSCRIPTIONS_MAX = 20

/** A browser's push subscription. */
export interface PushSubscription {
  endpoint: string
  keysP256dh: string
  keysAuth: string
}

/**
 * Checks what needs no request: whether the endpoint is an allowed address, and the length of the keys. A wrong key
 * shows at sending. Throws BAD_USER_INPUT naming the field.
 */
export function parsePushSubscription(
  input: PushSubscription,
  allowedOrigins: readonly string[],
): PushSubscription {
  return {
    endpoint: assertPublicHttpsUrl(input.endpoint, 'subscription.endpoint', allowedOrigins).href,
    keysP256dh: requiredText(input.keysP256dh, 'subscription.keysP256dh', KEY_MAX_CHARACTERS),
    keysAuth: requiredText(input.keysAuth, 'subscription.keysAuth', KEY_MAX_CHARACTERS),
  }
}

/**
 * Stores a browser's subscription. It moves to another user who presents the same keys, as when two people share a
 * browser. Throws CONFLICT for another user with other keys: knowing an endpoint alone must not be enough.
 */
export async function syncPushSubscription(
  db: DbPool,
  { userId, subscription, now }: { userId: string; subscription: PushSubscription; now: Date },
): Promise<void> {
  const { endpoint, keysP256dh, keysAuth } = subscription
  await db.begin(async (tx) => {
    await lockUser(tx, userId)
    const { count } = await tx`
      insert into push_subscriptions as kept (endpoint, user_id, keys_p256dh, keys_auth, created_at, updated_at)
      values (${endpoint}, ${userId}, ${keysP256dh}, ${keysAuth}, ${now}, ${now})
      on conflict (endpoint) do update set
        user_id = excluded.user_id, keys_p256dh = excluded.keys_p256dh, keys_auth = excluded.keys_auth,
        sender_key = case when kept.keys_p256dh = excluded.keys_p256dh then kept.sender_key end,
        updated_at = excluded.updated_at
      where kept.user_id = excluded.user_id
        or (kept.keys_p256dh, kept.keys_auth) = (excluded.keys_p256dh, excluded.keys_auth)`
    if (count === 0)
      throw new PublicError('CONFLICT', 'subscription.endpoint: este navegador já é de outra conta.', {
        details: { argument: 'subscription.endpoint' },
      })
    // Skips rows that another transaction has locked: waiting could deadlock, and a row that moves to another user
    // needs no removal.
    await tx`
      delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions
        where endpoint in (
          select endpoint from push_subscriptions where user_id = ${userId}
          order by endpoint = ${endpoint} desc, updated_at desc, endpoint
          offset ${PUSH_SUBSCRIPTIONS_MAX})
        for update skip locked)`
  })
}
