import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { lockFolder } from './folder-lock.ts'
import { PostgresMultiplexer } from './postgres-multiplexer.ts'

const HOST = '127.0.0.1'

export interface PostgresOptions {
  /** 0 takes a free port. */
  port: number
  /** Folder of the database; undefined keeps it in memory. */
  dataDir?: string | undefined
  /** A dump to start from, where the folder is new or there is none. */
  loadDataDir?: Blob | undefined
}

/** A PostgreSQL server on TCP. Any user name and password are let in. */
export interface Postgres {
  host: string
  port: number
  username: string
  password: string
  database: string
  /** Everything in it, to start another from. */
  dump(): Promise<Blob>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL (PGlite, in process) with pgvector, pg_trgm and unaccent behind a multiplexer on TCP. There is one
 * backend: waiting for another connection inside a transaction waits forever, and time-outs of statements are ignored.
 * Throws when another process holds the folder.
 */
export async function startPostgres({ port, dataDir, loadDataDir }: PostgresOptions): Promise<Postgres> {
  const unlock = dataDir === undefined ? async () => {} : await lockFolder(dataDir)
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true })
  try {
    const db = await PGlite.create({
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(loadDataDir === undefined ? {} : { loadDataDir }),
      extensions: { vector, pg_trgm, unaccent },
    })
    const multiplexer = new PostgresMultiplexer(db)
    const listening = await multiplexer.listen(port, HOST)
    return {
      host: HOST,
      port: listening,
      username: 'postgres',
      password: 'postgres',
      database: 'postgres',
      dump: () => db.dumpDataDir('none'),
      async stop() {
        await multiplexer.close()
        await db.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
