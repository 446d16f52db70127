import { ulid } from 'ulid'
import { isAscii } from '@pauta/platform/text/ascii-lower'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { isChanged, UNKNOWN_PERSON, updateProfile, type KeptProfile, type Profile } from './profile.ts'

/** A person's account at an issuer. */
export interface Identity {
  issuer: string
  subject: string
}

/** A known account, and the id of its person. */
export interface KnownIdentity extends KeptProfile {
  userId: string
  /** When the issuer was last asked for more claims; null: never. */
  refreshedAt: Date | null
}

/** The claims of an issuer, and when it was asked for more; undefined if only the token was read. */
export interface Sighting {
  identity: Identity
  said: Profile
  askedAt?: Date | undefined
  now: Date
}

// Any lock number that nothing else uses. First logins are rare and short, so they run one after the other.
const FIRST_SIGHT_LOCK = 7_264_002

/** Finds an account with one statement, by primary key. */
export async function findIdentity(
  db: Db,
  { issuer, subject }: Identity,
): Promise<KnownIdentity | undefined> {
  const [found] = await db<KnownIdentity[]>`
    select u.id as user_id, i.refreshed_at, u.name, u.username, u.email, u.email_verified
    from identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`
  return found
}

/** Updates the stored profile of a person with one statement; runs none if nothing changed. */
export async function refreshIdentity(db: Db, known: KnownIdentity, sighting: Sighting): Promise<void> {
  const { identity, askedAt, now } = sighting
  const kept = updateProfile(known, sighting.said)
  if (!askedAt && !isChanged(known, kept)) return
  await db`
    with asked as (
      update identities set refreshed_at = coalesce(${askedAt ?? null}, refreshed_at)
      where issuer = ${identity.issuer} and subject = ${identity.subject}
    )
    update users
    set name = ${kept.name}, username = ${kept.username}, email = ${kept.email},
      email_verified = ${kept.emailVerified}, updated_at = ${now}
    where id = ${known.userId}
      and (name, username, email, email_verified)
        is distinct from (${kept.name}, ${kept.username}, ${kept.email}, ${kept.emailVerified}::boolean)`
}

/**
 * Returns the person with a verified address; the first if there are several. Returns undefined for an address with
 * non-ASCII letters, because such letters may look like others.
 */
async function findByVerifiedEmail(db: Db, email: string): Promise<string | undefined> {
  if (!isAscii(email)) return undefined
  const [owner] = await db<{ id: string }[]>`
    select id from users where email_verified and ascii_lower(email) = ascii_lower(${email})
    order by created_at, id limit 1`
  return owner?.id
}

async function insertUser(db: Db, kept: KeptProfile, now: Date): Promise<string> {
  const id = ulid(now.getTime())
  await db`
    insert into users (id, name, username, email, email_verified, created_at, updated_at)
    values (${id}, ${kept.name}, ${kept.username}, ${kept.email}, ${kept.emailVerified}, ${now}, ${now})`
  return id
}

/**
 * Stores a new account and returns its person's id: the person with the same address if both are verified, otherwise a
 * new person. Concurrent first requests create one person.
 */
export async function addIdentity(db: DbPool, sighting: Sighting): Promise<string> {
  const { identity, said, askedAt, now } = sighting
  return await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${FIRST_SIGHT_LOCK})`
    const known = await findIdentity(tx, identity)
    if (known) return known.userId
    const kept = updateProfile(UNKNOWN_PERSON, said)
    const owner =
      kept.emailVerified && kept.email !== null ? await findByVerifiedEmail(tx, kept.email) : undefined
    const userId = owner ?? (await insertUser(tx, kept, now))
    await tx`
      insert into identities (issuer, subject, user_id, refreshed_at, created_at)
      values (${identity.issuer}, ${identity.subject}, ${userId}, ${askedAt ?? null}, ${now})`
    const joined = owner && (await findIdentity(tx, identity))
    if (joined) await refreshIdentity(tx, joined, { identity, said, now })
    return userId
  })
}
