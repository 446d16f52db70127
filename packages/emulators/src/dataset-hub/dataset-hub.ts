import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readBody, Refusal, type Reply } from './http.ts'
import { HubSite } from './hub-site.ts'
import { closeServer, listenLocally } from '@pauta/server/local-server'
import { openContents, openRepository, type Repository } from './repository.ts'

const PAGE_ENTRIES = 1000
const PART_BYTES = 16 * 1024 * 1024
const REQUESTS_KEPT = 2000

export interface DatasetHubOptions {
  /** 0 takes a free port. */
  port: number
  /** Folder that keeps the datasets. Undefined: they are in memory. */
  dataDir?: string | undefined
  /** Datasets that exist from the start, as `owner/name`. */
  datasets: readonly string[]
  /** Bearer token that writers must send. */
  token: string
  /** Entries per page of a listing. */
  pageEntries?: number
  /** Files larger than this number of bytes are uploaded in parts. */
  partBytes?: number
}

/** A received request, for tests. */
interface SeenRequest {
  method: string
  path: string
  query: string
}

/**
 * An answer in place of the hub's. `hang-up`: the hub runs the request, then closes the connection without an answer.
 */
export type Trouble = (request: SeenRequest) => Reply | 'hang-up' | undefined

/** Emulates a dataset hub and its viewer, at one address. */
export interface DatasetHub {
  url: string
  requests: readonly SeenRequest[]
  /** Makes the hub fail. Undefined ends the failure. */
  intercept(trouble: Trouble | undefined): void
  /** Returns a dataset by its name. */
  repository(name: string): Repository
  /** Returns the current content of a file of a dataset, or undefined when it does not exist. */
  read(name: string, path: string): Promise<Buffer | undefined>
  /** Deletes the files of every dataset and the recorded requests, and ends a failure. */
  empty(): Promise<void>
  stop(): Promise<void>
}

function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
  response.end(isJson ? JSON.stringify(body) : body)
}

function toReply(error: unknown): Reply {
  if (!(error instanceof Refusal)) return { status: 500, body: { error: String(error) } }
  const headers = error.code === undefined ? {} : { 'x-error-code': error.code }
  return { status: error.status, headers, body: { error: error.message } }
}

/** Starts the hub: listing, upload, commits and download as the hub's client calls them, and the viewer's filter. */
export async function startDatasetHub(options: DatasetHubOptions): Promise<DatasetHub> {
  const folder = options.dataDir
  const contents = openContents(folder)
  const repositories = new Map<string, Repository>()
  for (const name of options.datasets) repositories.set(name, await openRepository(folder, name))
  const requests: SeenRequest[] = []
  let trouble: Trouble | undefined
  let url = ''
  const site = new HubSite({
    contents,
    repositories,
    token: options.token,
    url: () => url,
    pageEntries: options.pageEntries ?? PAGE_ENTRIES,
    partBytes: options.partBytes ?? PART_BYTES,
  })

  async function answer(incoming: IncomingMessage): Promise<Reply | undefined> {
    const method = incoming.method ?? 'GET'
    const address = new URL(incoming.url ?? '/', url)
    const seen = { method, path: address.pathname, query: address.search }
    requests.push(seen)
    requests.splice(0, requests.length - REQUESTS_KEPT)
    const { headers } = incoming
    const instead = trouble?.(seen)
    if (typeof instead === 'object') return instead
    const reply = await site.answer({ method, url: address, headers, readBody: () => readBody(incoming) })
    return instead === 'hang-up' ? undefined : reply
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => (reply ? send(response, reply) : response.destroy()),
      (error: unknown) => send(response, toReply(error)),
    )
  })
  url = await listenLocally(server, options.port)
  return {
    url,
    requests,
    intercept: (next) => void (trouble = next),
    repository: (name) => site.getRepository(name),
    read: (name, path) => site.readFile(name, path),
    async empty() {
      trouble = undefined
      requests.length = 0
      for (const repository of repositories.values()) await repository.empty()
      await contents.empty()
    },
    stop: () => closeServer(server),
  }
}
