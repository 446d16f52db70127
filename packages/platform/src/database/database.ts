import postgres from 'postgres'
import { ARRAY_TYPES } from './array-types.ts'
import type { Config } from '../config/config.ts'
import { cannotServe, hasCode, isDroppedConnection } from './connection-errors.ts'
import { DatabaseSocket } from './database-socket.ts'
import { unavailable } from '../errors.ts'
import { guardTransactions } from './guard-transactions.ts'
import { observeStatements } from './observe-statements.ts'

/**
 * What a query function takes first. Both the pool and a transaction are assignable to it, so the same function
 * runs in either.
 */
export type Db = postgres.ISql<Record<string, never>>

/** The pool itself, where a transaction is begun or the connections are closed. */
export type DbPool = postgres.Sql<Record<string, never>>

const CONNECT_TIMEOUT_SECONDS = 5
const STATEMENT_TIMEOUT_MS = 10_000
/** A server that is there says at its statement time-out that it gave up; one that says nothing still is not there. */
const SILENCE_BEYOND_TIMEOUT_MS = 1500
/** Longest pause before a connection is tried again: the client's own 20 s would outlast an outage by as much. */
const RECONNECT_MAX_SECONDS = 1
const MAX_LIFETIME_SECONDS = 600
const IDLE_TIMEOUT_SECONDS = 300

export interface DatabaseOptions {
  /** Connections held at most: 2 in an environment that answers queries, 1 elsewhere. */
  maxConnections?: number
  /** 0 turns the limit off, for commands that read a whole table through a cursor. */
  statementTimeoutMs?: number
  /** To what some transaction sets its own statement time-out, where that is longer. */
  longestTimeoutMs?: number
}

/** Pauses that double from one failure to the next, with jitter. */
const reconnectSeconds = (failures: number) =>
  Math.min(0.01 * 2 ** failures, RECONNECT_MAX_SECONDS) * (0.5 + Math.random() / 2)

/** Connects lazily: the first query opens a connection. */
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
    // TLS is the socket's own matter.
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
      // Compiling a statement takes longer than any of ours runs.
      jit: 'off',
    },
    // Asking for them costs every connection a round trip, and one that drops meanwhile rejects where nobody listens.
    fetch_types: false,
    types: ARRAY_TYPES,
    // Columns only: keys inside a jsonb value are somebody's data and stay as they are.
    transform: { column: { from: postgres.toCamel } },
    // Notices are chatter such as "extension already exists"; warnings come as errors.
    onnotice: () => {},
  }
  return observeStatements(guardTransactions(postgres(settings)), config.database)
}

/** Longer than a statement may run; the client itself tries for ever to reach a server that hangs up on it. */
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
 * Runs an idempotent read. A connection that dropped while a Lambda environment was frozen shows only when it is
 * used, so the read is tried once more; a database that stays away becomes SERVICE_UNAVAILABLE within 12 seconds.
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
/** The database that every server has. */
const MAINTENANCE_DATABASE = 'postgres'

/** Makes the configured database where the server has none of that name, as for a preview on staging's server. */
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
