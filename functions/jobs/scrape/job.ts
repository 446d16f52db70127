import { AGENCIES } from '@pauta/core/agencies/catalogue'
import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

// The job scrape-ebc reads both sites of the public broadcaster, so that nothing is read twice. The key `ebc` belongs
// to the company, whose news come from these sites, and to that job.
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['agencia_brasil', 'ebc', 'tvbrasil'])
const known: ReadonlySet<string> = new Set(
  AGENCIES.map(({ key }) => key).filter((key) => !READ_ELSEWHERE.has(key)),
)
const keys = AGENCIES.filter(({ key, active }) => active && !READ_ELSEWHERE.has(key)).map(({ key }) => key)

export const scrape = defineJob({
  name: 'scrape',
  documentedId: 'scrape_<agency>',
  tags: ['scraper', 'gov.br'],
  purpose: 'Ask the scraper for the last hour’s news of one agency.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15, spreads: true },
  targets: { parameter: 'agency', values: keys },
  timeoutSeconds: 900,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 18,
  parameters: z.object({
    agency: z
      .string()
      .refine((key) => known.has(key), {
        error: ({ input }) =>
          READ_ELSEWHERE.has(String(input))
            ? 'the job scrape-ebc reads the public broadcaster'
            : 'no agency of the catalogue has this key',
      })
      .describe('key of the agency'),
  }),
  config: ['settings', 'database', 'scraper'],
  publishes: [],
})
