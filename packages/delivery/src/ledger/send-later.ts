import { openSqs } from '@pauta/platform/queues/sqs'
import { writeDeliveryMessages } from './messages.ts'

/** The longest that SQS holds a message back; what is due later is the sweep's to wake. */
const DELAY_MAX_SECONDS = 900
/** Rows that are due within the same half minute share a message. */
const SHARED_SECONDS = 30
/** So that a clock which is a little behind does not find them early. */
const MARGIN_SECONDS = 1

/**
 * Wakes rows again when they are due, each group by one message that the queue holds back until then. A lost one costs
 * the minutes until the sweep. Throws when the queue does not take one.
 */
export async function wakeLater(
  queueUrl: string,
  rows: readonly { id: string; dueAt: Date }[],
  now: Date,
): Promise<void> {
  const idsByDelay = new Map<number, string[]>()
  for (const { id, dueAt } of rows) {
    const seconds = Math.max(0, (dueAt.getTime() - now.getTime()) / 1000)
    const delay = seconds === 0 ? 0 : Math.ceil(seconds / SHARED_SECONDS) * SHARED_SECONDS + MARGIN_SECONDS
    if (delay <= DELAY_MAX_SECONDS) idsByDelay.set(delay, [...(idsByDelay.get(delay) ?? []), id])
  }
  if (idsByDelay.size === 0) return
  const { sdk, client } = await openSqs()
  for (const [delay, ids] of idsByDelay)
    for (const MessageBody of writeDeliveryMessages(ids))
      await client.send(new sdk.SendMessageCommand({ QueueUrl: queueUrl, MessageBody, DelaySeconds: delay }))
}
