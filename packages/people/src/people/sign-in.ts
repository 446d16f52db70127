import type { Config } from '@pauta/platform/config/config'
import { readRows, type DbPool } from '@pauta/platform/database/database'
import { askUserinfo } from '../tokens/userinfo.ts'
import { openUserTokens, type ProvenUser } from '../tokens/user-tokens.ts'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { addIdentity, findIdentity, refreshIdentity } from './identities.ts'
import { completeProfile, isComplete, readProfile } from './profile.ts'
import { makeRecentlySeen } from './recently-seen.ts'

/** After a failure the issuer is not asked for this time, so that its outage does not slow all requests down. */
const USERINFO_PAUSE_MS = MINUTE_MS

/** Identifies people by their tokens. */
export interface SignIn {
  /** `iss` of users' tokens; undefined where nobody can log in. */
  readonly issuer: string | undefined
  /**
   * Returns the id of a token's person, or undefined for an invalid token. Creates the person at the first login.
   * Throws SERVICE_UNAVAILABLE when the issuer's keys or the database are unavailable.
   */
  find(token: string): Promise<string | undefined>
}

export interface SignInOptions {
  db: DbPool
  config: Config<'userIdentity'>['userIdentity']
  /** Called when the issuer did not send missing claims; the login continues without them. */
  warn: (error: unknown, what: string) => void
  now?: () => Date
}

/**
 * Opens the login of users. A person seen within the last minute with the same claims needs no query. Others need one
 * by primary key, and a write only if something changed.
 */
export function openSignIn({ db, config, warn, now: clock = () => new Date() }: SignInOptions): SignIn {
  const tokens = openUserTokens(config)
  const recent = makeRecentlySeen()
  let pausedUntil = 0

  /** Returns the claims of userinfo; undefined when it is not asked or does not answer. */
  async function askMore(token: string, { subject }: ProvenUser, now: Date) {
    if (config.userinfoUrl === '' || now.getTime() < pausedUntil) return undefined
    try {
      return readProfile(await askUserinfo(config.userinfoUrl, token, subject))
    } catch (error) {
      pausedUntil = now.getTime() + USERINFO_PAUSE_MS
      warn(error, 'userinfo did not tell what a token lacks')
      return undefined
    }
  }

  async function recognise(token: string, proven: ProvenUser, now: Date): Promise<string> {
    const identity = { issuer: config.issuer, subject: proven.subject }
    const known = await readRows(() => findIdentity(db, identity))
    const told = readProfile(proven.claims)
    const isDue = now.getTime() - (known?.refreshedAt?.getTime() ?? 0) >= DAY_MS
    const added = isDue && !isComplete(told) ? await askMore(token, proven, now) : undefined
    const said = added ? completeProfile(told, added) : told
    const sighting = { identity, said, askedAt: added && now, now }
    // Both are idempotent, so they are retried after a dropped connection, as reads are.
    if (!known) return await readRows(() => addIdentity(db, sighting))
    await readRows(() => refreshIdentity(db, known, sighting))
    return known.userId
  }

  return {
    issuer: tokens.issuer,
    async find(token) {
      const proven = await tokens.find(token)
      if (!proven) return undefined
      const now = clock()
      const key = [proven.subject, readProfile(proven.claims)]
      const seen = recent.find(key, now)
      if (seen !== undefined) return seen
      const userId = await recognise(token, proven, now)
      recent.note(key, userId, now)
      return userId
    },
  }
}
