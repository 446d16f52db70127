import type { Db } from '@pauta/platform/database/database'

/** Whose data is asked for. */
export interface Person {
  id: string
  /** Lower case, and only when verified: what merely carries an unproved address may be somebody else's. */
  verifiedEmail: string | null
}

/** A few, as more than one person may have come to have an address. */
const PEOPLE_MAX = 20

/** People by their id or by an address in any case of letters, verified or not; none when nobody is meant. */
export async function listPeople(db: Db, wanted: { id: string } | { email: string }): Promise<Person[]> {
  const who =
    'id' in wanted
      ? db`id = ${wanted.id}`
      : db`email is not null and ascii_lower(email) = ascii_lower(${wanted.email})`
  return await db<Person[]>`
    select id, case when email_verified then ascii_lower(email) end as verified_email
    from users where ${who} order by id limit ${PEOPLE_MAX}`
}
