import { openSqs } from '@pauta/platform/queues/sqs'
import { writeDeliveryMessages } from './messages.ts'

/** SQS delays a message for at most 15 minutes. For rows that are due later, the sweep sends the message. */
const DELAY_MAX_SECONDS = 900
/** Rows that are due within the same 30 seconds share a message. */
const SHARED_SECONDS = 30
/** Margin for a machine whose clock is slightly behind: by that clock the rows would not be due yet. */
const MARGIN_SECONDS = 1

/**
 * Sends delayed messages for rows that are due later, one message for each group. The sweep replaces a lost message
 * within minutes. Throws when the queue refuses a message.
 */
export async function enqueueLater(
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
