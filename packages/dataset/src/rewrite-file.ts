import { toEpochSeconds } from '@pauta/platform/time/time'
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer, type FileMetaData } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

/** Larger files must be split by their uploader. */
const REWRITE_MAX_BYTES = 200 * 1024 * 1024

/** The fields that identify an article in either dataset. */
export interface ArticleKey {
  uniqueId: string
  url: string
  publishedAt: Date
}

/** Reads a Parquet file on demand. */
function toBuffer(blob: Blob): AsyncBuffer {
  return {
    byteLength: blob.size,
    slice: (start, end) => blob.slice(start, end ?? blob.size).arrayBuffer(),
  }
}

/** Returns the row ranges of groups that may contain articles of these instants, from the writer's statistics. */
function listRanges(
  { row_groups }: FileMetaData,
  keys: readonly ArticleKey[],
): { start: number; end: number }[] {
  let start = 0
  return row_groups.flatMap((group) => {
    const range = { start, end: start + Number(group.num_rows) }
    start = range.end
    const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === 'published_at')
    const { min_value: min, max_value: max } = column?.meta_data?.statistics ?? {}
    if (!(min instanceof Date) || !(max instanceof Date)) return [range]
    // Compares whole seconds: instants in a file may have fractions.
    const isInside = ({ publishedAt: at }: ArticleKey) =>
      at.getTime() >= min.getTime() - 1000 && at.getTime() <= max.getTime() + 1000
    return keys.some(isInside) ? [range] : []
  })
}

type Row = Record<string, unknown>

/** Tests whether a row is one of the articles, and names the columns that the test needs. */
interface Matcher {
  columns: string[]
  matches: (row: Row) => boolean
}

/**
 * The reduced dataset has no ids. An address alone may belong to an article that was published again, so the instant is
 * compared too.
 */
function makeMatcher({ schema }: FileMetaData, keys: readonly ArticleKey[]): Matcher {
  if (schema.some(({ name }) => name === 'unique_id')) {
    const ids = new Set(keys.map(({ uniqueId }) => uniqueId))
    return { columns: ['unique_id'], matches: (row) => ids.has(String(row['unique_id'])) }
  }
  const known = new Set(keys.map(({ url, publishedAt }) => `${toEpochSeconds(publishedAt)} ${url}`))
  const keyOf = ({ url, published_at: at }: Row) =>
    `${toEpochSeconds(at instanceof Date ? at : new Date(String(at)))} ${String(url)}`
  return { columns: ['published_at', 'url'], matches: (row) => known.has(keyOf(row)) }
}

/**
 * Whether the file contains any of the articles. Reads the footer first, and columns only if the statistics are
 * inconclusive.
 */
async function hasMatch(
  file: AsyncBuffer,
  metadata: FileMetaData,
  keys: readonly ArticleKey[],
  { columns, matches }: Matcher,
): Promise<boolean> {
  for (const { start, end } of listRanges(metadata, keys)) {
    const rows = await parquetReadObjects({ file, metadata, columns, rowStart: start, rowEnd: end })
    if (rows.some(matches)) return true
  }
  return false
}

/**
 * Rewrites another uploader's file without some articles. Returns undefined if it contains none of them; `content` is
 * undefined if it contains nothing else. All other rows stay unchanged, except for fractions of milliseconds. In a file
 * without ids, articles are found by address and instant.
 */
export async function removeFromFile(
  blob: Blob,
  keys: readonly ArticleKey[],
): Promise<{ content: Blob | undefined; removed: number } | undefined> {
  const file = toBuffer(blob)
  const metadata = await parquetMetadataAsync(file)
  const matcher = makeMatcher(metadata, keys)
  if (!(await hasMatch(file, metadata, keys, matcher))) return undefined
  if (blob.size > REWRITE_MAX_BYTES)
    throw new Error(
      `a file of ${blob.size} bytes is too large to be rewritten: the maximum is ${REWRITE_MAX_BYTES}`,
    )
  const { schema, key_value_metadata: kvMetadata } = metadata
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema, ...(kvMetadata && { kvMetadata }) })
  let start = 0
  let removed = 0
  let kept = 0
  for (const { num_rows } of metadata.row_groups) {
    const end = start + Number(num_rows)
    const rows = await parquetReadObjects({ file, metadata, rowStart: start, rowEnd: end })
    start = end
    const staying = rows.filter((row) => !matcher.matches(row))
    removed += rows.length - staying.length
    kept += staying.length
    if (staying.length === 0) continue
    const topLevel = Object.keys(staying[0] ?? {})
    const columnData = topLevel.map((name) => ({ name, data: staying.map((row) => row[name] as unknown) }))
    await parquet.write({ columnData, rowGroupSize: staying.length })
  }
  await parquet.finish()
  return { content: kept > 0 ? new Blob([writer.getBuffer()]) : undefined, removed }
}
