import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeHubApi } from './dataset-hub/hub-api.ts'
import { readBody, Refusal, type HubRequest, type Reply } from './dataset-hub/http.ts'
import { renderDataset, renderHub } from './dataset-hub/page.ts'
import { openContents, openRepository, type Repository } from './dataset-hub/repository.ts'
import { makeUploads } from './dataset-hub/uploads.ts'
import { makeViewerApi, readSample } from './dataset-hub/viewer-api.ts'

const HOST = '127.0.0.1'
const PAGE_ENTRIES = 1000
const PART_BYTES = 16 * 1024 * 1024
const REQUESTS_KEPT = 2000
const SAMPLE_ROWS = 10

export interface DatasetHubOptions {
  /** 0 takes a free port. */
  port: number
  /** Folder that keeps the datasets. Undefined deletes them at the stop. */
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
export interface SeenRequest {
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
  stop(): Promise<void>
}

const DATASET_ROUTE = /^\/api\/datasets\/([^/]+\/[^/]+)\/(revision|tree|preupload|commit)\/([^/]+)$/
const LFS_ROUTE = /^\/datasets\/([^/]+\/[^/]+)\.git\/info\/lfs\/objects\/batch$/
const UPLOAD_ROUTE = /^\/lfs-upload\/([0-9a-f]{64})(?:\/(\d+|complete))?$/
const FILE_ROUTE = /^\/datasets\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/
const PAGE_ROUTE = /^\/datasets\/([^/]+\/[^/]+)$/

const html = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

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
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'pauta-datasets-')))
  const contents = openContents(folder)
  const repositories = new Map<string, Repository>()
  for (const name of options.datasets) repositories.set(name, await openRepository(folder, name))
  const requests: SeenRequest[] = []
  let trouble: Trouble | undefined
  let url = ''
  const hub = makeHubApi({ contents, url: () => url, pageEntries: options.pageEntries ?? PAGE_ENTRIES })
  const uploads = makeUploads({ contents, url: () => url, partBytes: options.partBytes ?? PART_BYTES })
  const filter = makeViewerApi(contents)

  const getRepository = (name: string): Repository => {
    const repository = repositories.get(name)
    if (!repository) throw new Refusal(404, 'Repository not found', 'RepoNotFound')
    return repository
  }
  const readFile = async (name: string, path: string) => {
    const file = getRepository(name).head().files[path]
    return file && (await contents.find(file.sha256))
  }
  const requireToken = ({ headers }: HubRequest) => {
    if (headers.authorization !== `Bearer ${options.token}`)
      throw new Refusal(401, 'Invalid username or password.')
  }

  async function routeApi(request: HubRequest, [, name = '', what, revision = '']: string[]): Promise<Reply> {
    const repository = getRepository(name)
    if (request.method === 'GET' && what === 'revision') return hub.info(repository, revision)
    if (request.method === 'GET' && what === 'tree') return hub.tree(repository, revision, request)
    if (request.method !== 'POST') throw new Refusal(404, 'Not found')
    requireToken(request)
    if (what === 'preupload') return await hub.preupload(request)
    return await hub.commit(repository, request)
  }

  async function route(request: HubRequest): Promise<Reply> {
    const path = decodeURIComponent(request.url.pathname)
    const api = DATASET_ROUTE.exec(path)
    if (api) return await routeApi(request, api)
    const lfs = LFS_ROUTE.exec(path)
    if (lfs) {
      getRepository(lfs[1] ?? '')
      requireToken(request)
      return await uploads.batch(request)
    }
    // Upload addresses need no token: only the client that requested one has it.
    const upload = UPLOAD_ROUTE.exec(path)
    if (upload) return await uploads.receive(request, upload[1] ?? '', upload[2])
    const file = FILE_ROUTE.exec(path)
    if (file) return await hub.resolve(getRepository(file[1] ?? ''), file[2] ?? '', file[3] ?? '', request)
    if (path === '/filter') {
      const name = request.url.searchParams.get('dataset') ?? ''
      return await filter(request, name, getRepository(name).head())
    }
    const page = PAGE_ROUTE.exec(path)
    if (page) {
      const repository = getRepository(page[1] ?? '')
      const card = await readFile(repository.name, 'README.md')
      const rows = await readSample(repository.head(), contents, SAMPLE_ROWS)
      return html(renderDataset(repository, { card: card?.toString('utf8') ?? 'none yet', rows }))
    }
    if (path === '/') return html(renderHub([...repositories.values()]))
    throw new Refusal(404, 'Not found')
  }

  async function answer(incoming: IncomingMessage): Promise<Reply | undefined> {
    const method = incoming.method ?? 'GET'
    const address = new URL(incoming.url ?? '/', url)
    const seen = { method, path: address.pathname, query: address.search }
    requests.push(seen)
    requests.splice(0, requests.length - REQUESTS_KEPT)
    const { headers } = incoming
    const instead = trouble?.(seen)
    if (typeof instead === 'object') return instead
    const reply = await route({ method, url: address, headers, readBody: () => readBody(incoming) })
    return instead === 'hang-up' ? undefined : reply
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => (reply ? send(response, reply) : response.destroy()),
      (error: unknown) => send(response, toReply(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, HOST, resolve)
  })
  url = `http://${HOST}:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    intercept: (next) => void (trouble = next),
    repository: getRepository,
    read: readFile,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      if (options.dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
