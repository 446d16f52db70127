import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { BELONGINGS, countBelongings, MENTIONS } from './belongings.ts'
import { isMailedTo } from './hashed-address.ts'
import type { Person } from '../people/person.ts'

/** Ends what other packages keep for a person, in the transaction that erases the person. */
export type EndBelongings = (tx: Db, person: Person, now: Date) => Promise<void>

/** Removes the person's address from data of others. */
async function removeMentions(tx: Db, { verifiedEmail }: Person): Promise<void> {
  await tx`
    update subscriptions set updated_at = now(), extra_emails = array(
      select extra from unnest(extra_emails) with ordinality e (extra, position)
      where ascii_lower(extra) <> ${verifiedEmail} order by position)
    where exists (select from unnest(extra_emails) extra where ascii_lower(extra) = ${verifiedEmail})`
  await tx`delete from address_consents where ascii_lower(address) = ${verifiedEmail}`
  await tx`delete from deliveries t where ${isMailedTo(tx, verifiedEmail)}`
}

async function eraseInTransaction(
  tx: Db,
  person: Person,
  { now, endBelongings }: { now: Date; endBelongings: EndBelongings },
): Promise<Record<string, number> | undefined> {
  // Locks the person, so that nothing new can be created for them meanwhile.
  const found = await tx`select 1 from users where id = ${person.id} for update`
  if (found.length === 0) return undefined
  const removed = await countBelongings(tx, [...BELONGINGS, ...MENTIONS], person)
  await endBelongings(tx, person, now)
  if (person.verifiedEmail !== null) await removeMentions(tx, person)
  // Deletes the rest by cascade: listings, identities, push, Telegram, ledger rows and action counts. Hashes of asked
  // addresses stay for a day without the person, so that a new account cannot ask the same mailbox again at once.
  await tx`delete from users where id = ${person.id}`
  return removed
}

/**
 * Erases all data of a person in one transaction, and returns the number of rows of each part. Unpublishes their
 * listings, removes their likes and follows from the counters of others' listings, and writes notices for subscribers
 * of their clippings. Returns undefined when there is no such person. A suppressed address stays suppressed.
 */
export async function erasePerson(
  db: DbPool,
  person: Person,
  options: { now: Date; endBelongings: EndBelongings },
): Promise<Record<string, number> | undefined> {
  // A concurrent request of the person may hold a clipping or listing and wait for the person's row.
  return await retryDeadlock(() => db.begin((tx) => eraseInTransaction(tx, person, options)))
}
