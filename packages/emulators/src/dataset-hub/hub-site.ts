import { makeCommitApi } from './commit-api.ts'
import { makeHubApi } from './hub-api.ts'
import { Refusal, type HubRequest, type Reply } from './http.ts'
import { renderDataset, renderHub } from './page.ts'
import type { Contents, Repository } from './repository.ts'
import { makeUploads } from './uploads.ts'
import { makeViewerApi, readSample } from './viewer-api.ts'

/** Rows of a dataset that its page shows. */
const SAMPLE_ROWS = 10

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

export interface HubSiteOptions {
  contents: Contents
  /** By `owner/name`. */
  repositories: ReadonlyMap<string, Repository>
  /** Bearer token that writers must send. */
  token: string
  /** Address of the hub, known once it listens. */
  url: () => string
  pageEntries: number
  partBytes: number
}

/** Routes requests to the interface of the hub, the viewer's filter and the pages. */
export class HubSite {
  readonly #options: HubSiteOptions
  readonly #hub: ReturnType<typeof makeHubApi>
  readonly #commits: ReturnType<typeof makeCommitApi>
  readonly #uploads: ReturnType<typeof makeUploads>
  readonly #filter: ReturnType<typeof makeViewerApi>

  constructor(options: HubSiteOptions) {
    const { contents, url, pageEntries, partBytes } = options
    this.#options = options
    this.#hub = makeHubApi({ contents, url, pageEntries })
    this.#commits = makeCommitApi({ contents, url })
    this.#uploads = makeUploads({ contents, url, partBytes })
    this.#filter = makeViewerApi(contents)
  }

  /** Returns a dataset. Throws Refusal 404 when it does not exist. */
  getRepository(name: string): Repository {
    const repository = this.#options.repositories.get(name)
    if (!repository) throw new Refusal(404, 'Repository not found', 'RepoNotFound')
    return repository
  }

  /** Returns the current content of a file, or undefined when the dataset has no such file. */
  async readFile(name: string, path: string): Promise<Buffer | undefined> {
    const file = this.getRepository(name).head().files[path]
    return file && (await this.#options.contents.find(file.sha256))
  }

  /** Answers one request. Throws Refusal for what the hub refuses. */
  async answer(request: HubRequest): Promise<Reply> {
    const path = decodeURIComponent(request.url.pathname)
    const api = DATASET_ROUTE.exec(path)
    if (api) return await this.#answerApi(request, api)
    const lfs = LFS_ROUTE.exec(path)
    if (lfs) {
      this.getRepository(lfs[1] ?? '')
      this.#requireToken(request)
      return await this.#uploads.batch(request)
    }
    // Upload addresses need no token: only the client that requested one has it.
    const upload = UPLOAD_ROUTE.exec(path)
    if (upload) return await this.#uploads.receive(request, upload[1] ?? '', upload[2])
    const [, owner = '', revision = '', file = ''] = FILE_ROUTE.exec(path) ?? []
    if (owner !== '') return await this.#hub.resolve(this.getRepository(owner), revision, file, request)
    if (path === '/filter') {
      const name = request.url.searchParams.get('dataset') ?? ''
      return await this.#filter(request, name, this.getRepository(name).head())
    }
    const [, dataset = ''] = PAGE_ROUTE.exec(path) ?? []
    if (dataset !== '') return await this.#showDataset(dataset)
    if (path === '/') return html(renderHub([...this.#options.repositories.values()]))
    throw new Refusal(404, 'Not found')
  }

  async #answerApi(request: HubRequest, [, name = '', what, revision = '']: string[]): Promise<Reply> {
    const repository = this.getRepository(name)
    if (request.method === 'GET' && what === 'revision') return this.#hub.info(repository, revision)
    if (request.method === 'GET' && what === 'tree') return this.#hub.tree(repository, revision, request)
    if (request.method !== 'POST') throw new Refusal(404, 'Not found')
    this.#requireToken(request)
    if (what === 'preupload') return await this.#commits.preupload(request)
    return await this.#commits.commit(repository, request)
  }

  async #showDataset(name: string): Promise<Reply> {
    const repository = this.getRepository(name)
    const card = await this.readFile(name, 'README.md')
    const rows = await readSample(repository.head(), this.#options.contents, SAMPLE_ROWS)
    return html(renderDataset(repository, { card: card?.toString('utf8') ?? 'none yet', rows }))
  }

  #requireToken({ headers }: HubRequest): void {
    if (headers.authorization !== `Bearer ${this.#options.token}`)
      throw new Refusal(401, 'Invalid username or password.')
  }
}
