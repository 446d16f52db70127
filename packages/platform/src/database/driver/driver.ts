import postgres from 'postgres'
import { ARRAY_TYPES } from './array-types.ts'
import { reserveWarm } from './cold-reserve.ts'
import { DroppedSocket, type DatabaseAddress } from './dropped-socket.ts'
import { endInTime } from './endless-end.ts'
import { guardTransactions } from './dropped-transaction.ts'
import { hookStatements, type StatementHook } from './statement-hooks.ts'

/**
 * The pool of the `postgres` client 3.4.9 with a workaround for each of its faults. Nothing outside this folder imports
 * the client or one of the workarounds. docs/adr/0022 lists the faults; test/postgres/driver.cloud.test.ts shows each fault on
 * the bare client and its absence here.
 */
export type Pool = postgres.Sql<Record<string, never>>

export interface PoolSettings extends DatabaseAddress {
  username: string
  password: string
  database: string
  maxConnections: number
  connectTimeoutSeconds: number
  idleTimeoutSeconds: number
  maxLifetimeSeconds: number
  /** Pause before the next connection attempt. */
  reconnectSeconds: number
  /** Longest time in milliseconds without data while the server owes an answer. Undefined: no limit. */
  silenceMs: number | undefined
  /** Parameters of each session, such as `statement_timeout`. */
  parameters: Record<string, string | number>
  /** Called for each statement that is sent. */
  onStatement: StatementHook
}

/** Opens a pool. Connects lazily: the first query opens a connection. */
export function openPool(settings: PoolSettings): Pool {
  const { host, port, tls, ca, silenceMs } = settings
  const options = {
    host,
    port,
    username: settings.username,
    password: settings.password,
    database: settings.database,
    // DroppedSocket does TLS.
    ssl: false,
    socket: () => new DroppedSocket({ host, port, tls, ca, silenceMs }),
    max: settings.maxConnections,
    connect_timeout: settings.connectTimeoutSeconds,
    idle_timeout: settings.idleTimeoutSeconds,
    max_lifetime: settings.maxLifetimeSeconds,
    backoff: () => settings.reconnectSeconds,
    connection: settings.parameters,
    fetch_types: false,
    types: ARRAY_TYPES,
    // Converts column names only. Keys inside jsonb values are data and stay unchanged.
    transform: { column: { from: postgres.toCamel } },
    // Notices are irrelevant, such as "extension already exists". Warnings arrive as errors.
    onnotice: () => {},
  }
  return hookStatements(endInTime(reserveWarm(guardTransactions(postgres(options)))), settings.onStatement)
}
