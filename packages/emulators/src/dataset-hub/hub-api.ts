import { Refusal, replyRange, type HubRequest, type Reply } from './http.ts'
import {
  ParentMoved,
  type CommitChange,
  type Contents,
  type Repository,
  type StoredCommit,
} from './repository.ts'

export interface HubApiOptions {
  contents: Contents
  url: () => string
  /** Entries per page of a listing. */
  pageEntries: number
}

interface CommitLine {
  key: string
  value: Record<string, unknown>
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parquet files use LFS, as the default `.gitattributes` of a dataset defines. Large files use LFS too. */
const isLarge = ({ path, size }: { path: string; size: number }) =>
  path.endsWith('.parquet') || size > 10 * 1024 * 1024

function getCommit(repository: Repository, revision: string): StoredCommit {
  const commit = repository.find(revision)
  if (!commit) throw new Refusal(404, `Invalid rev id: ${revision}`, 'RevisionNotFound')
  return commit
}

/** The hub's routes of one dataset, each with the part of the path after the dataset's name. */
export function makeHubApi({ contents, url, pageEntries }: HubApiOptions) {
  const readChange = async ({ key, value }: CommitLine): Promise<CommitChange> => {
    const path = text(value['path'])
    if (path === '' || path.startsWith('/') || path.split('/').includes('..'))
      throw new Refusal(400, `Invalid path: ${path}`)
    switch (key) {
      case 'file':
        return { path, file: await contents.put(Buffer.from(text(value['content']), 'base64')) }
      case 'lfsFile': {
        const oid = text(value['oid'])
        const content = await contents.find(oid)
        if (!content || content.byteLength !== value['size'])
          throw new Refusal(400, `LFS object ${oid} was not uploaded`)
        return { path, file: { sha256: oid, size: content.byteLength, lfs: true } }
      }
      case 'deletedFile':
        return { path, file: undefined }
      default:
        throw new Refusal(400, `Unknown operation ${key}`)
    }
  }

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

    /** `POST …/preupload/<rev>`: returns which files use LFS. */
    async preupload(request: HubRequest): Promise<Reply> {
      const { files } = JSON.parse((await request.readBody()).toString('utf8')) as {
        files: { path: string; size: number }[]
      }
      const modes = files.map((file) => ({
        path: file.path,
        uploadMode: isLarge(file) ? 'lfs' : 'regular',
        shouldIgnore: false,
      }))
      return { status: 200, body: { files: modes } }
    },

    /** `POST …/commit/<rev>`: one JSON object per line, the header first. */
    async commit(repository: Repository, request: HubRequest): Promise<Reply> {
      const lines = (await request.readBody())
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as CommitLine)
      const [header, ...operations] = lines
      if (header?.key !== 'header') throw new Refusal(400, 'The first line must be the header')
      const changes: CommitChange[] = []
      for (const operation of operations) changes.push(await readChange(operation))
      try {
        const parent = text(header.value['parentCommit'])
        const { id } = await repository.add(text(header.value['summary']), changes, parent || undefined)
        const commitUrl = `${url()}/datasets/${repository.name}/commit/${id}`
        return { status: 200, body: { success: true, commitOid: id, commitUrl, hookOutput: '' } }
      } catch (error) {
        throw new Refusal(error instanceof ParentMoved ? 412 : 400, String(error))
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
