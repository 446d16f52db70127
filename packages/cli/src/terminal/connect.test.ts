import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommandError, DEFAULT_DATA_FOLDER, getRunningStack } from './connect.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connect-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const note = (name: string) =>
  writeFile(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, environment: { NAME: name } }))

it('uses the folder of PAUTA_DATA, as the commands that the page of operators shows name none', async () => {
  await note('machine')
  vi.stubEnv('PAUTA_DATA', folder)
  expect((await getRunningStack(DEFAULT_DATA_FOLDER)).environment).toEqual({ NAME: 'machine' })
})

it('uses the folder that is named, whatever PAUTA_DATA is', async () => {
  await note('named')
  vi.stubEnv('PAUTA_DATA', '/nowhere')
  expect((await getRunningStack(folder)).environment).toEqual({ NAME: 'named' })
})

it('names the folder of a machine where no stack runs', async () => {
  vi.stubEnv('PAUTA_DATA', folder)
  const refused = getRunningStack(DEFAULT_DATA_FOLDER)
  await expect(refused).rejects.toThrow(CommandError)
  await expect(refused).rejects.toThrow(
    `No stack is running on ${folder}.\nName the folder of the one that runs with --data DIR; of \`pauta serve\` it is PAUTA_DATA, such as /var/lib/pauta.`,
  )
})
