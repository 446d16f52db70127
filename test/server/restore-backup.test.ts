import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@pauta/platform/config/config'
import { keepObject, manifestFileOf, writeSummary } from '@pauta/server/backups/backup-files'
import { restoreBackup } from '@pauta/server/backups/restore-backup'
import { RestoreRefused } from '@pauta/server/backups/restore-refused'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack
let folder: string
beforeAll(async () => {
  stack = await shareTestStack()
  folder = await mkdtemp(join(tmpdir(), 'pauta-restore-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await stack.stop()
})

// `test/postgres/serve.cloud.test.ts` restores a backup. Here is what a refusal leaves.
it('a backup that is not restored changes nothing, and leaves the data folder to the next try', async () => {
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'data')]
  await mkdir(backup)
  await mkdir(join(dataDir, 'queues'), { recursive: true })
  const config = loadConfig('database', 'index', 'storage')
  const restore = () =>
    restoreBackup({ ...config, dataDir, backup, isReplacement: false, isIncompleteAccepted: false })
  await expect(restore()).rejects.toThrow('is no complete backup')
  await writeSummary(backup, {
    madeAt: '2026-06-01T03:00:00.000Z',
    version: '1.2.3',
    objects: 0,
    hasObjects: false,
  })
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(restore()).rejects.toThrow(/^The database \S+ has tables: --replace drops it/)
  expect(await readdir(dataDir)).toEqual(['queues'])
  expect(await stack.index.findLiveCollection()).toBeDefined()
})

const DIGEST = 'a'.repeat(64)

it.each([
  [
    'lacks an object',
    2,
    [{ key: 'b/two', sha256: DIGEST }],
    'lacks 1 of 2 objects, or has damaged ones, such as b/two:',
  ],
  ['has a shorter list of objects', 3, [], 'lacks 2 of 3 objects, or has damaged ones:'],
  ['has a list that ends within a line', 2, ['{"key":"b/tw'], /^The list of objects \S+ is damaged$/],
])('a backup that %s replaces nothing', async (name, objects, lines, message) => {
  const place = join(folder, name.replaceAll(' ', '-'))
  const [backup, dataDir] = [join(place, 'backup'), join(place, 'data')]
  await mkdir(backup, { recursive: true })
  await mkdir(join(dataDir, 'queues'), { recursive: true })
  const kept = { key: 'a/one', sha256: await keepObject(place, Buffer.from('um')) }
  const entries = [kept, ...lines].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(manifestFileOf(backup), entries.join('\n'))
  await writeSummary(backup, {
    madeAt: '2026-06-01T03:00:00.000Z',
    version: '1.2.3',
    objects,
    hasObjects: true,
  })
  const config = loadConfig('database', 'index', 'storage')
  const refused = restoreBackup({
    ...config,
    dataDir,
    backup,
    isReplacement: true,
    isIncompleteAccepted: false,
  })
  await expect(refused).rejects.toThrow(RestoreRefused)
  await expect(refused).rejects.toThrow(message)
  expect(await readdir(dataDir)).toEqual(['queues'])
  expect(await stack.index.findLiveCollection()).toBeDefined()
})

it('a restore is refused while the index does not answer', async () => {
  const [backup, dataDir] = [join(folder, 'without-index'), join(folder, 'data')]
  await mkdir(backup)
  await writeFile(manifestFileOf(backup), '')
  await writeSummary(backup, {
    madeAt: '2026-06-01T03:00:00.000Z',
    version: '1.2.3',
    objects: 0,
    hasObjects: true,
  })
  const config = loadConfig('database', 'index', 'storage')
  const index = { ...config.index, url: 'http://127.0.0.1:9' }
  const refused = restoreBackup({
    ...config,
    index,
    dataDir,
    backup,
    isReplacement: true,
    isIncompleteAccepted: false,
  })
  await expect(refused).rejects.toThrow(RestoreRefused)
  await expect(refused).rejects.toThrow('search-index')
})
