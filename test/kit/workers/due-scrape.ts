import { join } from 'node:path'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { jobQueueName } from '@pauta/platform/jobs/define-job'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { startScheduler } from '@pauta/server/scheduler/scheduler'
import { putSchedules } from '@pauta/server/scheduler/job-schedules'

/** The group of the clippings' schedules, which a start does not change. */
const GROUP = 'pauta-local-clippings'

/** Stores an overdue schedule in a data folder: it runs a scrape as soon as schedules run. */
export async function keepDueScrape(dataDir: string): Promise<void> {
  const scheduler = await startScheduler({
    port: 0,
    dataDir: join(dataDir, 'scheduler'),
    groups: [GROUP],
    held: true,
    fire: () => Promise.resolve(),
    log: (error) => {
      throw error
    },
  })
  const message = writeJobMessage({ scheduledTime: new Date(), parameters: { agency: 'mec' }, manual: true })
  await putSchedules(scheduler.url, GROUP, [
    {
      name: 'due-scrape',
      expression: 'at(2026-01-01T00:00:00)',
      timezone: 'UTC',
      queueArn: `arn:aws:sqs:us-east-2:000000000000:${jobQueueName(scrape)}`,
      message,
    },
  ])
  await scheduler.stop()
}
