import { ulid } from 'ulid'
import { isAscii } from '@pauta/platform/text/ascii-lower'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { isChanged, UNKNOWN_PERSON, updateProfile, type KeptProfile, type Profile } from './profile.ts'

/** A person's account at an issuer. */
export interface Identity {
  issuer: string
  subject: string
}

/** An account that has been seen before, and whose it is. */
export interface KnownIdentity extends KeptProfile {
  userId: string
  /** When the issuer was last asked for more than its token says; null: never. */
  refreshedAt: Date | null
}

/** What an issuer said, and when it was asked for it; undefined where its token alone was read. */
export interface Sighting {
  identity: Identity
  said: Profile
  askedAt?: Date | undefined
  now: Date
}

// Any constant that nothing else locks. First sights are rare and short, so one at a time is fast enough.
const FIRST_SIGHT_LOCK = 7_264_002

/** One statement by the primary key. */
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

/** Brings what is kept of a person up to date, in one statement, and in none where nothing is new. */
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
 * The person whose verified address it is; the first one where several have come to have it. An address with letters
 * beyond ASCII is nobody's: such letters may look like others.
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
 * Notes an account that was not known, and gives the id of the person whose it is: the one who has the same address,
 * where both are verified, else a new one. However many requests of a person come first at once, they make one person.
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
