import { readFile } from 'node:fs/promises'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import * as z from 'zod'

/** The sample of `npm start` at a fixed time. */
const SAMPLE = { seed: 20_260_601, now: new Date('2026-06-01T12:00:00Z'), count: 3000, days: 120 }
export const SAMPLE_NAME = 'sample'

/** The fields of an article that search reads. */
export interface Source {
  uniqueId: string
  agencyKey: string
  title: string
  url: string
  summary: string | null
  content: string
  publishedAt: Date
}

const rowSchema = z.object({
  unique_id: z.string(),
  agency: z.string(),
  title: z.string(),
  url: z.string(),
  summary: z.string().nullish(),
  content: z.string().nullish(),
  published_at: z.coerce.date(),
})

function readLine(line: string): Source {
  const row = rowSchema.parse(JSON.parse(line))
  return {
    uniqueId: row.unique_id,
    agencyKey: row.agency,
    title: row.title,
    url: row.url,
    summary: row.summary || null,
    content: row.content ?? '',
    publishedAt: row.published_at,
  }
}

/** Returns the sample, or the rows of a `.jsonl` file with the columns of the public dataset. */
export async function readSources(file: string | undefined): Promise<Source[]> {
  if (file === undefined) return [...generateArticles(SAMPLE)]
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => line.trim() !== '').map(readLine)
}
