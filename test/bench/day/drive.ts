// The schedules of the day: the scrapes each quarter of an hour, and the clippings when they are due.
import { setTimeout as delay } from 'node:timers/promises'
import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { scrapeEbc } from '@pauta/functions/jobs/scrape-ebc/job'
import { jobQueueName } from '@pauta/platform/jobs/define-job'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { SPEED, type DayPlan } from './plan.ts'

const MINUTE_MS = 60_000
/** Attempts of a scheduler to send a message that the queue did not accept. */
const SEND_TRIES = 5
const TICK_MINUTES = scrape.schedule.intervalMinutes

/** Sites are read for this long after the last hour, so that the last articles are found. */
const AFTER_MINUTES = 30

/** The hours of the day that pass: `from` is included, `to` is not. */
export interface Hours {
  from: number
  to: number
}

export interface DaySchedules {
  plan: DayPlan
  hours: Hours
  dayStart: Date
  queues: QueueSender
  queueUrl: (name: string) => string
  /** Called with each minute of the day before its messages are sent. */
  onMinute: (minute: number) => Promise<void>
}

/** A run that a schedule sent. `dueAt` is in milliseconds since 1970. */
export interface SentRun {
  job: string
  dueAt: number
}

/** Sends messages, again after an error, as a scheduler does. A message that comes twice makes no second run. */
async function send(queues: QueueSender, url: string, messages: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await queues.send(url, messages)
      return
    } catch (error) {
      if (tries >= SEND_TRIES) throw error
    }
  }
}

/**
 * Sends the messages that the schedules of a stage send, each at its time. A run has the instant at which its minute of
 * the day begins as its scheduled time, also when the message is sent late. Resolves with the runs of the scrape jobs when the hours are over.
 */
export async function driveDay(schedules: DaySchedules): Promise<SentRun[]> {
  const sent: SentRun[] = []
  const { plan, hours, dayStart, queues, queueUrl, onMinute } = schedules
  const end = hours.to * 60
  for (let minute = hours.from * 60; minute < end + AFTER_MINUTES; minute += 1) {
    const at = dayStart.getTime() + (minute * MINUTE_MS) / SPEED
    if (at > Date.now()) await delay(at - Date.now())
    if (minute <= end) await onMinute(minute)
    const scheduledTime = new Date(at)
    for (const job of minute % TICK_MINUTES === 0 ? [scrape, scrapeEbc] : []) {
      const run = writeJobMessage({ scheduledTime, parameters: {}, manual: false })
      await send(queues, queueUrl(jobQueueName(job)), [run])
      sent.push({ job: job.name, dueAt: at })
    }
    const due = plan.clippings.filter(({ dueAt }) => minute < end && dueAt === minute * MINUTE_MS)
    await send(
      queues,
      queueUrl('release'),
      due.map(({ id, dueAt }) =>
        writeReleaseMessage({
          kind: 'due',
          clippingId: id,
          nextRunAt: new Date(dayStart.getTime() + dueAt / SPEED),
        }),
      ),
    )
  }
  return sent
}
