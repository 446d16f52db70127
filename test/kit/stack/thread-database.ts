import type { Config } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { startPostgres } from '@pauta/emulators/postgres/postgres'
import { rememberRows } from '../rows/remember-rows.ts'

type DatabaseAddress = Config<'database'>['database']

/** The embedded PostgreSQL of a thread. */
interface ThreadDatabase {
  address: DatabaseAddress
  isTaken: boolean
  /** Restores the rows of the template. */
  restore(): Promise<void>
}

/** A database for one stack, with the rows of the template. */
export interface TakenDatabase {
  address: DatabaseAddress
  /** The next stack may take the database. Its server ends with the thread. */
  release(): void
}

/** Files load modules anew, so the database is kept by the thread. */
const kept = globalThis as { pautaThreadDatabase?: Promise<ThreadDatabase> | undefined }

async function start(dumpFile: string): Promise<ThreadDatabase> {
  const { host, port, username, password, database } = await startPostgres({ port: 0, dumpFile })
  const address = { host, port, username, password, database, tls: 'off' as const }
  const db = connectDatabase(address, { statementTimeoutMs: 0, maxConnections: 1 })
  return { address, isTaken: false, restore: await rememberRows(db) }
}

/**
 * Returns the database of this thread, which stacks use one after the other: starting PostgreSQL takes as long as
 * starting the rest of a stack. Undefined while another stack has it.
 */
export async function takeThreadDatabase(dumpFile: string): Promise<TakenDatabase | undefined> {
  kept.pautaThreadDatabase ??= start(dumpFile)
  const database = await kept.pautaThreadDatabase
  if (database.isTaken) return undefined
  database.isTaken = true
  await database.restore()
  return {
    address: database.address,
    release: () => {
      database.isTaken = false
    },
  }
}
