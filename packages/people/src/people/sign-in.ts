import type { Config } from '@pauta/platform/config/config'
import { readRows, type DbPool } from '@pauta/platform/database/database'
import { askUserinfo } from '../identity/userinfo.ts'
import { openUserTokens, type ProvenUser } from '../identity/user-tokens.ts'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { addIdentity, findIdentity, refreshIdentity } from './identities.ts'
import { completeProfile, isComplete, readProfile } from './profile.ts'
import { makeRecentlySeen } from './recently-seen.ts'

/** After a failure the issuer is left alone for a while, so that its outage does not slow every request down. */
const USERINFO_PAUSE_MS = MINUTE_MS

/** Knows people by their tokens. */
export interface SignIn {
  /** `iss` of users' tokens; undefined where nobody can log in. */
  readonly issuer: string | undefined
  /**
   * The id of the person whose token it is, who is made at first sight, or undefined when the token proves nothing.
   * Throws SERVICE_UNAVAILABLE when the issuer's keys or the database cannot be had.
   */
  find(token: string): Promise<string | undefined>
}

export interface SignInOptions {
  db: DbPool
  config: Config<'userIdentity'>['userIdentity']
  /** Told when the issuer did not answer what a token lacks: the person is let in with what there is. */
  warn: (error: unknown, what: string) => void
  now?: () => Date
}

/**
 * Opens the door for users. A person seen within the last minute, with the same claims, costs no statement; else one
 * by primary key, and a write only where something is new.
 */
export function openSignIn({ db, config, warn, now: clock = () => new Date() }: SignInOptions): SignIn {
  const tokens = openUserTokens(config)
  const recent = makeRecentlySeen()
  let pausedUntil = 0

  /** What userinfo adds; undefined when it is not asked or does not answer. */
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
    // Both may be done twice to the same effect, so a dropped connection is tried again as for a read.
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
