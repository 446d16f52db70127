import { SCHEDULED_TIME_MARK } from '@pauta/platform/jobs/define-job'
import { connectQueues } from '@pauta/platform/queues/queues'
import type { QueueSchedule } from './job-schedules.ts'

const SCRAPES = /^scrape(_|$)/

/**
 * Sends the message of every scrape schedule once, so that a start need not wait for the schedule. Sites that are not due
 * are not asked.
 */
export async function sendFirstScrapes(
  schedules: readonly QueueSchedule[],
  queueUrl: (name: string) => string,
): Promise<void> {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  const scrapes = schedules.filter(({ name }) => SCRAPES.test(name))
  for (const [arn, ofQueue] of Map.groupBy(scrapes, (schedule) => schedule.queueArn)) {
    const messages = ofQueue.map(({ message }) => message.replace(SCHEDULED_TIME_MARK, now))
    await connectQueues().send(queueUrl(arn.split(':').at(-1) ?? ''), messages)
  }
}
