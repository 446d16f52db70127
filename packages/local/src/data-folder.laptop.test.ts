import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pauta-folder-'))
})
afterAll(() => rm(parent, { recursive: true }))

it('makes a folder with those above it, and takes one that exists', async () => {
  const folder = join(parent, 'a', 'b')
  expect(await prepareDataFolder(folder)).toEqual({ isNew: true })
  expect(await prepareDataFolder(folder)).toEqual({ isNew: true })
})

it('refuses a file, and a folder below one', async () => {
  const file = join(parent, 'file')
  await writeFile(file, '')
  await expect(prepareDataFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(prepareDataFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

it('refuses a place that takes no folders with the remedy, instead of waiting for ever', async () => {
  await expect(prepareDataFolder('/proc/pauta/data')).rejects.toThrow(
    'No folder can be made in /proc. Name another one with --data DIR.',
  )
})
