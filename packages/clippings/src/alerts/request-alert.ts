import { ulid } from 'ulid'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { replaceRecortes } from '../clippings/writes.ts'
import { identifyRecortes } from '../recortes/recorte.ts'
import { addressKey } from '../subscriptions/address-key.ts'
import { NO_CHANNELS } from '../subscriptions/channels.ts'
import { newSubscription, saveSubscription } from '../subscriptions/subscription.ts'
import { ALERTS_AUTHOR_ID, scheduleOf, type AlertDraft } from './alert.ts'

/** Confirmed alerts that one address may have. */
export const ALERTS_PER_ADDRESS = 10
/** Requests of one address that wait for its confirmation. */
const OPEN_PER_ADDRESS = 5
/** Questions that one mailbox gets in 24 hours, from alerts and from clippings of all people together. */
const QUESTIONS_PER_MAILBOX = 3

/** What an address may still get. */
interface Allowance {
  /** False: the address refused such questions, bounced, or has as many alerts as it may have. */
  mayAsk: boolean
  /** Whether a mail may ask for the confirmation now. Otherwise the one of the last 24 hours does. */
  mayMail: boolean
}

async function findAllowance(tx: Db, email: string, now: Date): Promise<Allowance> {
  // Requests of one mailbox at once wait for each other.
  await tx`select pg_advisory_xact_lock(hashtextextended(mailbox_of(${email}), 0))`
  const [allowance] = await tx<Allowance[]>`
    with of_address as (
      select q.status from alerts a join address_consents q on q.subscription_id = a.subscription_id
      where a.address_key = ${addressKey(email)}),
    questions as (
      select user_id from consent_questions
      where mailbox_hash = consent_hash(mailbox_of(${email})) and asked_at > ${now}::timestamptz - interval '1 day')
    select
      not exists (select from suppressed_addresses where address = ${email})
        and not exists (select from consent_questions where user_id = ${ALERTS_AUTHOR_ID}
          and address_hash = consent_hash(${email}) and status = 'refused')
        and (select count(*) from of_address where status = 'asked') < ${OPEN_PER_ADDRESS}
        and (select count(*) from of_address where status = 'confirmed') < ${ALERTS_PER_ADDRESS} as may_ask,
      not exists (select from questions where user_id = ${ALERTS_AUTHOR_ID})
        and (select count(*) from questions) < ${QUESTIONS_PER_MAILBOX} as may_mail`
  return allowance ?? { mayAsk: false, mayMail: false }
}

/** Stores the clipping of an alert, which makes no release before the address confirms. Returns its subscription. */
async function insertAlert(tx: Db, { email, recorte, frequency }: AlertDraft, now: Date): Promise<string> {
  const id = ulid(now.getTime())
  await tx`
    insert into clippings (id, author_user_id, name, schedule, active, timed_at, created_at, updated_at)
    values (${id}, ${ALERTS_AUTHOR_ID}, ${recorte.title}, ${scheduleOf(frequency).text}, false, ${now}, ${now}, ${now})`
  await replaceRecortes(tx, id, identifyRecortes([recorte]))
  const subscription = {
    ...newSubscription({ clippingId: id, userId: ALERTS_AUTHOR_ID, role: 'AUTHOR', now }),
    deliveryChannels: { ...NO_CHANNELS, email: true },
    extraEmails: [email],
  }
  await saveSubscription(tx, subscription)
  await tx`
    insert into address_consents (subscription_id, address, asked_at) values (${subscription.id}, ${email}, ${now})`
  await tx`
    insert into alerts (subscription_id, address_key, created_at)
    values (${subscription.id}, ${addressKey(email)}, ${now})`
  return subscription.id
}

/** Writes the question to the ledger and remembers it, hashed, for the limits of the mailbox. */
async function ask(
  tx: Db,
  { email, recorte }: AlertDraft,
  { subscriptionId, now }: { subscriptionId: string; now: Date },
): Promise<void> {
  await tx`
    insert into consent_questions (user_id, address_hash, mailbox_hash, asked_at)
    values (${ALERTS_AUTHOR_ID}, consent_hash(${email}), consent_hash(mailbox_of(${email})), ${now})
    on conflict (user_id, address_hash) do update set asked_at = excluded.asked_at`
  await tx`
    insert into deliveries (id, subscription_id, user_id, kind, channel, address, payload, due_at)
    values (${ulid(now.getTime())}, ${subscriptionId}, ${ALERTS_AUTHOR_ID}, 'confirmation', 'email', ${email},
      ${tx.json({ clippingName: recorte.title })}, ${now})`
}

/**
 * Stores the request for an alert and the mail that asks its address for the confirmation, in one transaction. Returns
 * whether a mail was written; callers must not tell anybody. An address gets at most one such mail in 24 hours: the page
 * of that mail also shows later requests. Nothing is stored for an address that refused such questions or bounced, and
 * beyond 5 open requests or 10 alerts.
 */
export async function requestAlert(pool: DbPool, draft: AlertDraft, now: Date): Promise<boolean> {
  return await pool.begin(async (tx) => {
    await tx`insert into users (id, name) values (${ALERTS_AUTHOR_ID}, 'Pauta') on conflict (id) do nothing`
    const { mayAsk, mayMail } = await findAllowance(tx, draft.email, now)
    if (!mayAsk) return false
    const subscriptionId = await insertAlert(tx, draft, now)
    if (mayMail) await ask(tx, draft, { subscriptionId, now })
    return mayMail
  })
}
