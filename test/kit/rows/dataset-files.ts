import { writeFile } from 'node:fs/promises'
import { parquetWriteFile, type ParquetWriteOptions } from 'hyparquet-writer'

/** The columns of the public dataset, in their order. */
export const DATASET_COLUMNS = [
  'unique_id',
  'agency',
  'published_at',
  'updated_datetime',
  'extracted_at',
  'title',
  'subtitle',
  'editorial_lead',
  'url',
  'content',
  'image',
  'video_url',
  'category',
  'tags',
  'theme_1_level_1',
  'theme_1_level_1_code',
  'theme_1_level_1_label',
  'theme_1_level_2_code',
  'theme_1_level_2_label',
  'theme_1_level_3_code',
  'theme_1_level_3_label',
  'most_specific_theme_code',
  'most_specific_theme_label',
  'summary',
] as const

type Column = (typeof DATASET_COLUMNS)[number]
const INSTANTS = new Set<string>(['published_at', 'updated_datetime', 'extracted_at'])

/** A row in JSON: instants as ISO text. Missing fields are null. */
export type DatasetRow = Partial<Record<Column, string | string[] | null>>

export async function writeJsonLines(file: string, rows: readonly (DatasetRow | string)[]): Promise<void> {
  await writeFile(file, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
}

function csvField(value: DatasetRow[Column]): string {
  if (value === null || value === undefined) return ''
  const text = Array.isArray(value) ? JSON.stringify(value) : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With a byte order mark and Windows line ends, as spreadsheets write CSV. */
export async function writeCsv(file: string, rows: readonly DatasetRow[]): Promise<void> {
  const lines = rows.map((row) => DATASET_COLUMNS.map((column) => csvField(row[column])).join(','))
  await writeFile(file, `\uFEFF${[DATASET_COLUMNS.join(','), ...lines].join('\r\n')}\r\n`)
}

function columnSchema(name: Column) {
  if (name === 'tags') {
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ] as const
  }
  if (INSTANTS.has(name)) {
    const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } as const
    return [{ name, type: 'INT64', logical_type, repetition_type: 'OPTIONAL' }] as const
  }
  return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }] as const
}

/** With timestamps in microseconds and lists of strings, as the dataset is published; in Snappy where no other is given. */
export function writeParquet(
  file: string,
  rows: readonly DatasetRow[],
  compression: Pick<ParquetWriteOptions, 'codec' | 'compressors'> = {},
): void {
  parquetWriteFile({
    ...compression,
    filename: file,
    schema: [
      { name: 'root', num_children: DATASET_COLUMNS.length },
      ...DATASET_COLUMNS.flatMap((name) => [...columnSchema(name)]),
    ],
    columnData: DATASET_COLUMNS.map((name) => ({
      name,
      data: rows.map((row) => {
        const value = row[name] ?? null
        return INSTANTS.has(name) && typeof value === 'string' ? new Date(value) : value
      }),
    })),
  })
}
