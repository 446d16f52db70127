import { createHash } from 'node:crypto'

const PEOPLE_MAX = 2000
/** An erased person, or one whose identities an operator joined, may count as before for this time. */
const SECONDS_KEPT = 60

/** Caches the persons of verified tokens for a minute, to save a database query for each request. */
export interface RecentlySeen {
  find(claims: unknown, now: Date): string | undefined
  note(claims: unknown, userId: string, now: Date): void
}

/** Bounded: drops the oldest entry first. */
export function makeRecentlySeen(): RecentlySeen {
  const people = new Map<string, { userId: string; until: number }>()
  const keyOf = (claims: unknown) => createHash('sha256').update(JSON.stringify(claims)).digest('base64')
  return {
    find(claims, now) {
      const seen = people.get(keyOf(claims))
      return seen && seen.until > now.getTime() ? seen.userId : undefined
    },
    note(claims, userId, now) {
      const key = keyOf(claims)
      people.delete(key)
      people.set(key, { userId, until: now.getTime() + SECONDS_KEPT * 1000 })
      const [oldest] = people.keys()
      if (people.size > PEOPLE_MAX && oldest !== undefined) people.delete(oldest)
    },
  }
}
