import { AGENCIES } from '@pauta/core/agencies/catalogue'
import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

// The two sites of the public broadcaster are read by a job of their own (scrape-ebc), so that nothing is read twice.
// That job also has the id that the company itself would have here; news comes from its sites.
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['agencia_brasil', 'ebc', 'tvbrasil'])
const known: ReadonlySet<string> = new Set(
  AGENCIES.map(({ key }) => key).filter((key) => !READ_ELSEWHERE.has(key)),
)
const keys = AGENCIES.filter(({ key, active }) => active && !READ_ELSEWHERE.has(key)).map(({ key }) => key)

export const scrape = defineJob({
  name: 'scrape',
  documentedId: 'scrape_<agency>',
  tags: ['scraper', 'gov.br'],
  purpose: 'Ask the scraper for the news of the last hour from one agency.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15, flexibleMinutes: 10 },
  targets: { parameter: 'agency', values: keys },
  timeoutSeconds: 900,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 20,
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
