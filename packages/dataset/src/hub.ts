import type { DatasetKind } from './ledger.ts'
import {
  commit,
  datasetInfo,
  downloadFile,
  HubApiError,
  listFiles,
  type CommitOperation,
} from '@huggingface/hub'

/** Addresses and names of the datasets; `dataset` and `reducedDataset` are `owner/name`. */
export interface HubAddress {
  hubUrl: string
  dataset: string
  reducedDataset: string
  token: string
}

interface HubFile {
  size: number
  /** SHA-256 of the content; undefined for a small file stored in the Git repository itself. */
  sha256: string | undefined
}

/** A dataset on the host at one commit. */
export interface HubState {
  /** Id of the commit. */
  head: string
  files: ReadonlyMap<string, HubFile>
}

/** A file that a commit writes, or deletes if it has no content. */
export interface FileChange {
  path: string
  content: Blob | undefined
}

export interface Hub {
  name(kind: DatasetKind): string
  /** Returns all files of a dataset. Throws when the dataset does not exist or the host does not answer. */
  read(kind: DatasetKind): Promise<HubState>
  /** Opens a file at a commit. The content is read on demand. */
  open(kind: DatasetKind, head: string, path: string): Promise<Blob>
  /**
   * Creates one commit on top of `head` and returns its id. Throws, without a commit, when another commit came first.
   */
  commit(kind: DatasetKind, head: string, title: string, changes: readonly FileChange[]): Promise<string>
}

/** One shard a day for fifty years, and other files. */
const FILES_MAX = 50_000

const CONFLICT = 412

/** Explains refusals that an operator can resolve. */
function explain(error: unknown, name: string, hubUrl: string): unknown {
  if (!(error instanceof HubApiError)) return error
  switch (error.statusCode) {
    case 404:
      return new Error(`${hubUrl} has no dataset ${name}: create it there, then run the job again`, {
        cause: error,
      })
    case 401:
    case 403:
      return new Error(
        `${hubUrl} refuses ${name}: the dataset must exist and the token must be allowed to write to it`,
        { cause: error },
      )
    case CONFLICT:
      return new Error(`another commit to ${name} came first: the next attempt starts from it`, {
        cause: error,
      })
    default:
      return new Error(`${name}: ${error.message}`, { cause: error })
  }
}

const toOperation = ({ path, content }: FileChange): CommitOperation =>
  content ? { operation: 'addOrUpdate', path, content } : { operation: 'delete', path }

/** Opens the datasets on a hub, with the hub's own client; `hostFetch` limits and retries its requests. */
export function openHub(address: HubAddress, hostFetch: typeof fetch): Hub {
  const { hubUrl, token } = address
  const name = (kind: DatasetKind) => (kind === 'full' ? address.dataset : address.reducedDataset)
  const options = (kind: DatasetKind) => ({
    repo: { type: 'dataset', name: name(kind) } as const,
    hubUrl,
    fetch: hostFetch,
    ...(token !== '' && { accessToken: token }),
  })
  const explained = async <T>(kind: DatasetKind, call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      throw explain(error, name(kind), hubUrl)
    }
  }
  return {
    name,
    read: (kind) =>
      explained(kind, async () => {
        const { sha } = await datasetInfo({
          ...options(kind),
          name: name(kind),
          additionalFields: ['sha'],
        })
        const files = new Map<string, HubFile>()
        for await (const { type, path, size, lfs } of listFiles({
          ...options(kind),
          revision: sha,
          recursive: true,
        })) {
          if (type === 'file') files.set(path, { size, sha256: lfs?.oid })
          if (files.size > FILES_MAX) throw new Error(`${name(kind)} has more than ${FILES_MAX} files`)
        }
        return { head: sha, files }
      }),
    open: (kind, head, path) =>
      explained(kind, async () => {
        const blob = await downloadFile({ ...options(kind), path, revision: head, xet: false })
        if (!blob) throw new Error(`${name(kind)} no longer has ${path}`)
        return blob
      }),
    commit: (kind, head, title, changes) =>
      explained(kind, async () => {
        const output = await commit({
          ...options(kind),
          title,
          operations: changes.map(toOperation),
          parentCommit: head,
          // Shards are small: the plain transfer needs no WebAssembly, and every hub supports it.
          useXet: false,
        })
        if (!output) throw new Error(`${name(kind)}: the host did not answer the commit`)
        return output.commit.oid
      }),
  }
}
