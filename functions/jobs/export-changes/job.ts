import { defineJob } from '@pauta/platform/jobs/define-job'

export const exportChanges = defineJob({
  name: 'export-changes',
  tags: ['sync', 'huggingface', 'postgres', 'daily'],
  purpose: 'Bring the changes of articles in the public dataset to the state of the log.',
  // After the export of the day, whose commits would come between.
  schedule: { cron: '0 7 * * *', timezone: 'UTC', intervalMinutes: 24 * 60 },
  timeoutSeconds: 900,
  memoryMb: 1024,
  retries: { attempts: 3, backoff: { kind: 'exponential', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'datasetHost'],
  continues: true,
  publishes: [],
})
