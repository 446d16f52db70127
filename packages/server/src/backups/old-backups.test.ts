import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepObject, manifestFileOf, readObject, writeSummary } from './backup-files.ts'
import { removeOld, removeUnfinished } from './old-backups.ts'

const SUMMARY = { madeAt: '2026-11-01T03:00:00.000Z', version: '1.2.3', objects: 1, hasObjects: true }
const DAYS: readonly [string, string, string] = ['20261101T030000Z', '20261102T030000Z', '20261103T030000Z']

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'old-backups-'))
})
afterEach(() => rm(place, { recursive: true }))

/** Makes a backup whose objects have these texts. Returns their digests. */
async function make(name: string, texts: readonly string[]): Promise<string[]> {
  const backup = join(place, name)
  await mkdir(backup)
  const digests = await Promise.all(texts.map((text) => keepObject(place, Buffer.from(text))))
  const lines = digests.map((sha256, n) => JSON.stringify({ key: `k${n}`, sha256 }))
  await writeFile(manifestFileOf(backup), lines.join('\n'))
  await writeSummary(backup, SUMMARY)
  return digests
}

const isKept = (digest: string) =>
  readObject(place, digest).then(
    () => true,
    () => false,
  )

async function makeThree(): Promise<string[]> {
  const [one] = await make(DAYS[0], ['only of the first', 'of all'])
  const [two, all] = await make(DAYS[1], ['only of the second', 'of all'])
  const [three] = await make(DAYS[2], ['only of the third', 'of all'])
  return [one, two, three, all].map(String)
}

it.each<[number | undefined, string[], boolean[]]>([
  [undefined, [], [true, true, true, true]],
  [3, [], [true, true, true, true]],
  [4, [], [true, true, true, true]],
  [2, [DAYS[0]], [false, true, true, true]],
  [1, [DAYS[0], DAYS[1]], [false, false, true, true]],
])('keeps the newest %s backups, and what they have', async (keep, gone, kept) => {
  const digests = await makeThree()
  const removed = await removeOld(place, keep)
  expect(removed.map((folder) => basename(folder))).toEqual(gone)
  expect(await Promise.all(digests.map(isKept))).toEqual(kept)
  expect((await readdir(place)).toSorted()).toEqual([...DAYS.filter((day) => !gone.includes(day)), 'objects'])
})

it('keeps a backup that the operator has renamed, with its objects', async () => {
  const digests = await makeThree()
  await rename(join(place, DAYS[0]), join(place, 'before-the-upgrade'))
  await removeOld(place, 1)
  expect(await Promise.all(digests.map(isKept))).toEqual([true, false, true, true])
  expect((await readdir(place)).toSorted()).toEqual([DAYS[2], 'before-the-upgrade', 'objects'])
})

it('removes no object while a list of objects is damaged', async () => {
  const digests = await makeThree()
  await writeFile(manifestFileOf(join(place, DAYS[2])), '{"key')
  await expect(removeOld(place, 1)).rejects.toThrow('is damaged')
  expect(await Promise.all(digests.map(isKept))).toEqual([true, true, true, true])
})

it('removes partly written objects, and no file that is none of a backup', async () => {
  const [digest = ''] = await make(DAYS[0], ['um'])
  const part = join(place, 'objects', digest.slice(0, 2))
  await writeFile(join(part, `${digest}.new`), 'u')
  await writeFile(join(part, 'README'), 'of the operator')
  await removeOld(place, 1)
  expect((await readdir(part)).toSorted()).toEqual([digest, 'README'].toSorted())
})

it('removes what a killed backup left, and no other folder without a summary', async () => {
  await make(DAYS[0], ['um'])
  await mkdir(join(place, DAYS[1]))
  await writeFile(join(place, DAYS[1], 'database.dump'), 'a part')
  await mkdir(join(place, 'scripts'))
  expect(await removeUnfinished(place)).toEqual([join(place, DAYS[1])])
  expect((await readdir(place)).toSorted()).toEqual([DAYS[0], 'objects', 'scripts'])
})
