import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeFullDisk, measureFreeBytes, prepareFolder } from './disk-space.ts'

const FREE_MIN_BYTES = 209_715_200

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-space-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true })
})

/** Makes every disk have so many blocks of 4,096 bytes left for users, and more for root. */
function leaveBlocks(bavail: number): void {
  const left = { bavail, bfree: bavail + 99_999, bsize: 4096 }
  vi.spyOn(promises, 'statfs').mockResolvedValue(left as never)
  syncBuiltinESMExports()
}

describe('the disk of a folder', () => {
  it('has the free bytes that a user may write', async () => {
    leaveBlocks(3)
    expect(await measureFreeBytes(folder)).toBe(12_288)
  })

  it('is not full with 200 MB, and is with one block less', async () => {
    leaveBlocks(FREE_MIN_BYTES / 4096)
    expect(await describeFullDisk(folder)).toBeUndefined()
    await prepareFolder(folder)
    leaveBlocks(FREE_MIN_BYTES / 4096 - 1)
    const sentence = `The disk of ${folder} has 200 MB left, less than 200 MB: free some space; what was accepted before is kept.`
    expect(await describeFullDisk(folder)).toBe(sentence)
    await expect(prepareFolder(folder)).rejects.toThrow(sentence)
    leaveBlocks(383)
    expect(await describeFullDisk(folder)).toContain(' has 1 MB left,')
  })
})

describe('the folder of the data', () => {
  it('is made, closed to other users, and left without a trace', async () => {
    const made = join(folder, 'a', 'b')
    await prepareFolder(made)
    expect(await readdir(made)).toEqual([])
    expect((await stat(made)).mode & 0o007).toBe(0)
    await writeFile(join(folder, 'file'), '')
    await expect(prepareFolder(join(folder, 'file'))).rejects.toThrow(
      /^The folder .* of PAUTA_DATA cannot be written \(EEXIST.*\): free space/,
    )
  })

  it.each(['queues', 'scheduler'])(
    'is refused when this user may not use what an earlier start left in %s',
    async (own) => {
      await writeFile(join(folder, own), '')
      await expect(prepareFolder(folder)).rejects.toThrow(
        new RegExp(`PAUTA_DATA cannot be written \\(ENOTDIR.*${own}`),
      )
    },
  )
})
