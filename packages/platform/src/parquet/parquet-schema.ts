import type { ParquetWriter } from 'hyparquet-writer'

type Schema = ParquetWriter['schema']

/** Texts, numbers (64-bit floats), UTC instants in microseconds, or lists of texts. */
export type ColumnKind = 'text' | 'number' | 'instant' | 'texts'

/** A column of a Parquet file. All columns are nullable. */
export interface ParquetColumn {
  name: string
  kind: ColumnKind
}

function elementsOf({ name, kind }: ParquetColumn): Schema {
  const leaf = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const
  if (kind === 'texts')
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', ...leaf },
    ]
  if (kind === 'text') return [{ name, ...leaf }]
  if (kind === 'number') return [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }]
  // Older readers support only `converted_type`.
  const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } as const
  const converted_type = 'TIMESTAMP_MICROS'
  return [{ name, type: 'INT64', converted_type, logical_type, repetition_type: 'OPTIONAL' }]
}

/**
 * Returns the Parquet schema of columns. The schema is independent of the rows: a file without any tag has the same
 * types.
 */
export function schemaOf(columns: readonly ParquetColumn[]): Schema {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)]
}
