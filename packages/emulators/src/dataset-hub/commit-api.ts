import { Refusal, type HubRequest, type Reply } from './http.ts'
import { ParentMoved, type CommitChange, type Contents, type Repository } from './repository.ts'

interface CommitLine {
  key: string
  value: Record<string, unknown>
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parquet files use LFS, as the default `.gitattributes` of a dataset defines. Large files use LFS too. */
const isLarge = ({ path, size }: { path: string; size: number }) =>
  path.endsWith('.parquet') || size > 10 * 1024 * 1024

/** Returns the change of one line of a commit. Throws Refusal for an invalid path, a missing upload or another key. */
async function readChange(contents: Contents, { key, value }: CommitLine): Promise<CommitChange> {
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

/** The hub's routes that write to a dataset. */
export function makeCommitApi({ contents, url }: { contents: Contents; url: () => string }) {
  return {
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
      for (const operation of operations) changes.push(await readChange(contents, operation))
      try {
        const parent = text(header.value['parentCommit'])
        const { id } = await repository.add(text(header.value['summary']), changes, parent || undefined)
        const commitUrl = `${url()}/datasets/${repository.name}/commit/${id}`
        return { status: 200, body: { success: true, commitOid: id, commitUrl, hookOutput: '' } }
      } catch (error) {
        throw new Refusal(error instanceof ParentMoved ? 412 : 400, String(error))
      }
    },
  }
}
