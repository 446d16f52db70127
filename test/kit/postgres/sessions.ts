import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { migrate } from '@pauta/platform/database/migrate'
import { expect, vi } from 'vitest'
import { startDebianPostgres, type DebianPostgres } from './debian-postgres.ts'
import { patient } from '../runner/patience.ts'

/** More than the concurrent work of any test, so that nothing waits for a connection instead of a lock. */
const SESSIONS = 24

/** Contenders that wait for a lock do so within milliseconds. */
const WAIT_MS = 10_000

/** A migrated database on a server with a backend for each session. */
export interface PostgresSessions extends AsyncDisposable {
  server: DebianPostgres
  /** Every concurrent query and transaction has a session of its own. */
  db: DbPool
}

/** Starts Debian's PostgreSQL in a temporary folder and migrates it, without pgvector, which is a separate package. */
export async function startPostgresSessions(): Promise<PostgresSessions> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-postgres-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const server = await startDebianPostgres(folder)
    await migrate(server.db, { folder: findMigrationsFolder(), withoutExtensions: ['vector'] })
    const db = server.connect({ maxConnections: SESSIONS })
    const stop = async () => {
      await db.end({ timeout: 5 })
      await server[Symbol.asyncDispose]()
      await removeFolder()
    }
    return { server, db, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** Number of sessions that wait for a lock of another session. */
async function countWaiting(db: Db): Promise<number> {
  const [row] = await db<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  return row?.waiting ?? 0
}

/**
 * Holds a lock in a separate session until every contender waits for a lock, and then releases it. Returns the outcome
 * of
 * each contender. Throws when a contender never waits, because then its lock is missing.
 */
export async function contend<T>(
  db: DbPool,
  hold: (tx: Db) => Promise<unknown>,
  contenders: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  let started: Promise<PromiseSettledResult<T>[]> | undefined
  await db.begin(async (tx) => {
    await hold(tx)
    started = Promise.allSettled(contenders.map((contender) => contender()))
    await vi.waitFor(async () => expect(await countWaiting(db)).toBe(contenders.length), {
      timeout: patient(WAIT_MS),
      interval: 10,
    })
  })
  return (await started) ?? []
}

/** The values of successful contenders. Throws the error of a failed one. */
export function valuesOf<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
