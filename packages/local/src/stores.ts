import { connect } from 'node:net'
import { startIndexServer } from '@pauta/index-server/server'
import type { Config } from '@pauta/platform/config/config'
import { startPostgres } from '@pauta/emulators/postgres/postgres'
import { startOnPreferredPort } from '@pauta/emulators/preferred-port'

type DatabaseAddress = Config<'database'>['database']
type IndexAddress = Config<'index'>['index']

/** Running stores that replace the stack's own: a real PostgreSQL, a real Typesense. */
export interface OutsideStores {
  database?: DatabaseAddress | undefined
  index?: IndexAddress | undefined
}

export interface StackDatabase {
  address: DatabaseAddress
  /** Writes a dump of the whole cluster, to start other stacks from. Throws for an external database. */
  dump(file: string): Promise<void>
  stop(): Promise<void>
}

export interface StackIndex {
  address: IndexAddress
  /** Resolves when the index has read its documents back. */
  loaded: Promise<void>
  stop(): Promise<void>
}

const OWN_INDEX_KEY = 'local-index-key'
const REACH_TIMEOUT_MS = 5000

/** Throws an error with the remedy when no server listens at the address. */
async function assertListens(what: string, variable: string, host: string, port: number): Promise<void> {
  const socket = connect({ host, port, timeout: REACH_TIMEOUT_MS })
  const reason = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('timeout', () => resolve('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  socket.destroy()
  if (reason === undefined) return
  throw new Error(
    `${what} at ${host}:${port}, which the variable ${variable} names, cannot be reached (${reason}). ` +
      'Start it, or unset the variable and the stack starts its own.',
  )
}

/** Returns the external database, which keeps running when the stack stops, or starts the stack's own. */
export async function openDatabase(
  outside: DatabaseAddress | undefined,
  own: { dataDir: string | undefined; dumpFile: string | undefined },
): Promise<StackDatabase> {
  if (!outside) {
    const server = await startPostgres({ port: 0, ...own })
    const { host, port, username, password, database } = server
    return {
      address: { host, port, username, password, database, tls: 'off' },
      dump: (file) => server.dump(file),
      stop: () => server.stop(),
    }
  }
  await assertListens('PostgreSQL', 'SST_RESOURCE_Database', outside.host, outside.port)
  return {
    address: outside,
    dump: () => Promise.reject(new Error('An external database cannot be dumped here. Use pg_dump.')),
    stop: () => Promise.resolve(),
  }
}

/** Returns the external index, which keeps running when the stack stops, or starts the stack's own. */
export async function openIndex(
  outside: IndexAddress | undefined,
  own: { port: number; dataDir: string | undefined },
): Promise<StackIndex> {
  if (!outside) {
    const server = await startOnPreferredPort(own.port, (port) =>
      startIndexServer({ ...own, port, key: OWN_INDEX_KEY }),
    )
    return {
      address: { url: server.url, nodes: [], key: OWN_INDEX_KEY, collection: 'news' },
      loaded: server.loaded,
      stop: () => server.stop(),
    }
  }
  const { protocol, hostname, port } = new URL(outside.url)
  const usualPort = protocol === 'https:' ? 443 : 80
  await assertListens('The search index', 'SST_RESOURCE_SearchIndex', hostname, Number(port) || usualPort)
  return { address: outside, loaded: Promise.resolve(), stop: () => Promise.resolve() }
}

/** Returns the address as a URL, for programs such as psql. */
export function databaseUrlOf({ username, password, host, port, database }: DatabaseAddress): string {
  return `postgres://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}
