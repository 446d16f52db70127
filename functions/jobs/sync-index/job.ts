import { SYNC_BATCH_ROWS } from '@pauta/core/search-index/sync-batch'
import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

const flag = z.union([z.boolean(), z.stringbool()])
// Command-line values are texts.
const count = z
  .union([z.number(), z.string().regex(/^\d+$/, 'a whole number').transform(Number)])
  .pipe(z.number().int().min(1).max(SYNC_BATCH_ROWS))

export const syncIndex = defineJob({
  name: 'sync-index',
  tags: ['search', 'maintenance'],
  purpose: 'Copy all news into a new collection of the search index, or those since a day into the live one.',
  schedule: undefined,
  timeoutSeconds: 900,
  // Batches of 5,000 rows take 600 MB. More memory also gives the function a whole processor.
  memoryMb: 2048,
  retries: { attempts: 2, backoff: { kind: 'exponential', seconds: 60 } },
  concurrency: 1,
  parameters: z.object({
    start_date: z.iso.date().optional().describe('local day, YYYY-MM-DD; all news when left out'),
    dry_run: flag.default(false).describe('only count'),
    batch_rows: count
      .default(SYNC_BATCH_ROWS)
      .describe(`rows per read and write, at most ${SYNC_BATCH_ROWS}; fewer rows need less memory`),
  }),
  config: ['settings', 'database', 'index', 'embedding'],
  continues: true,
  publishes: [],
})
