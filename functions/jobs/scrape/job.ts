import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

// The job scrape-ebc reads both sites of the public broadcaster, so that nothing is read twice. The key `ebc` belongs
// to the company, whose news come from these sites, and to that job.
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['agencia_brasil', 'ebc', 'tvbrasil'])

export const scrape = defineJob({
  name: 'scrape',
  documentedId: 'scrape_<agency>',
  tags: ['scraper', 'gov.br'],
  purpose: 'Read the latest news of the agencies that are due, or of one agency.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15 },
  targets: { parameter: 'agency' },
  timeoutSeconds: 900,
  memoryMb: 512,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 18,
  parameters: z.object({
    agency: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'no key of an agency' })
      .refine((key) => !READ_ELSEWHERE.has(key), {
        error: 'the job scrape-ebc reads the public broadcaster',
      })
      .optional()
      .describe('key of the agency; without it all that are due'),
  }),
  config: ['settings', 'database', 'storage', 'newsIngestQueue', 'scrapeService', 'scraper'],
  rights: ['store-large-texts', 'keep-pages'],
  continues: true,
  publishes: ['news-ingest'],
})
