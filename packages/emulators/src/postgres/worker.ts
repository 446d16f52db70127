import { readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { serve } from './server.ts'

/** Start parameters of the thread. */
export interface WorkerInput {
  host: string
  port: number
  database: string
  waitSeconds: number
  logLimit: { bytes: number; checkSeconds: number }
  /** Folder of the cluster; undefined keeps it in memory. */
  clusterDir: string | undefined
  /** File of a dumped cluster to start from. */
  dumpFile: string | undefined
}

export type WorkerRequest = { kind: 'dump'; id: number; file: string } | { kind: 'stop'; id: number }

export type WorkerReply =
  | { kind: 'ready'; port: number }
  | { kind: 'dumped'; id: number }
  | { kind: 'stopped'; id: number }
  | { kind: 'failed'; id: number; error: Error }

/**
 * A dump file in the shape that PGlite reads. Reading 40 MB from a real Blob takes as long as the rest of the start.
 * The content is read when PGlite asks for it, so that no reference keeps it in memory afterwards.
 */
class DumpFile extends Blob {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await readFile(this.#path)
    const isWhole = byteLength === buffer.byteLength
    return isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

/**
 * Settings for a cluster in memory, which tests have: no file cache and little log, because each start would have to fill
 * them. Each statement is planned once. PostgreSQL otherwise plans it anew for each list of ids; for an article with all
 * its joins this takes nine tenths of the statement's time, and few rows need no better plan.
 */
const IN_MEMORY = {
  startParams: [
    ...PGlite.defaultStartParams,
    '-c',
    'shared_buffers=8MB',
    '-c',
    'plan_cache_mode=force_generic_plan',
  ],
  initDbStartParams: ['--wal-segsize=1'],
}

const input = workerData as WorkerInput
const db = await openCluster()
const server = await serve({ ...input, db })

async function openCluster(): Promise<PGlite> {
  try {
    return await PGlite.create({
      ...(input.clusterDir === undefined ? {} : { dataDir: input.clusterDir }),
      ...(input.dumpFile === undefined ? {} : { loadDataDir: new DumpFile(input.dumpFile) }),
      ...(input.clusterDir === undefined ? IN_MEMORY : {}),
      database: input.database,
      extensions: { vector, pg_trgm, unaccent },
    })
  } catch (error) {
    const where = input.clusterDir === undefined ? 'in memory' : `in ${input.clusterDir}`
    throw new Error(
      `PostgreSQL cannot start ${where}. If the folder is damaged, delete it to start with an empty database.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Runs a checkpoint when the write-ahead log is larger than its limit. PostgreSQL leaves this to processes that PGlite
 * does not have, so the log would grow until the stop, and a start after a crash would replay all of it.
 */
async function limitLog(): Promise<void> {
  await server.exclusively(async () => {
    const { rows } = await db.query<{ bytes: number }>(
      'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) > input.logLimit.bytes) await db.exec('checkpoint')
  })
}

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message, [])
}

const checks = setInterval(() => {
  // The next check tries again, for example after a transaction that stayed open.
  limitLog().catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
}, input.logLimit.checkSeconds * 1000)

async function handle(request: WorkerRequest): Promise<void> {
  const { id } = request
  if (request.kind === 'dump') {
    const file = await server.exclusively(async () => {
      // Writes a checkpoint. Otherwise each start from the dump replays the log since the last checkpoint.
      await db.exec('checkpoint')
      return await db.dumpDataDir('none')
    })
    await writeFile(request.file, file.stream())
    reply({ kind: 'dumped', id })
    return
  }
  clearInterval(checks)
  await server.stop()
  await server.exclusively(() => db.close())
  reply({ kind: 'stopped', id })
  parentPort?.close()
}

parentPort?.on('message', (request: WorkerRequest) => {
  handle(request).catch((error: unknown) => {
    reply({
      kind: 'failed',
      id: request.id,
      error: error instanceof Error ? error : new Error(String(error)),
    })
  })
})
reply({ kind: 'ready', port: server.port })
