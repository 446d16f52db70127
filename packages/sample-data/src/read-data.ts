import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, '../data')

/** Reads a JSON file of `data/`. Throws an error that names the file and its wrong fields. */
export function readData<T>(file: string, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
  if (checked.success) return checked.data
  throw new Error(`packages/sample-data/data/${file} is invalid:\n${z.prettifyError(checked.error)}`)
}

export const texts = z.array(z.string().min(1)).min(1)
