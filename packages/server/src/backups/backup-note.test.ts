import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeLastBackup, noteBackup } from './backup-note.ts'

const MADE = new Date('2026-11-20T03:00:00Z')
const after = (hours: number, milliseconds = 0) => new Date(MADE.getTime() + hours * 3_600_000 + milliseconds)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'backup-note-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

it('tells of a backup that is older than two days, and not before', async () => {
  await noteBackup(dataDir, { madeAt: MADE })
  expect(await describeLastBackup(dataDir, after(48))).toBeUndefined()
  expect(await describeLastBackup(dataDir, after(48, 1))).toBe('O último backup tem mais de 48 horas')
})

it('tells of a backup that failed, until one is made', async () => {
  await noteBackup(dataDir, { error: 'pg_dump failed' })
  expect(await describeLastBackup(dataDir, after(1))).toBe('O último backup falhou: pg_dump failed')
  await noteBackup(dataDir, { madeAt: MADE })
  expect(await describeLastBackup(dataDir, after(1))).toBeUndefined()
  await noteBackup(dataDir, { error: 'no space' })
  expect(await describeLastBackup(dataDir, after(1))).toBe('O último backup falhou: no space')
})

it('tells nothing where no backup was ever tried, or where its note is damaged', async () => {
  expect(await describeLastBackup(dataDir, after(100))).toBeUndefined()
  await writeFile(join(dataDir, 'last-backup.json'), '{')
  expect(await describeLastBackup(dataDir, after(100))).toBeUndefined()
})
