import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDataFolder } from './storage/data-folder.ts'
import { Engine } from './storage/engine.ts'
import { createHttpServer } from './http/http-server.ts'
import { Store } from './storage/store.ts'

export interface IndexServerOptions {
  /** 0 takes a free port. */
  port: number
  /** The key with all permissions. */
  key: string
  /** Folder of the documents. Undefined keeps them in memory only. */
  dataDir?: string | undefined
  /** Address to listen on. Default: the loopback address. */
  host?: string
}

export interface IndexServer {
  url: string
  port: number
  /** Resolves when all documents are back in memory. */
  loaded: Promise<void>
  /** Waits 3 s for running requests, aborts the rest, and closes the data folder. */
  stop(): Promise<void>
}

const DEFAULT_HOST = '127.0.0.1'
/** Time for running requests after a stop. Then their work is aborted. */
const STOP_PATIENCE_MILLISECONDS = 3_000
/** Time for the answers of aborted requests. */
const CUT_OFF_MILLISECONDS = 500

/**
 * Starts a server in this process; several may run at once. Listens at once, and answers `/health` with 503 until the
 * documents of the data folder are loaded. Rejects when the port is in use or the folder is locked.
 */
export async function startIndexServer(options: IndexServerOptions): Promise<IndexServer> {
  const host = options.host ?? DEFAULT_HOST
  const folder = options.dataDir === undefined ? undefined : openDataFolder(options.dataDir)
  let store: Store | undefined
  try {
    store = new Store(folder?.databasePath)
    const engine = new Engine(store, options.key)
    const server = createHttpServer(engine)
    await listen(server, options.port, host)
    const { port } = server.address() as AddressInfo
    const loaded = engine.load()
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      loaded,
      async stop() {
        await close(server, engine)
        await engine.close()
        folder?.release()
      },
    }
  } catch (error) {
    const explained = store === undefined ? error : store.explain(error)
    store?.close()
    folder?.release()
    throw explained
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      const remedy = `port ${port} is taken: stop the program that uses it, or give another --port`
      reject(isTaken ? new Error(remedy, { cause: error }) : error)
    })
    server.listen(port, host)
  })
}

function close(server: Server, engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => engine.cancel(), STOP_PATIENCE_MILLISECONDS)
    // A client that keeps its connection open must not delay the stop.
    const disconnect = setTimeout(
      () => server.closeAllConnections(),
      STOP_PATIENCE_MILLISECONDS + CUT_OFF_MILLISECONDS,
    )
    server.close(() => {
      clearTimeout(cutOff)
      clearTimeout(disconnect)
      resolve()
    })
    server.closeIdleConnections()
  })
}
