import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@pauta/platform/config/config'
import { writeSummary } from '@pauta/server/backups/backup-files'
import { restoreBackup } from '@pauta/server/backups/restore-backup'
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
  const restore = () => restoreBackup({ ...config, dataDir, backup, isReplacement: false })
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
