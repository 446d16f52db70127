import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { schemaOf } from '@pauta/platform/parquet/parquet-schema'
import type { Column } from './columns.ts'

export interface WrittenShard {
  /** The Parquet file. */
  content: Blob
  rows: number
}

/**
 * Writes rows as a Parquet file (Snappy). Each page becomes a row group and is freed before the next one is read,
 * so memory contains one page and the compressed file.
 */
export async function writeShard<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
): Promise<WrittenShard> {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: 'SNAPPY',
    createdBy: 'pauta',
  })
  let rows = 0
  for await (const page of pages) {
    if (page.length === 0) continue
    rows += page.length
    const columnData = columns.map(({ name, read }) => ({ name, data: page.map(read) }))
    await parquet.write({ columnData, rowGroupSize: page.length })
  }
  await parquet.finish()
  const content = new Blob([writer.getBuffer()], { type: 'application/vnd.apache.parquet' })
  return { content, rows }
}
