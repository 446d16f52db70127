import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of a commit. Its content is stored under its SHA-256. */
export interface StoredFile {
  sha256: string
  size: number
  /** True when the file was uploaded through LFS. */
  lfs: boolean
}

export interface StoredCommit {
  id: string
  title: string
  date: string
  files: Record<string, StoredFile>
}

export type CommitChange = { path: string } & ({ file: StoredFile } | { file: undefined })

/** Another client has committed on top of the same parent. */
export class ParentMoved extends Error {
  override readonly name = 'ParentMoved'
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** Reads a file. Returns undefined when it does not exist. */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Where contents are kept, by name. */
interface Shelf {
  write(name: string, content: Uint8Array): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  clear(): Promise<void>
}

function openFolderShelf(folder: string): Shelf {
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), content)
    },
    read: (name) => readIfThere(join(folder, name)),
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

function openMemoryShelf(): Shelf {
  const kept = new Map<string, Buffer>()
  return {
    write: async (name, content) => void kept.set(name, Buffer.from(content)),
    read: async (name) => kept.get(name),
    clear: async () => kept.clear(),
  }
}

/** Contents by their SHA-256, as files of a folder, or in memory without one. */
export function openContents(folder: string | undefined) {
  const shelf = folder === undefined ? openMemoryShelf() : openFolderShelf(join(folder, 'contents'))
  return {
    /** Stores a content. Throws when its hash differs from the expected one. */
    async put(content: Uint8Array, expected?: string): Promise<StoredFile> {
      const hash = sha256(content)
      if (expected !== undefined && hash !== expected) throw new Error(`the content is not ${expected}`)
      await shelf.write(hash, content)
      return { sha256: hash, size: content.byteLength, lfs: expected !== undefined }
    },
    find: (hash: string): Promise<Buffer | undefined> => shelf.read(hash),
    /** Deletes all contents. */
    empty: (): Promise<void> => shelf.clear(),
  }
}

export type Contents = ReturnType<typeof openContents>

/** A dataset: a sequence of commits, in one file if it is stored. */
export interface Repository {
  name: string
  head(): StoredCommit
  /** The commits, newest first. */
  commits(): readonly StoredCommit[]
  find(revision: string): StoredCommit | undefined
  /** Adds a commit. Throws ParentMoved when `parent` is given and is no longer the head. */
  add(title: string, changes: readonly CommitChange[], parent: string | undefined): Promise<StoredCommit>
  /** Replaces all commits by a new empty one. */
  empty(): Promise<void>
}

const BRANCH_NAMES = new Set(['main', 'HEAD', 'refs/heads/main'])

async function readCommits(file: string): Promise<StoredCommit[] | undefined> {
  const text = await readIfThere(file)
  return text && (JSON.parse(text.toString('utf8')) as StoredCommit[])
}

/** Opens a dataset of a folder, or one in memory without a folder. A new dataset starts with an empty commit. */
export async function openRepository(folder: string | undefined, name: string): Promise<Repository> {
  const file = folder === undefined ? undefined : join(folder, `${name.replace('/', '__')}.json`)
  const makeCommit = (title: string, files: StoredCommit['files'], parent: string): StoredCommit => {
    const date = new Date().toISOString()
    const id = sha256(JSON.stringify([name, parent, title, date, files])).slice(0, 40)
    return { id, title, date, files }
  }
  const makeFirst = () => makeCommit('initial commit', {}, '')
  const commits = (file === undefined ? undefined : await readCommits(file)) ?? [makeFirst()]
  const head = () => commits.at(-1) ?? makeFirst()
  const save = async () => {
    if (file === undefined) return
    await mkdir(dirname(file), { recursive: true })
    // Writes a new file, then renames it: after a crash the previous commits are intact.
    await writeFile(`${file}.new`, JSON.stringify(commits))
    await rename(`${file}.new`, file)
  }
  return {
    name,
    head,
    commits: () => commits.toReversed(),
    find: (revision) => (BRANCH_NAMES.has(revision) ? head() : commits.find(({ id }) => id === revision)),
    async add(title, changes, parent) {
      const { id, files } = head()
      if (parent !== undefined && parent !== id) throw new ParentMoved('A commit has happened since.')
      const next = { ...files }
      for (const { path, file } of changes) {
        if (file) next[path] = file
        else if (path in next) delete next[path]
        else throw new Error(`the file ${path} does not exist`)
      }
      const commit = makeCommit(title, next, id)
      commits.push(commit)
      await save()
      return commit
    },
    async empty() {
      commits.splice(0, commits.length, makeFirst())
      await save()
    },
  }
}
