import type { Db } from '@pauta/platform/database/database'

/**
 * Milliseconds until the next request for a turn that another process has: the pause of the host, between these limits.
 * The other process may end its turn at any moment.
 */
const POLL_MS = 300
const POLL_MIN_MS = 20

/** Milliseconds after which to request the turn again, 0 when the process has the turn, and the stored pause. */
export interface TurnRow {
  waitMilliseconds: number
  delayMilliseconds: number
}

interface HostRow {
  delayMs: number
  openAt: Date | null
  isGiven: boolean
}

/**
 * Reserves a host for one request of this process, or returns how long to wait. A host is free when its pause is over
 * and no other process has a request under way. Counts the request in the host's local day.
 */
export async function takeHostTurn(
  db: Db,
  host: string,
  { now, holdUntil }: { now: Date; holdUntil: Date },
): Promise<TurnRow> {
  const [row] = await db<HostRow[]>`
    with taken as (
      insert into scrape_hosts as h (host, held_until, requests_on, requests)
      values (${host}, ${holdUntil}, local_day(${now}), 1)
      on conflict (host) do update set held_until = excluded.held_until, requests_on = excluded.requests_on,
        requests = case when h.requests_on = excluded.requests_on then h.requests + 1 else 1 end
      where h.open_at <= ${now} and h.held_until <= ${now}
      returning delay_ms)
    select delay_ms, null::timestamptz as open_at, true as is_given from taken
    union all
    select delay_ms, nullif(open_at, '-infinity'), false from scrape_hosts
    where host = ${host} and not exists (select from taken)`
  // No row: another process inserted the host after this statement began.
  if (!row) return { waitMilliseconds: POLL_MS, delayMilliseconds: 0 }
  const untilOpen = row.openAt === null ? 0 : row.openAt.getTime() - now.getTime()
  const poll = Math.min(POLL_MS, Math.max(row.delayMs, POLL_MIN_MS))
  return { waitMilliseconds: row.isGiven ? 0 : Math.max(untilOpen, poll), delayMilliseconds: row.delayMs }
}

/** Ends the turn of this process and stores the pause before the next request. */
export async function endHostTurn(
  db: Db,
  host: string,
  { delayMilliseconds, openAt }: { delayMilliseconds: number; openAt: Date },
): Promise<void> {
  await db`
    update scrape_hosts set held_until = '-infinity', delay_ms = ${Math.round(delayMilliseconds)},
      open_at = greatest(open_at, ${openAt})
    where host = ${host}`
}

/** Stores a longer pause of a host. Keeps the later `openAt`. */
export async function saveHostPause(
  db: Db,
  host: string,
  { delayMilliseconds, openAt }: { delayMilliseconds: number; openAt: Date },
): Promise<void> {
  await db`
    insert into scrape_hosts as h (host, delay_ms, open_at, requests_on)
    values (${host}, ${Math.round(delayMilliseconds)}, ${openAt}, local_day(now()))
    on conflict (host) do update set delay_ms = excluded.delay_ms, open_at = greatest(h.open_at, excluded.open_at)`
}

/** The robots.txt of a host (with its port), and when it was read. */
export async function findRobots(db: Db, host: string): Promise<{ text: string; readAt: Date } | undefined> {
  const [row] = await db<{ text: string; readAt: Date }[]>`
    select robots as text, robots_read_at as read_at from scrape_hosts
    where host = ${host} and robots is not null`
  return row
}

export async function saveRobots(
  db: Db,
  host: string,
  { text, readAt }: { text: string; readAt: Date },
): Promise<void> {
  await db`
    insert into scrape_hosts (host, requests_on, robots, robots_read_at)
    values (${host}, local_day(${readAt}), ${text}, ${readAt})
    on conflict (host) do update set robots = excluded.robots, robots_read_at = excluded.robots_read_at`
}

/** The stored state of a circuit breaker. */
export interface BreakerRow {
  failures: number
  pauseMs: number
  openUntil: Date
}

export async function findBreaker(db: Db, site: string): Promise<BreakerRow | undefined> {
  const [row] = await db<BreakerRow[]>`
    select failures, pause_ms, open_until from scrape_breakers where site = ${site}`
  return row
}

export async function saveBreaker(
  db: Db,
  site: string,
  { failures, pauseMs, openUntil }: BreakerRow,
): Promise<void> {
  await db`
    insert into scrape_breakers (site, failures, pause_ms, open_until)
    values (${site}, ${failures}, ${pauseMs}, ${openUntil})
    on conflict (site) do update set failures = excluded.failures, pause_ms = excluded.pause_ms,
      open_until = excluded.open_until`
}

/** Returns the number of requests to all hosts in the local day that contains `now`. */
export async function countRequests(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ requests: number }[]>`
    select coalesce(sum(requests), 0)::int as requests from scrape_hosts where requests_on = local_day(${now})`
  return row?.requests ?? 0
}
