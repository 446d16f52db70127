import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolderStorage, removeUnfinished } from './folder-storage.ts'
import { OBJECT_MAX_BYTES } from './object-storage.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-storage-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the storage in a folder', () => {
  it('returns what was put last, as text and as bytes', async () => {
    const storage = openFolderStorage(folder)
    await storage.put('raw/2026/a.json', 'first', 'application/json')
    await storage.put('raw/2026/a.json', 'ação', 'application/json')
    expect(await storage.find('raw/2026/a.json')).toBe('ação')
    await storage.put('bytes', new Uint8Array([0, 255]), 'application/gzip')
    expect(await storage.findBytes('bytes')).toEqual(new Uint8Array([0, 255]))
    expect(await storage.find('raw/2026/b.json')).toBeUndefined()
    expect(await storage.find('bytes/below')).toBeUndefined()
  })

  it('removes what was written before an instant, within a prefix and a limit', async () => {
    const storage = openFolderStorage(folder)
    const before = new Date('2026-11-20T10:00:00Z')
    const written = { 'raw/a': -2, 'raw/b': -1, 'raw/c': 0, 'raw/d/e': -1, 'other/a': -2 }
    for (const [key, ms] of Object.entries(written)) {
      await storage.put(key, key, 'text/plain')
      const at = new Date(before.getTime() + ms * 1000)
      await utimes(join(folder, key), at, at)
    }
    expect(await storage.removeOld('raw/', { before, limit: 2 })).toBe(2)
    expect(await storage.list('', { limit: 10 })).toEqual(['other/a', 'raw/c', 'raw/d/e'])
    expect(await storage.removeOld('raw/', { before, limit: 2 })).toBe(1)
    expect(await storage.removeOld('raw/', { before, limit: 2 })).toBe(0)
    expect(await storage.list('', { limit: 10 })).toEqual(['other/a', 'raw/c'])
  })

  it('lists keys in the order of S3, after a key and within a prefix', async () => {
    const storage = openFolderStorage(folder)
    // A folder `a` sorts as `a/`: after `a-`, before `a0`.
    const keys = ['a-', 'a/b', 'a/c/d', 'a0', 'ä', '~']
    for (const key of keys.toReversed()) await storage.put(key, key, 'text/plain')
    const ordered = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(await storage.list('', { limit: 10 })).toEqual(ordered)
    for (const [position, key] of ordered.entries())
      expect(await storage.list('', { after: key, limit: 10 })).toEqual(ordered.slice(position + 1))
    expect(await storage.list('a/', { limit: 10 })).toEqual(['a/b', 'a/c/d'])
    expect(await storage.list('a/c', { limit: 10 })).toEqual(['a/c/d'])
    expect(await storage.list('a-b', { limit: 10 })).toEqual([])
    expect(await storage.list('a', { limit: 2 })).toEqual(['a-', 'a/b'])
    expect(await storage.list('missing/', { limit: 10 })).toEqual([])
  })

  it('keeps every key inside of the folder', async () => {
    const storage = openFolderStorage(join(folder, 'in'))
    for (const key of ['../out', 'a/../../out', '.', '%2E%2E/x', '%unfinished']) {
      await storage.put(key, key, 'text/plain')
      expect(await storage.find(key)).toBe(key)
    }
    expect(await readdir(folder)).toEqual(['in'])
    expect(await storage.list('', { limit: 10 })).toHaveLength(5)
    await expect(storage.put('a//b', '', 'text/plain')).rejects.toThrow('empty part')
  })

  it('removes what a killed process left unfinished, and no object', async () => {
    const storage = openFolderStorage(folder)
    await storage.put('a', '1', 'text/plain')
    await mkdir(join(folder, '%unfinished'), { recursive: true })
    await writeFile(join(folder, '%unfinished', 'half'), '')
    await removeUnfinished(folder)
    expect(await readdir(folder)).toEqual(['a'])
    await storage.put('b', '2', 'text/plain')
    expect(await storage.list('', { limit: 10 })).toEqual(['a', 'b'])
  })

  it('removes objects and skips unknown ones', async () => {
    const storage = openFolderStorage(folder)
    await storage.put('a/b', '1', 'text/plain')
    await storage.put('a/c', '2', 'text/plain')
    await storage.remove(['a/b', 'a/x'])
    expect(await storage.list('', { limit: 10 })).toEqual(['a/c'])
  })

  it('tells a key that cannot be read from a missing one', async () => {
    await expect(openFolderStorage(folder).find('a'.repeat(300))).rejects.toThrow('ENAMETOOLONG')
  })

  it('refuses to read an object above the limit, and keeps the earlier object when a write fails', async () => {
    const storage = openFolderStorage(folder)
    await storage.put('large', new Uint8Array(OBJECT_MAX_BYTES), 'text/plain')
    expect((await storage.findBytes('large'))?.length).toBe(OBJECT_MAX_BYTES)
    await storage.put('large', new Uint8Array(OBJECT_MAX_BYTES + 1), 'text/plain')
    await expect(storage.findBytes('large')).rejects.toThrow(`${OBJECT_MAX_BYTES + 1} bytes`)
    await writeFile(join(folder, 'file'), 'earlier')
    await expect(storage.put('file/below', 'x', 'text/plain')).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await storage.find('file')).toBe('earlier')
    await storage.put('above/below', 'x', 'text/plain')
    await expect(storage.put('above', 'y', 'text/plain')).rejects.toThrow('EISDIR')
    expect(await readdir(join(folder, '%unfinished'))).toEqual([])
  })
})
