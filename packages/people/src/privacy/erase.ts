import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { BELONGINGS, countBelongings, MENTIONS } from './belongings.ts'
import { isMailedTo } from '../people/hashed-address.ts'
import type { Person } from '../people/person.ts'

/** Ends what other packages keep in a person's name, in the transaction that erases the person. */
export type EndBelongings = (tx: Db, person: Person, now: Date) => Promise<void>

/** Takes the person's address out of what belongs to others. */
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
  // Held from here on: nothing new can be made in the person's name until all is gone.
  const found = await tx`select 1 from users where id = ${person.id} for update`
  if (found.length === 0) return undefined
  const removed = await countBelongings(tx, [...BELONGINGS, ...MENTIONS], person)
  await endBelongings(tx, person, now)
  if (person.verifiedEmail !== null) await removeMentions(tx, person)
  // Takes the rest with it: listings, identities, push, Telegram, ledger rows and counted actions.
  await tx`delete from users where id = ${person.id}`
  return removed
}

/**
 * Removes everything that is kept about a person, in one transaction, and gives how many rows of each part there were.
 * Their listings leave the marketplace, likes and follows leave the counters of others' listings, and who subscribed to
 * their clippings is told once. Undefined when there is no such person. A suppressed address stays suppressed.
 */
export async function erasePerson(
  db: DbPool,
  person: Person,
  options: { now: Date; endBelongings: EndBelongings },
): Promise<Record<string, number> | undefined> {
  // The person may be at something at this moment that holds a clipping or listing and waits for the person's row.
  return await retryDeadlock(() => db.begin((tx) => eraseInTransaction(tx, person, options)))
}
