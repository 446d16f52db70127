import postgres from 'postgres'
import { ARRAY_TYPES } from './array-types.ts'
import type { Config } from '../config/config.ts'
import { cannotServe, hasCode, isDroppedConnection } from './connection-errors.ts'
import { DatabaseSocket } from './database-socket.ts'
import { unavailable } from '../errors.ts'
import { guardTransactions } from './guard-transactions.ts'
import { observeStatements } from './observe-statements.ts'

/**
 * The first parameter of a query function. The pool and a transaction are both assignable to it, so a function runs in
 * either.
 */
export type Db = postgres.ISql<Record<string, never>>

/** The pool itself, for code that begins transactions or closes the connections. */
export type DbPool = postgres.Sql<Record<string, never>>

const CONNECT_TIMEOUT_SECONDS = 5
const STATEMENT_TIMEOUT_MS = 10_000
/**
 * A live server reports a statement time-out itself. If no data arrives 1.5 s after the time-out, the server is treated
 * as gone.
 */
const SILENCE_BEYOND_TIMEOUT_MS = 1500
/** Longest pause between connection attempts. The client's default of 20 s would prolong an outage by up to 20 s. */
const RECONNECT_MAX_SECONDS = 1
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

/** Seconds before the next attempt: doubles with each failure, with jitter. */
const reconnectSeconds = (failures: number) =>
  Math.min(0.01 * 2 ** failures, RECONNECT_MAX_SECONDS) * (0.5 + Math.random() / 2)

/** Returns a pool. Connects lazily: the first query opens a connection. */
export function connectDatabase(
  config: Config<'database'>['database'],
  options: DatabaseOptions = {},
): DbPool {
  const { host, port, tls } = config
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const longestMs = Math.max(statementTimeoutMs, options.longestTimeoutMs ?? 0)
  const silenceMs = statementTimeoutMs === 0 ? undefined : longestMs + SILENCE_BEYOND_TIMEOUT_MS
  const settings = {
    host,
    port,
    username: config.username,
    password: config.password,
    database: config.database,
    // DatabaseSocket does TLS.
    ssl: false,
    socket: () => new DatabaseSocket({ host, port, tls, silenceMs }),
    max: options.maxConnections ?? 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: reconnectSeconds,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    max_lifetime: MAX_LIFETIME_SECONDS,
    connection: {
      application_name: 'pauta',
      statement_timeout: statementTimeoutMs,
      // JIT compilation takes longer than any of our statements runs.
      jit: 'off',
    },
    // Fetching the types costs one round trip per connection. A connection lost meanwhile causes an unhandled
    // rejection.
    fetch_types: false,
    types: ARRAY_TYPES,
    // Converts column names only. Keys inside jsonb values are data and stay unchanged.
    transform: { column: { from: postgres.toCamel } },
    // Notices are irrelevant, such as "extension already exists". Warnings arrive as errors.
    onnotice: () => {},
  }
  return observeStatements(guardTransactions(postgres(settings)), config.database)
}

/**
 * Milliseconds; longer than the statement time-out. The client itself retries without end when a server drops the
 * connection.
 */
const READ_DEADLINE_MS = 12_000

async function withDeadline<T>(read: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    const late = () => reject(unavailable('postgresql', new Error(`no answer in ${READ_DEADLINE_MS} ms`)))
    timer = setTimeout(late, READ_DEADLINE_MS)
  })
  try {
    return await Promise.race([read(), deadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs an idempotent read. Retries once when the connection was lost: a connection that dropped while Lambda froze the
 * process shows only at its next use. Throws SERVICE_UNAVAILABLE within 12 seconds when the database stays away.
 */
export async function readRows<T>(read: () => Promise<T>): Promise<T> {
  return await withDeadline(async () => {
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
  })
}

const UNKNOWN_DATABASE = '3D000'
/** The maintenance database, which every server has. */
const MAINTENANCE_DATABASE = 'postgres'

/** Creates the configured database when the server lacks it, such as the database of a preview on staging's server. */
export async function ensureDatabase(config: Config<'database'>['database']): Promise<void> {
  const wanted = connectDatabase(config)
  try {
    await wanted`select 1`
    return
  } catch (error) {
    if (!hasCode(error, new Set([UNKNOWN_DATABASE]))) throw error
  } finally {
    await wanted.end({ timeout: 5 })
  }
  const server = connectDatabase({ ...config, database: MAINTENANCE_DATABASE })
  try {
    await server`create database ${server(config.database)}`
  } finally {
    await server.end({ timeout: 5 })
  }
}
