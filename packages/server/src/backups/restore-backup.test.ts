import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStorage } from '@pauta/platform/storage/folder-storage'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { startStatementServer } from '../../../../test/kit/services/statement-server.ts'
import { keepObject, manifestFileOf, writeSummary, type ManifestEntry } from './backup-files.ts'
import { restoreBackup, restoreObjects, withoutExtensionComments } from './restore-backup.ts'

afterEach(() => void vi.unstubAllEnvs())

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

/** Stands for pg_restore: notes its arguments and its list of parts. Its own list of parts is that of the dump. */
const PG_RESTORE = `#!/bin/sh
echo "$PGDATABASE" "$*" >> "$NOTES"
for argument; do case "$argument" in
  --use-list=*) cat "\${argument#--use-list=}" >> "$NOTES";;
  --file=*parts) cp "$PARTS" "\${argument#--file=}";;
esac; done
`

/** An index without collections. */
async function startEmptyIndex() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('a restore writes the whole dump into a new database in one transaction, and empties queues and schedules', async () => {
  const { place } = await makePlace()
  const [notes, parts, own] = ['notes', 'dumped-parts', 'tmp'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ]
  const [backup, dataDir] = [join(place, '20260601T030000Z'), join(place, 'data')]
  for (const folder of [own, ...['queues', 'scheduler', 'kept'].map((name) => join(dataDir, name))])
    await mkdir(folder, { recursive: true })
  await writeFile(parts, PARTS.join('\n'))
  await writeFile(
    join(place, 'pg_restore'),
    PG_RESTORE.replaceAll('$NOTES', notes).replaceAll('$PARTS', parts),
  )
  await chmod(join(place, 'pg_restore'), 0o755)
  vi.stubEnv('PATH', `${place}:/usr/bin:/bin`)
  vi.stubEnv('TMPDIR', own)
  await writeFile(manifestFileOf(backup), '')
  const madeAt = '2026-06-01T03:00:00.000Z'
  await writeSummary(backup, { madeAt, version: '1.2.3', objects: 0, hasObjects: true })
  await using database = await startStatementServer(['postgres', 'news'])
  const restored = await restoreBackup({
    database: {
      host: '127.0.0.1',
      port: database.port,
      username: 'pauta',
      password: 'x',
      database: 'news',
      tls: 'off',
    },
    index: { url: await startEmptyIndex(), nodes: [], key: 'x', collection: 'news' },
    storage: { name: 'objects', folder: join(place, 'storage') },
    dataDir,
    backup,
    isReplacement: false,
    isIncompleteAccepted: false,
  })
  expect(restored).toEqual({ madeAt, objects: 0, missing: [] })
  const dump = join(backup, 'database.dump')
  const [list = '', restore = '', ...used] = (await readFile(notes, 'utf8')).trimEnd().split('\n')
  expect(list).toMatch(new RegExp(`^news --list --file=\\S+/parts ${dump}$`))
  expect(restore).toMatch(
    new RegExp(
      `^news --no-owner --no-privileges --exit-on-error --single-transaction --use-list=\\S+/parts --dbname=news ${dump}$`,
    ),
  )
  expect(used).toEqual(withoutExtensionComments(PARTS.join('\n')).split('\n'))
  expect(await readdir(own)).toEqual([])
  expect((await readdir(dataDir)).filter((name) => /queues|scheduler|kept/.test(name))).toEqual(['kept'])
})
