import type postgres from 'postgres'
import type { Config } from '../config/config.ts'
import { cannotServe, hasCode, isDroppedConnection } from './connection-errors.ts'
import { openPool, type Pool } from './driver/driver.ts'
import { unavailable } from '../errors.ts'
import { countStoreRead } from '../telemetry/observation.ts'
import { within } from '../within.ts'

/**
 * The first parameter of a query function. The pool and a transaction are both assignable to it, so a function runs in
 * either.
 */
export type Db = postgres.ISql<Record<string, never>>

/** The pool itself, for code that begins transactions or closes the connections. */
export type DbPool = Pool

const CONNECT_TIMEOUT_SECONDS = 5
const STATEMENT_TIMEOUT_MS = 10_000
/**
 * A live server reports a statement time-out itself. If no data arrives 1.5 s after the time-out, the server is treated
 * as gone.
 */
const SILENCE_BEYOND_TIMEOUT_MS = 1500
/**
 * Pause before the next connection attempt. The client attempts a connection only for a statement, so an outage causes
 * at most one attempt per statement.
 */
const RECONNECT_SECONDS = 0.01
const MAX_LIFETIME_SECONDS = 600
const IDLE_TIMEOUT_SECONDS = 300

export interface DatabaseOptions {
  /** Most connections: 2 in a function that answers queries, 1 elsewhere. */
  maxConnections?: number
  /** Milliseconds. 0 turns the limit off, for commands that read a whole table with a cursor. */
  statementTimeoutMs?: number
  /** Longest statement time-out in milliseconds that a transaction sets for itself, when longer than the default. */
  longestTimeoutMs?: number
}

/** Returns a pool. Connects lazily: the first query opens a connection. */
export function connectDatabase(
  config: Config<'database'>['database'],
  options: DatabaseOptions = {},
): DbPool {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const longestMs = Math.max(statementTimeoutMs, options.longestTimeoutMs ?? 0)
  return openPool({
    ...config,
    maxConnections: options.maxConnections ?? 1,
    connectTimeoutSeconds: CONNECT_TIMEOUT_SECONDS,
    idleTimeoutSeconds: IDLE_TIMEOUT_SECONDS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    reconnectSeconds: RECONNECT_SECONDS,
    silenceMs: statementTimeoutMs === 0 ? undefined : longestMs + SILENCE_BEYOND_TIMEOUT_MS,
    parameters: {
      application_name: 'pauta',
      statement_timeout: statementTimeoutMs,
      // JIT compilation takes longer than any of our statements runs.
      jit: 'off',
    },
    onStatement: () => countStoreRead('sql'),
  })
}

/** Passes a database to `work`, and closes its connections afterwards, also when the work fails. Returns what `work` returns. */
export async function useDatabase<Result>(
  config: Config<'database'>['database'],
  options: DatabaseOptions,
  work: (db: DbPool) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase(config, options)
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

/**
 * Milliseconds; longer than the statement time-out. The client itself retries without end when a server drops the
 * connection.
 */
const READ_DEADLINE_MS = 12_000

const hasNotAnswered = () => unavailable('postgresql', new Error(`no answer in ${READ_DEADLINE_MS} ms`))

/**
 * Runs an idempotent read. Retries once when the connection was lost: a connection that dropped while Lambda froze the
 * process shows only at its next use. Throws SERVICE_UNAVAILABLE within 12 seconds when the database stays away.
 */
export async function readRows<T>(read: () => Promise<T>): Promise<T> {
  const readTwice = async () => {
    try {
      return await read()
    } catch (error) {
      if (!isDroppedConnection(error)) throw cannotServe(error) ? unavailable('postgresql', error) : error
    }
    try {
      return await read()
    } catch (error) {
      throw cannotServe(error) ? unavailable('postgresql', error) : error
    }
  }
  return await within(readTwice(), READ_DEADLINE_MS, hasNotAnswered)
}

const UNKNOWN_DATABASE = '3D000'
/** The maintenance database, which every server has. */
const MAINTENANCE_DATABASE = 'postgres'

/** Creates the configured database when the server lacks it, such as the database of a preview on staging's server. */
export async function ensureDatabase(config: Config<'database'>['database']): Promise<void> {
  try {
    await useDatabase(config, {}, (wanted) => wanted`select 1`)
  } catch (error) {
    if (!hasCode(error, new Set([UNKNOWN_DATABASE]))) throw error
    const server = { ...config, database: MAINTENANCE_DATABASE }
    await useDatabase(server, {}, (db) => db`create database ${db(config.database)}`)
  }
}

/**
 * Drops the configured database and ends the connections of others to it. Does nothing when the server lacks it. The
 * server refuses the maintenance database, which this function is connected to.
 */
export async function dropDatabase(config: Config<'database'>['database']): Promise<void> {
  const server = { ...config, database: MAINTENANCE_DATABASE }
  await useDatabase(server, {}, (db) => db`drop database if exists ${db(config.database)} with (force)`)
}
