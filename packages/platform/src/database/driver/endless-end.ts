import type { Sql } from 'postgres'

/** Longest time in seconds that `end()` waits for open statements, unless the caller gives another. */
const END_SECONDS = 2

/**
 * Fault of postgres 3.4.9: after a statement failed with its connection, as with ECONNRESET, `end()` without a time-out
 * never settles.
 *
 * Reported upstream: https://github.com/porsager/postgres/issues/1130.
 *
 * Workaround: a time-out, after which the client closes all connections. Remove this file when `end()` settles on its own.
 */
export function endInTime<Pool extends Sql<Record<string, never>>>(pool: Pool): Pool {
  const end = pool.end.bind(pool)
  return Object.assign(pool, {
    end: (options: { timeout?: number } = {}) => end({ timeout: END_SECONDS, ...options }),
  })
}
