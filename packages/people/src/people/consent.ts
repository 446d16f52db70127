import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { PublicError } from '@pauta/platform/errors'
import { takeActions } from './action-limit.ts'

const DAY_SECONDS = 24 * 3600
/** Addresses of other people that one user may have us ask in a day, over all clippings. */
const QUESTIONS = { action: 'ask-for-consent', max: 100, windowSeconds: DAY_SECONDS }

/** Questions that one mailbox gets in 24 hours, from all users together. */
const QUESTIONS_PER_MAILBOX = 3

/**
 * Asks extra addresses whether they want the releases of a clipping. A user has each address asked once: its answer also
 * holds for later clippings of the user, also when the first one was deleted. An address gets nothing else before it
 * confirms. Throws RATE_LIMITED above 100 questions of a user in a day, and above 3 to a mailbox in a day.
 */
export async function askForConsent(
  tx: Db,
  subscription: { id: string; userId: string; extraEmails: readonly string[] },
  { clippingName, now }: { clippingName: string; now: Date },
): Promise<void> {
  const { id, userId, extraEmails } = subscription
  if (extraEmails.length === 0) return
  const others = await tx<{ address: string }[]>`
    select address from unnest(${[...extraEmails]}::text[]) as address
    where not exists (
      select 1 from users where id = ${userId} and email_verified and ascii_lower(email) = address)`
  const addresses = others.map(({ address }) => address)
  const asked = await recordQuestions(tx, { userId, addresses, now })
  await tx`
    insert into address_consents (subscription_id, address, status, asked_at, answered_at)
    select ${id}, address, q.status, q.asked_at, case when q.status <> 'asked' then ${now}::timestamptz end
    from unnest(${addresses}::text[]) as address
    join consent_questions q on q.user_id = ${userId} and q.address_hash = consent_hash(address)
    on conflict (subscription_id, address) do nothing`
  if (asked.length === 0) return
  await countQuestions(tx, { userId, count: asked.length, now })
  const rows = asked.map(({ address }) => ({ id: ulid(now.getTime()), address }))
  await tx`
    insert into deliveries (id, subscription_id, user_id, kind, channel, address, payload, due_at)
    select r.id, ${id}, ${userId}, 'confirmation', 'email', r.address, ${tx.json({ clippingName })}, ${now}
    from jsonb_to_recordset(${tx.json(rows)}) as r (id text, address text)`
}

/** Records which addresses the user has asked now for the first time, and returns them. */
async function recordQuestions(
  tx: Db,
  { userId, addresses, now }: { userId: string; addresses: readonly string[]; now: Date },
): Promise<{ address: string }[]> {
  // Two requests may ask one mailbox at once: the second waits, and then counts the question of the first.
  await tx`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(mailbox_of(address), 0) as lock
      from unnest(${[...addresses]}::text[]) as address order by 1) locks`
  const asked = await tx<{ address: string; isTooMany: boolean }[]>`
    with wanted as (
      select address, consent_hash(address) as address_hash, consent_hash(mailbox_of(address)) as mailbox_hash
      from unnest(${[...addresses]}::text[]) as address
    ), asked as (
      insert into consent_questions (user_id, address_hash, mailbox_hash, asked_at)
      select ${userId}, address_hash, mailbox_hash, ${now} from wanted
      on conflict (user_id, address_hash) do nothing
      returning address_hash, mailbox_hash
    )
    select w.address, (select count(*) from asked a where a.mailbox_hash = w.mailbox_hash)
      + (select count(*) from consent_questions q where q.mailbox_hash = w.mailbox_hash
          and q.asked_at > ${now}::timestamptz - interval '1 day') > ${QUESTIONS_PER_MAILBOX} as is_too_many
    from wanted w join asked using (address_hash)`
  const refused = asked.find(({ isTooMany }) => isTooMany)
  if (refused)
    throw new PublicError(
      'RATE_LIMITED',
      `extraEmails: ${refused.address} já recebeu ${QUESTIONS_PER_MAILBOX} pedidos de confirmação em 24 horas. Tente de novo amanhã.`,
      { retryable: true, details: { argument: 'extraEmails', retryAfterSeconds: DAY_SECONDS } },
    )
  return asked.map(({ address }) => ({ address }))
}

/**
 * Records the answer of an extra address. An open question of the same user for another clipping gets the same answer.
 */
export async function recordAnswer(
  tx: Db,
  answer: { subscriptionId: string; address: string; status: 'confirmed' | 'refused'; now: Date },
): Promise<void> {
  const { subscriptionId, address, status, now } = answer
  await tx`
    insert into address_consents (subscription_id, address, status, asked_at, answered_at)
    values (${subscriptionId}, ${address}, ${status}, ${now}, ${now})
    on conflict (subscription_id, address) do update set status = excluded.status, answered_at = excluded.answered_at`
  await tx`
    update address_consents c set status = ${status}, answered_at = ${now}
    from subscriptions s, subscriptions answered
    where answered.id = ${subscriptionId} and s.user_id = answered.user_id and c.subscription_id = s.id
      and c.address = ${address} and c.status = 'asked'`
  await tx`
    update consent_questions q set status = ${status}
    from subscriptions s
    where s.id = ${subscriptionId} and q.user_id = s.user_id and q.address_hash = consent_hash(${address})`
}

/** Removes old questions of users who were erased. Returns the number of rows. */
export async function removeOrphanedQuestions(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from consent_questions where id in (
      select id from consent_questions where user_id is null and asked_at < ${before} limit ${limit})`
  return count
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
