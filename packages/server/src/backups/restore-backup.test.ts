import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStorage } from '@pauta/platform/storage/folder-storage'
import { expect, it, onTestFinished } from 'vitest'
import { keepObject, manifestFileOf, type ManifestEntry } from './backup-files.ts'
import { restoreObjects, withoutExtensionComments } from './restore-backup.ts'

// Lines as pg_restore 17 prints them.
const PARTS = [
  ';     Archive created at 2026-06-01 03:00:00 UTC',
  '3; 3079 16386 EXTENSION - vector ',
  '5012; 0 0 COMMENT - EXTENSION vector ',
  '5013; 0 0 COMMENT public COLUMN articles.unique_id pauta',
  '216; 1259 16722 TABLE public articles pauta',
]

it('a restore leaves out the comments of extensions, and nothing else', () => {
  expect(withoutExtensionComments(PARTS.join('\n')).split('\n')).toEqual(
    PARTS.filter((_, index) => index !== 2),
  )
})

/** Makes a place with a backup that lists the entries, and an empty storage. */
async function makePlace() {
  const place = await mkdtemp(join(tmpdir(), 'restore-backup-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const backup = join(place, '20260601T030000Z')
  await mkdir(backup)
  const storage = { name: 'objects', folder: join(place, 'storage') }
  const restore = async (entries: readonly ManifestEntry[]) => {
    await writeFile(manifestFileOf(backup), entries.map((entry) => JSON.stringify(entry)).join('\n'))
    return await restoreObjects({ storage, backup })
  }
  return { place, objects: openFolderStorage(storage.folder), restore }
}

it('a restore writes every object back that the backup has whole, and names the others', async () => {
  const { place, objects, restore } = await makePlace()
  const [one, damaged] = [
    await keepObject(place, Buffer.from('um')),
    await keepObject(place, Buffer.from('x')),
  ]
  await writeFile(join(place, 'objects', damaged.slice(0, 2), damaged), 'y')
  await objects.put('lost', 'of today', 'text/plain')
  const restored = await restore([
    { key: 'a/one', sha256: one },
    { key: 'damaged', sha256: damaged },
    { key: 'lost', sha256: '0'.repeat(64) },
    { key: 'z/one', sha256: one },
  ])
  expect(restored).toEqual({ objects: 2, missing: ['damaged', 'lost'] })
  expect([await objects.find('a/one'), await objects.find('z/one')]).toEqual(['um', 'um'])
})

it('a restore names the keys that a bucket lost since the backup, and writes none', async () => {
  const { objects, restore } = await makePlace()
  await objects.put('kept', 'of today', 'text/plain')
  await objects.put('lost2', 'longer than the key that is lost', 'text/plain')
  expect(await restore([{ key: 'kept' }, { key: 'lost' }])).toEqual({ objects: 0, missing: ['lost'] })
  expect(await objects.find('kept')).toBe('of today')
})
