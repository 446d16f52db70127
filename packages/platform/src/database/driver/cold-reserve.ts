import type { Sql } from 'postgres'

/**
 * Fault of postgres 3.4.9: with `fetch_types: false`, `reserve()` on a pool without an open connection never settles. The
 * connection opens, but the client drops the reservation.
 *
 * Reported upstream: https://github.com/porsager/postgres/issues/751, again as 1219. Mended by pull request 1220, which
 * is not merged.
 *
 * Workaround: run a statement first, which opens a connection. Remove this file when `reserve()` settles on its own.
 */
export function reserveWarm<Pool extends Sql<Record<string, never>>>(pool: Pool): Pool {
  const reserve = pool.reserve.bind(pool)
  return Object.assign(pool, {
    async reserve() {
      await pool`select 1`
      return await reserve()
    },
  })
}
