import * as z from 'zod'
import { defineJob } from '@pauta/platform/jobs/define-job'

export const exportDataset = defineJob({
  name: 'export-dataset',
  documentedId: 'sync_postgres_to_dataset',
  tags: ['sync', 'huggingface', 'postgres', 'daily'],
  purpose: 'Add the previous day’s news, and late articles, to the public dataset and the reduced one.',
  schedule: { cron: '0 6 * * *', timezone: 'UTC', intervalMinutes: 24 * 60 },
  timeoutSeconds: 900,
  memoryMb: 1024,
  retries: { attempts: 3, backoff: { kind: 'exponential', seconds: 300 } },
  concurrency: 1,
  parameters: z.object({
    date: z.iso.date().optional().describe('local day, YYYY-MM-DD; the day before when left out'),
  }),
  config: ['settings', 'database', 'datasetHost'],
  continues: true,
  publishes: [],
})
