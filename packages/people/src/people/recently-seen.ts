import { createHash } from 'node:crypto'

const PEOPLE_MAX = 2000
/** For as long a person who has been erased, or whose identities were joined by hand, may still count as before. */
const SECONDS_KEPT = 60

/** Who a token's claims are, for a minute, so that not every request of a person asks the database. */
export interface RecentlySeen {
  find(claims: unknown, now: Date): string | undefined
  note(claims: unknown, userId: string, now: Date): void
}

/** Bounded: whoever was noted first is forgotten first. */
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
