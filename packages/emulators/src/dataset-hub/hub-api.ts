import { Refusal, replyRange, type HubRequest, type Reply } from './http.ts'
import type { Contents, Repository, StoredCommit } from './repository.ts'

export interface HubApiOptions {
  contents: Contents
  url: () => string
  /** Entries per page of a listing. */
  pageEntries: number
}

function getCommit(repository: Repository, revision: string): StoredCommit {
  const commit = repository.find(revision)
  if (!commit) throw new Refusal(404, `Invalid rev id: ${revision}`, 'RevisionNotFound')
  return commit
}

/** The hub's routes that read a dataset, each with the part of the path after the dataset's name. */
export function makeHubApi({ contents, url, pageEntries }: HubApiOptions) {
  return {
    /** `GET …/revision/<rev>` */
    info(repository: Repository, revision: string): Reply {
      const { id, date } = getCommit(repository, revision)
      const { name } = repository
      return {
        status: 200,
        body: {
          _id: name,
          id: name,
          sha: id,
          private: false,
          gated: false,
          downloads: 0,
          likes: 0,
          lastModified: date,
        },
      }
    },

    /** `GET …/tree/<rev>`, paginated: the `Link` header has the next page. */
    tree(repository: Repository, revision: string, request: HubRequest): Reply {
      const { files } = getCommit(repository, revision)
      const start = Number(request.url.searchParams.get('cursor') ?? 0)
      const paths = Object.keys(files).sort()
      const next = new URL(`${url()}${request.url.pathname}${request.url.search}`)
      next.searchParams.set('cursor', String(start + pageEntries))
      const entries = paths.slice(start, start + pageEntries).map((path) => {
        const { sha256, size, lfs } = files[path] ?? { sha256: '', size: 0, lfs: false }
        const entry = { type: 'file', oid: sha256.slice(0, 40), size, path }
        return lfs ? { ...entry, lfs: { oid: sha256, size, pointerSize: 130 } } : entry
      })
      const link = { link: `<${next.href}>; rel="next"` }
      return {
        status: 200,
        ...(start + pageEntries < paths.length && { headers: link }),
        body: entries,
      }
    },

    /** `GET …/resolve/<rev>/<path>` */
    async resolve(
      repository: Repository,
      revision: string,
      path: string,
      request: HubRequest,
    ): Promise<Reply> {
      const file = getCommit(repository, revision).files[path]
      const content = file && (await contents.find(file.sha256))
      if (!content) throw new Refusal(404, 'Entry not found', 'EntryNotFound')
      return replyRange(content, request.headers.range, {
        'content-type': path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'application/octet-stream',
        etag: `"${file.sha256}"`,
      })
    },
  }
}
