import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import type { OutsideStores } from '@pauta/local/stores'
import type { Config } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { migrate } from '@pauta/platform/database/migrate'

type DatabaseAddress = Config<'database'>['database']
type IndexAddress = Config<'index'>['index']

/** Running servers that the stacks of the tests use in place of the embedded ones. */
export interface TestServers {
  /** A PostgreSQL on which the tests may create and drop databases. `database` names the template of every copy. */
  database: DatabaseAddress
  /** A search index, in which every stack has an alias of its own. Undefined: each stack starts the built-in one. */
  index?: IndexAddress | undefined
}

/** Stores of one stack that it does not start itself. The caller closes them after the stack. */
export interface StackStores {
  outside: OutsideStores
  close(): Promise<void>
}

const TEMPLATE = 'pauta_template'
const VECTORS = fileURLToPath(new URL('vectors.sql', import.meta.url))

/** Runs statements on another database of the same server. */
async function withDatabase<T>(
  address: DatabaseAddress,
  database: string,
  work: (db: DbPool) => Promise<T>,
): Promise<T> {
  const db = connectDatabase({ ...address, database }, { statementTimeoutMs: 0, maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

/**
 * Migrates a database. Where the server lacks pgvector, as Debian 12 does, plain SQL provides the three operations on
 * vectors that the statements use.
 */
export async function migrateWithVectors(db: DbPool): Promise<void> {
  const available = await db`select 1 from pg_available_extensions where name = 'vector'`
  const withoutExtensions = available.length > 0 ? [] : ['vector']
  await migrate(db, { folder: findMigrationsFolder(), withoutExtensions })
  if (available.length === 0) await db.unsafe(await readFile(VECTORS, 'utf8'))
}

/** Migrates a database from which every stack gets a copy, and returns its address. */
export async function prepareTemplate(address: DatabaseAddress): Promise<DatabaseAddress> {
  await withDatabase(address, address.database, async (db) => {
    await db`drop database if exists ${db(TEMPLATE)}`
    await db`create database ${db(TEMPLATE)}`
  })
  await withDatabase(address, TEMPLATE, migrateWithVectors)
  return { ...address, database: TEMPLATE }
}

/** Copies the template and names an alias of the index that no other stack uses. */
export async function openStackStores({ database, index }: TestServers): Promise<StackStores> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Nobody may be connected to a template while it is copied.
  await withDatabase(
    database,
    'postgres',
    (db) => db`create database ${db(name)} template ${db(database.database)}`,
  )
  const ownIndex = index && { ...index, collection: name }
  return {
    outside: { database: { ...database, database: name }, index: ownIndex },
    async close() {
      await withDatabase(database, 'postgres', (db) => db`drop database ${db(name)} with (force)`)
      if (ownIndex) await dropCollections(connectSearchIndex(ownIndex))
    },
  }
}

/** Drops the collections of a stack, whose names start with its alias. Other stacks may use the same index. */
export async function dropCollections(index: SearchIndex): Promise<void> {
  for (const { name } of await index.listCollections())
    if (name.startsWith(`${index.alias}_`)) await index.dropCollection(name)
}
