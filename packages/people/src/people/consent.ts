import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { takeActions } from './action-limit.ts'

/** Addresses of other people that one user may have us ask in a day, over all clippings. */
const QUESTIONS = { action: 'ask-for-consent', max: 100, windowSeconds: 24 * 3600 }

/**
 * Asks extra addresses whether they want the releases of a clipping. Each address is asked once and gets nothing else
 * before it confirms. Throws RATE_LIMITED above 100 questions of a user in a day.
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
      select 1 from users where id = ${userId} and email_verified and ascii_lower(email) = address)
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
  try {
    await takeActions(tx, userId, QUESTIONS, { count, now })
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== 'RATE_LIMITED') throw error
    throw new PublicError(
      'RATE_LIMITED',
      `extraEmails: no máximo ${QUESTIONS.max} endereços novos por dia.`,
      {
        retryable: true,
        details: { ...error.details, argument: 'extraEmails' },
      },
    )
  }
}
