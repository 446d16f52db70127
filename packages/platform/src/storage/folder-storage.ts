import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertReadable, type Storage } from './object-storage.ts'

/** Holds files until they are complete. No key has this name: in encoded keys two hexadecimal digits follow a percent sign. */
const UNFINISHED = '%unfinished'

/** Whether the error means that there is no such file. */
const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Encodes a part of a key so that it is a plain file name: `.` and `..` would leave the folder. */
function encodePart(part: string): string {
  if (part === '') throw new Error('A key has an empty part')
  return encodeURIComponent(part)
    .replaceAll('*', '%2A')
    .replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'))
}

const pathOf = (folder: string, key: string) => join(folder, ...key.split('/').map(encodePart))

interface Walk {
  folder: string
  prefix: string
  after: string
}

/** Yields the keys below `base` in the order of S3, and reads no folder that has none of the wanted ones. */
async function* walk({ folder, prefix, after }: Walk, base = ''): AsyncGenerator<string> {
  const path = base === '' ? folder : pathOf(folder, base.slice(0, -1))
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const keys = entries
    .filter((entry) => entry.name !== UNFINISHED)
    .map((entry) => `${base}${decodeURIComponent(entry.name)}${entry.isDirectory() ? '/' : ''}`)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  for (const key of keys) {
    const isFolder = key.endsWith('/')
    const mayMatch = key.startsWith(prefix) || (isFolder && prefix.startsWith(key))
    const isPast = Buffer.compare(Buffer.from(key), Buffer.from(after)) <= 0
    if (!mayMatch || (isPast && !(isFolder && after.startsWith(key)))) continue
    if (isFolder) yield* walk({ folder, prefix, after }, key)
    else yield key
  }
}

/** Writes a file that is complete on the disk before it has its name: a crash leaves the earlier object or the new one. */
async function writeWhole(folder: string, path: string, body: string | Uint8Array): Promise<void> {
  const unfinished = join(folder, UNFINISHED, randomUUID())
  await mkdir(dirname(unfinished), { recursive: true })
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(unfinished, 'wx', 0o640)
    try {
      await file.writeFile(body)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Removes files that a killed process left unfinished. No process may write into the folder at that time. */
export async function removeUnfinished(folder: string): Promise<void> {
  await rm(join(folder, UNFINISHED), { recursive: true, force: true })
}

/** Opens a folder that stores one file for each object. The content type is not stored, as no reader needs it. */
export function openFolderStorage(folder: string): Storage {
  const findBytes = async (key: string) => {
    const path = pathOf(folder, key)
    try {
      assertReadable(key, (await stat(path)).size)
      return new Uint8Array(await readFile(path))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  return {
    put: async (key, body) => await writeWhole(folder, pathOf(folder, key), body),
    async find(key) {
      const bytes = await findBytes(key)
      return bytes && Buffer.from(bytes).toString('utf8')
    },
    findBytes,
    async list(prefix, { after = '', limit }) {
      const keys: string[] = []
      for await (const key of walk({ folder, prefix, after })) {
        if (keys.length >= limit) break
        keys.push(key)
      }
      return keys
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(folder, key), { force: true })
    },
    async removeOld(prefix, { before, limit }) {
      let removed = 0
      for await (const key of walk({ folder, prefix, after: '' })) {
        if (removed === limit) break
        const path = pathOf(folder, key)
        if ((await stat(path)).mtime >= before) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
  }
}
