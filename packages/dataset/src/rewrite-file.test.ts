import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { removeFromFile } from './rewrite-file.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))
const keyOf = (hour: number) => ({
  uniqueId: `id-${hour}`,
  url: `https://www.gov.br/${hour}`,
  publishedAt: at(hour),
})

/** Creates a file with one article for each hour, two in a row group. */
function fileOf(hours: readonly number[], { withIds = true, statistics = true } = {}): Blob {
  const columns = [
    { name: 'unique_id', data: hours.map((hour) => `id-${hour}`), type: 'STRING' as const },
    { name: 'published_at', data: hours.map(at), type: 'TIMESTAMP' as const },
    { name: 'url', data: hours.map((hour) => `https://www.gov.br/${hour}`), type: 'STRING' as const },
  ]
  const columnData = columns.filter(({ name }) => withIds || name !== 'unique_id')
  const kvMetadata = [{ key: 'writer', value: 'another' }]
  return new Blob([parquetWriteBuffer({ columnData, rowGroupSize: 2, statistics, kvMetadata })])
}

async function urlsOf(blob: Blob | undefined): Promise<string[]> {
  if (!blob) return []
  const rows = await parquetReadObjects({ file: await blob.arrayBuffer() })
  return rows.map(({ url }) => String(url).replace('https://www.gov.br/', ''))
}

describe.each([{ withIds: true }, { withIds: false }])('removeFromFile, %o', (kind) => {
  const file = fileOf([0, 1, 2, 3, 4], kind)

  it.each([0, 1, 2, 3, 4])('removes article %i and keeps the others in order', async (hour) => {
    const rewritten = await removeFromFile(file, [keyOf(hour)])
    expect(rewritten?.removed).toBe(1)
    expect(await urlsOf(rewritten?.content)).toEqual(
      [0, 1, 2, 3, 4].filter((other) => other !== hour).map(String),
    )
  })

  it('returns undefined for a file without the articles', async () => {
    expect(await removeFromFile(file, [keyOf(9)])).toBeUndefined()
  })

  it('keeps the only other article', async () => {
    const keys = [0, 1, 2, 3].map(keyOf)
    expect(await urlsOf((await removeFromFile(file, keys))?.content)).toEqual(['4'])
  })

  it('returns no content for a file with nothing else', async () => {
    const keys = [0, 1, 2, 3, 4].map(keyOf)
    expect(await removeFromFile(file, keys)).toEqual({ content: undefined, removed: 5 })
  })
})

it('keeps an article of the same address with another publication time, in a file without ids', async () => {
  const file = fileOf([0, 1], { withIds: false })
  expect(await removeFromFile(file, [{ ...keyOf(0), publishedAt: at(1) }])).toBeUndefined()
})

// Instants in a file may have fractions of a second, so the writer's statistics are taken with one second more.
it.each<[string, number, number, boolean]>([
  ['a second before the first', 2, at(2).getTime() - 1000, true],
  ['more than a second before the first', 2, at(2).getTime() - 1001, false],
  ['a second after the last', 3, at(3).getTime() + 1000, true],
  ['more than a second after the last', 3, at(3).getTime() + 1001, false],
])('looks for an article into a group that is %s: %i', async (_, hour, instant, isFound) => {
  const keys = [{ ...keyOf(hour), publishedAt: new Date(instant) }]
  expect((await removeFromFile(fileOf([2, 3]), keys))?.removed).toBe(isFound ? 1 : undefined)
})

it('looks into every group of a file without statistics, and keeps the metadata of its writer', async () => {
  const rewritten = await removeFromFile(fileOf([0, 1, 2], { statistics: false }), [
    { ...keyOf(1), publishedAt: at(9) },
  ])
  expect(await urlsOf(rewritten?.content)).toEqual(['0', '2'])
  const metadata = parquetMetadata((await rewritten?.content?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(metadata.key_value_metadata).toContainEqual({ key: 'writer', value: 'another' })
})
