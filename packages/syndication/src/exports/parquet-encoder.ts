import { schemaOf } from '@pauta/platform/parquet/parquet-schema'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ExportColumn } from './columns.ts'
import type { SelectedArticle } from '../articles/selected-article.ts'
import type { Encoder } from './encoder.ts'

/** Collects bytes until they are taken. Row groups refer to positions in the file, which `offset` counts on. */
class PieceWriter extends ByteWriter {
  take(): Uint8Array {
    const piece = this.getBytes().slice()
    this.index = 0
    return piece
  }
}

/** Rows of a row group. Fewer make a larger file, more take more memory: 2,500 articles are about 15 MB. */
const GROUP_ROWS = 2500

/** Returns the encoder of a Parquet file. */
export function parquetEncoder(columns: readonly ExportColumn[]): Encoder {
  const writer = new PieceWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: 'SNAPPY',
    createdBy: 'pauta',
  })
  let waiting: SelectedArticle[] = []
  const writeGroup = () => {
    if (waiting.length === 0) return
    const columnData = columns.map(({ name, read }) => ({ name, data: waiting.map(read) }))
    // Without a `flush` of the writer, `write` returns no promise.
    void parquet.write({ columnData, rowGroupSize: waiting.length })
    waiting = []
  }
  return {
    encode(articles) {
      waiting.push(...articles)
      if (waiting.length >= GROUP_ROWS) writeGroup()
      return writer.take()
    },
    end() {
      writeGroup()
      void parquet.finish()
      return writer.take()
    },
  }
}
