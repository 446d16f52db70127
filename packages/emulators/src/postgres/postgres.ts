import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder } from '@pauta/server/data-folder/folder-lock'
import type { WorkerInput, WorkerReply, WorkerRequest } from './worker.ts'

const HOST = '127.0.0.1'
const DATABASE = 'postgres'
const DEFAULT_WAIT_SECONDS = 30
const DEFAULT_LOG_LIMIT = { bytes: 64 * 1024 * 1024, checkSeconds: 60 }

export interface StartPostgresOptions {
  /** 0 takes any free port. */
  port: number
  /** Folder that keeps the data between starts. Without a folder the data is in memory. */
  dataDir?: string | undefined
  /** File that `dump()` of another server wrote, as the initial content. The data folder must be new. */
  dumpFile?: string | undefined
  /** Seconds that a statement waits while another connection's open transaction is idle. Then it fails. Default 30. */
  waitSeconds?: number
  /** Size of the write-ahead log after which a checkpoint runs, and how often it is checked. Default 64 MB, 60 s. */
  logLimit?: { bytes: number; checkSeconds: number }
}

/** A PostgreSQL server on TCP. */
export interface EmbeddedPostgres {
  host: string
  port: number
  username: string
  password: string
  database: string
  /** Writes the whole cluster to a tar file, for `dumpFile`. Waits until no transaction is open. */
  dump(file: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 (PGlite) with the extensions of the schema, behind the PostgreSQL wire protocol.
 *
 * One backend runs in its own thread, so a long statement does not block the process. Connections take turns by
 * transaction. Each connection has its own prepared statement names, session settings (those of pg_settings), channels
 * and session advisory locks. All connections share temporary tables, `PREPARE` and `DEALLOCATE ALL` in SQL, `SET
 * ROLE`, and settings with a dot in their name.
 *
 * Not supported: COPY from the client. Without effect: `statement_timeout` and cancel requests. A statement that waits
 * for an idle transaction fails with 55P03 after `waitSeconds`.
 *
 * Accepts any user and password. Throws when another process uses the data folder.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = options.dataDir === undefined ? undefined : lockFolder(options.dataDir)
  try {
    const input: WorkerInput = {
      host: HOST,
      port: options.port,
      database: DATABASE,
      waitSeconds: options.waitSeconds ?? DEFAULT_WAIT_SECONDS,
      logLimit: options.logLimit ?? DEFAULT_LOG_LIMIT,
      clusterDir: options.dataDir === undefined ? undefined : join(options.dataDir, 'cluster'),
      dumpFile: options.dumpFile,
    }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: input,
    })
    const thread = new DatabaseThread(worker)
    const port = await thread.ready()
    let stopped: Promise<unknown> | undefined
    return {
      host: HOST,
      port,
      username: 'postgres',
      password: 'postgres',
      database: DATABASE,
      async dump(file) {
        await thread.ask({ kind: 'dump', file })
      },
      async stop() {
        stopped ??= thread
          .ask({ kind: 'stop' })
          .then(() => worker.terminate())
          .finally(() => lock?.release())
        await stopped
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** A request to the thread, without its number. */
type Question = { kind: 'dump'; file: string } | { kind: 'stop' }

/** Requests to the thread and their answers. */
class DatabaseThread {
  readonly #worker: Worker
  readonly #open = new Map<
    number,
    { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }
  >()
  #count = 0

  constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves to the port when the server listens. Throws the error that stopped the start. */
  async ready(): Promise<number> {
    const ended = new AbortController()
    this.#worker.once('exit', () => ended.abort())
    // `once` throws the thread's error. A later error has no listener and ends the process: a stack without a database
    // must not keep running.
    const [reply] = (await once(this.#worker, 'message', { signal: ended.signal })) as [WorkerReply]
    if (reply.kind !== 'ready') throw new Error(`Unexpected reply ${reply.kind}`)
    this.#worker.on('message', (message: WorkerReply) => this.#settle(message))
    this.#worker.once('exit', () => {
      for (const { reject } of this.#open.values()) reject(new Error('The embedded PostgreSQL has stopped.'))
      this.#open.clear()
    })
    return reply.port
  }

  ask(request: Question): Promise<WorkerReply> {
    this.#count += 1
    const id = this.#count
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
      this.#worker.postMessage({ ...request, id } satisfies WorkerRequest, [])
    })
  }

  #settle(reply: WorkerReply): void {
    if (reply.kind === 'ready') return
    const question = this.#open.get(reply.id)
    this.#open.delete(reply.id)
    if (reply.kind === 'failed') question?.reject(reply.error)
    else question?.resolve(reply)
  }
}
