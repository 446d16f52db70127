import type { Db } from '@pauta/platform/database/database'

/** The person whose data is exported or erased. */
export interface Person {
  id: string
  /** Lower case; null unless verified, because an unverified address may be another person's. */
  verifiedEmail: string | null
}

/** More than one person may have the same address. */
const PEOPLE_MAX = 20

/** Returns people by id or by address, ignoring case, verified or not. */
export async function listPeople(db: Db, wanted: { id: string } | { email: string }): Promise<Person[]> {
  const who =
    'id' in wanted
      ? db`id = ${wanted.id}`
      : db`email is not null and ascii_lower(email) = ascii_lower(${wanted.email})`
  return await db<Person[]>`
    select id, case when email_verified then ascii_lower(email) end as verified_email
    from users where ${who} order by id limit ${PEOPLE_MAX}`
}
