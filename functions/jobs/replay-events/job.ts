import { findRangeProblem } from '@pauta/core/steps/replay-days'
import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

const flag = z.union([z.boolean(), z.stringbool()])

export const replayEvents = defineJob({
  name: 'replay-events',
  documentedId: 'replay_bronze_events',
  tags: ['replay', 'bronze', 'recovery'],
  purpose: 'Send the stored events of a topic to its subscribers again, for a range of local days.',
  schedule: undefined,
  timeoutSeconds: 900,
  memoryMb: 512,
  retries: { attempts: 2, backoff: { kind: 'exponential', seconds: 60 } },
  concurrency: 1,
  parameters: z
    .object({
      start_date: z.iso.date().describe('first local day, YYYY-MM-DD'),
      end_date: z.iso.date().describe('last local day, YYYY-MM-DD'),
      topic: z.enum(['news.scraped', 'news.enriched', 'news.embedded']).describe('read and sent to'),
      dry_run: flag.default(false).describe('only count'),
    })
    .superRefine(({ start_date: start, end_date: end }, context) => {
      const message = findRangeProblem(start, end)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['end_date'], message })
    }),
  config: ['settings', 'database', 'storage', 'enrichQueue', 'embedQueue', 'indexQueue'],
  continues: true,
  rights: ['read-raw-events'],
  publishes: ['enrich', 'embed', 'index'],
})
