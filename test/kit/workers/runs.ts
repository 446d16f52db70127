import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { findRun, type JobRun } from '@pauta/platform/jobs/job-runs'
import { connectQueues } from '@pauta/platform/queues/queues'
import { jobQueueName } from '@pauta/platform/jobs/define-job'
import { expect } from 'vitest'
import type { TestStack } from '../stack/stack.ts'

let serial = 0

/** A time for which no other run of this process is scheduled. */
const nextTime = () => new Date(Math.floor(Date.now() / 1000) * 1000 + serial++)

export interface StartedRun {
  scheduledTime: Date
  /** The current run; undefined before it starts. */
  find(): Promise<JobRun | undefined>
  /** Waits until the run has the status. */
  until(status: JobRun['status']): Promise<JobRun>
}

/** Sends a run to the queue of a job, as a command does, or the given message. */
export async function startRun(
  { db, stack }: TestStack,
  job: string,
  parameters: Record<string, unknown> = {},
  { target = '', scheduledTime = nextTime(), manual = true } = {},
): Promise<StartedRun> {
  const message = writeJobMessage({ scheduledTime, parameters, manual })
  await connectQueues().send(stack.queueUrl(jobQueueName({ name: job })), [message])
  const find = () => findRun(db, { job, target, scheduledTime })
  return {
    scheduledTime,
    find,
    async until(status) {
      await expect.poll(async () => (await find())?.status, { interval: 50 }).toBe(status)
      return (await find()) as JobRun
    },
  }
}

/** The messages in a queue, without removing any. */
export async function listMessages({ stack }: TestStack, queue: string): Promise<string[]> {
  const reader = connectQueueReader()
  const url = stack.queueUrl(queue)
  const taken = []
  for (;;) {
    const batch = await reader.take(url, { max: 10, hideSeconds: 30, waitSeconds: 0 })
    if (batch.length === 0) break
    taken.push(...batch)
  }
  for (const { receipt } of taken) await reader.hide(url, receipt, 0)
  return taken.map(({ body }) => body)
}
