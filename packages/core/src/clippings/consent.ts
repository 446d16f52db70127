import { ulid } from 'ulid'
import type { Db } from '../database.ts'
import { PublicError } from '../errors.ts'
import { SECOND_MS, startOfLocalDay } from '../time.ts'

/** Strangers that one user may have us write to in a day. */
const QUESTIONS_PER_DAY = 100

/**
 * Asks addresses that are not the user's own whether they want the releases of a clipping: each is asked once and gets
 * nothing else before it agrees. Throws RATE_LIMITED when the user has had too many asked today.
 */
export async function askForConsent(
  tx: Db,
  subscription: { id: string; userId: string; extraEmails: readonly string[] },
  { clippingName, now }: { clippingName: string; now: Date },
): Promise<void> {
  const { id, userId, extraEmails } = subscription
  if (extraEmails.length === 0) return
  const asked = await tx<{ address: string }[]>`
    insert into address_consents (subscription_id, address, asked_at)
    select ${id}, address, ${now} from unnest(${[...extraEmails]}::text[]) as address
    where not exists (
      select 1 from users where id = ${userId} and email_verified and lower(email) = address)
    on conflict (subscription_id, address) do nothing
    returning address`
  if (asked.length === 0) return
  await countQuestions(tx, { userId, count: asked.length, now })
  const rows = asked.map(({ address }) => ({ id: ulid(now.getTime()), address }))
  await tx`
    insert into deliveries (id, subscription_id, user_id, kind, channel, address, payload, due_at)
    select r.id, ${id}, ${userId}, 'confirmation', 'email', r.address, ${tx.json({ clippingName })}, ${now}
    from jsonb_to_recordset(${tx.json(rows)}) as r (id text, address text)`
}

async function countQuestions(
  tx: Db,
  { userId, count, now }: { userId: string; count: number; now: Date },
): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    insert into user_actions as a (user_id, action, bucket, count)
    values (${userId}, 'ask-for-consent', ${startOfLocalDay(now)}, ${count})
    on conflict (user_id, action, bucket) do update set count = a.count + excluded.count
    returning count`
  if ((row?.count ?? 0) <= QUESTIONS_PER_DAY) return
  const midnight = startOfLocalDay(now, 1)
  throw new PublicError(
    'RATE_LIMITED',
    `extraEmails: no máximo ${QUESTIONS_PER_DAY} endereços novos por dia. Tente de novo amanhã.`,
    {
      details: {
        argument: 'extraEmails',
        retryAfterSeconds: Math.ceil((midnight.getTime() - now.getTime()) / SECOND_MS),
      },
    },
  )
}
