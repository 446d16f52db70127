import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { manifestFileOf, readSummary, writeSummary } from '@pauta/server/backups/backup-files'
import { describeLastBackup } from '@pauta/server/backups/backup-note'
import { writeEnvironmentText } from '@pauta/server/settings/environment-file'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callCommand } from '../../../../test/kit/processes/call-command.ts'

/** What a person adds to a new environment file. */
const OWN = {
  PAUTA_URL: 'https://pauta.exemplo.gov.br',
  PAUTA_OPERATOR_MAIL: 'operacao@exemplo.gov.br',
  SST_RESOURCE_Email:
    '{"kind":"smtp","fromName":"Pauta","fromAddress":"pauta@exemplo.gov.br","host":"smtp.exemplo.gov.br","port":587}',
  SST_RESOURCE_UserIdentity: '{"issuer":"https://login.exemplo.gov.br","audiences":"pauta"}',
  SST_RESOURCE_ServiceIdentity:
    '{"issuer":"https://login.exemplo.gov.br","audience":"operadores","allowlist":"a@exemplo.gov.br"}',
}
const FAILS = 'echo "no such host" >&2; exit 1\n'
const WORKS = 'for one; do case $one in --file=*) echo dump > "${one#--file=}";; esac; done\n'

// Linux starts no file that is open for writing, also in a process that another thread is just starting. So the program
// is written once, and reads what it does.
const programs = await mkdtemp(join(tmpdir(), 'backup-programs-'))
await writeFile(join(programs, 'pg_dump'), `#!/bin/sh\n. "${join(programs, 'steps')}"\n`, { mode: 0o755 })
afterAll(() => rm(programs, { recursive: true }))

let folder: string
let dataDir: string
let place: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-command-'))
  dataDir = join(folder, 'data')
  place = join(folder, 'backups')
  await mkdir(join(dataDir, 'objects'), { recursive: true })
  await writeFile(join(dataDir, 'objects', 'a'), 'um')
  const storage = JSON.stringify({ name: 'objects', folder: join(dataDir, 'objects') })
  const variables = {
    ...parseEnv(writeEnvironmentText(false)),
    ...OWN,
    PAUTA_DATA: dataDir,
    SST_RESOURCE_Storage: storage,
    PATH: `${programs}:/usr/bin:/bin`,
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function backUp(dump: string, ...args: string[]) {
  await writeFile(join(programs, 'steps'), dump)
  return await callCommand('backup', ['--to', place, ...args])
}
const lastBackup = () => describeLastBackup(dataDir, new Date())

it('a backup that fails is noted for the operator until the next one is made', async () => {
  expect(await backUp(FAILS)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The backup was not made, .*pg_dump failed: no such host/) as string,
  })
  expect(await lastBackup()).toMatch(/^O último backup falhou: The backup was not made, .*no such host/)
  expect(await backUp(WORKS)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\S+ has the database and 1 objects\.\n$/) as string,
    stderr: '',
  })
  expect(await lastBackup()).toBeUndefined()
})

it('a backup names its folder and what it has removed, as many as it is told', async () => {
  const old = join(place, '20260101T030000Z')
  await mkdir(old, { recursive: true })
  await writeFile(manifestFileOf(old), '')
  const summary = { madeAt: '2026-01-01T03:00:00.000Z', version: '1.2.3', objects: 0, hasObjects: true }
  await writeSummary(old, summary)
  vi.stubEnv('PAUTA_RELEASE', '4.5.6')
  const { code, stdout } = await backUp(WORKS, '--keep', '1')
  const [name = ''] = await readdir(place)
  const backup = join(place, name)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${backup} has the database and 1 objects.\nRemoved: ${old}\n`,
  })
  expect(await readSummary(backup)).toMatchObject({ version: '4.5.6', objects: 1 })
})

it('a backup that cannot be noted is made, and one sentence says so', async () => {
  await mkdir(join(dataDir, 'last-backup.json'))
  expect(await backUp(WORKS)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('has the database and 1 objects.\n') as string,
    stderr: expect.stringMatching(
      /^No mail will tell of failed backups, because \S+ takes no note/,
    ) as string,
  })
})
