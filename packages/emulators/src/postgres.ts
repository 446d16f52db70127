import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder } from './process/folder-lock.ts'
import type { WorkerInput, WorkerReply, WorkerRequest } from './postgres/worker.ts'

const HOST = '127.0.0.1'
const DATABASE = 'postgres'
const DEFAULT_WAIT_SECONDS = 30

export interface StartPostgresOptions {
  /** 0 takes any free port. */
  port: number
  /** Folder that keeps the data between starts; without one everything is in memory. */
  dataDir?: string | undefined
  /** What `dump()` of another server gave, as the content to begin with. */
  loadDataDir?: Uint8Array | undefined
  /** How long a statement waits while another connection's open transaction is idle, before it fails. Default 30. */
  waitSeconds?: number
}

/** A PostgreSQL server on TCP. */
export interface EmbeddedPostgres {
  host: string
  port: number
  username: string
  password: string
  database: string
  /** The whole cluster as a tar file, for `loadDataDir`. Waits until no transaction is open. */
  dump(): Promise<Uint8Array>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 18 (PGlite) with the extensions that the schema needs behind the PostgreSQL wire protocol.
 *
 * There is one backend, in a thread of its own so that a long statement stops nothing else. Connections take turns
 * by transaction: names of prepared statements, session settings (those of pg_settings), channels and session
 * advisory locks are each connection's own, while temporary tables, `PREPARE` and `DEALLOCATE ALL` in SQL, `SET ROLE`
 * and settings with a dot in their name concern all. There is no COPY from the client, `statement_timeout` and cancelling have no
 * effect, and a statement that waits for an idle transaction fails with 55P03 after `waitSeconds`.
 *
 * Any user and password are accepted. Throws when another process has the data folder.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = options.dataDir === undefined ? undefined : lockFolder(options.dataDir)
  try {
    const input: WorkerInput = {
      host: HOST,
      port: options.port,
      database: DATABASE,
      waitSeconds: options.waitSeconds ?? DEFAULT_WAIT_SECONDS,
      clusterDir: options.dataDir === undefined ? undefined : join(options.dataDir, 'cluster'),
      dump: options.loadDataDir,
    }
    const worker = new Worker(new URL('./postgres/worker.ts', import.meta.url), {
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
      async dump() {
        const reply = await thread.ask('dump')
        if (reply.kind !== 'dumped') throw new Error(`Unexpected reply ${reply.kind}`)
        return reply.dump
      },
      async stop() {
        stopped ??= thread
          .ask('stop')
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

/** Questions to the thread and their answers. */
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

  /** The port, once the server listens. Throws what stopped it from starting. */
  async ready(): Promise<number> {
    const ended = new AbortController()
    this.#worker.once('exit', () => ended.abort())
    // `once` throws the thread's error. Later an error has no listener, and so ends the process: a stack without its
    // database must not look alive.
    const [reply] = (await once(this.#worker, 'message', { signal: ended.signal })) as [WorkerReply]
    if (reply.kind !== 'ready') throw new Error(`Unexpected reply ${reply.kind}`)
    this.#worker.on('message', (message: WorkerReply) => this.#settle(message))
    this.#worker.once('exit', () => {
      for (const { reject } of this.#open.values()) reject(new Error('The embedded PostgreSQL has stopped.'))
      this.#open.clear()
    })
    return reply.port
  }

  ask(kind: WorkerRequest['kind']): Promise<WorkerReply> {
    this.#count += 1
    const id = this.#count
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
      this.#worker.postMessage({ kind, id } satisfies WorkerRequest, [])
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
