import { connectDatabase } from '@pauta/platform/database/database'
import type { Config } from '@pauta/platform/config/config'
import { readDeliveryMessage } from '@pauta/delivery/ledger/messages'
import { wakeLater } from '@pauta/delivery/ledger/send-later'
import { deliverBatch, type BatchOutcome } from '@pauta/delivery/deliver-batch'
import type { ChannelAdapter } from '@pauta/delivery/channel-adapter'
import { makePace } from '@pauta/delivery/deliver-pace'
import type { Worker } from '@pauta/platform/workers/define-worker'
import type { Failure, Received, Run } from '@pauta/platform/workers/run-worker'

/** What a worker of deliveries holds open. */
export interface DeliveryDependencies {
  /** Sends what is due of these rows; begins nothing after `stopAt`. */
  deliver: (ids: readonly string[], stopAt: Date) => Promise<BatchOutcome>
  queueUrl: string
  /** Nothing begins later than so long after an invocation began. */
  beginWithinMs: number
}

/** Opens what every channel needs. A worker's part of the rate is that of one of all its invocations. */
export function openDeliveries<Message>(
  config: Config<'database' | 'delivery'>,
  { worker, adapter, queueUrl }: { worker: Worker; adapter: ChannelAdapter<Message>; queueUrl: string },
): DeliveryDependencies {
  const db = connectDatabase(config.database)
  const pace = makePace(config.delivery.ratePerSecond[adapter.policy.channel] / worker.concurrency)
  return {
    deliver: (ids, stopAt) => deliverBatch({ db, adapter, pace, ids, stopAt, clock: () => new Date() }),
    queueUrl,
    beginWithinMs: (worker.timeoutSeconds * 1000) / 3,
  }
}

function readIds(messages: readonly Received[]): { ids: string[]; failures: Failure[] } {
  const ids = new Set<string>()
  const failures: Failure[] = []
  for (const { id, body } of messages) {
    try {
      for (const deliveryId of readDeliveryMessage(body)) ids.add(deliveryId)
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { ids: [...ids], failures }
}

/**
 * Sends what the messages name. A message is done with when its rows are looked at, whatever became of them: the ledger
 * says what is still to be done, a message that the queue holds back wakes it, and the sweep finds what gets lost.
 */
export async function deliverMessages({
  messages,
  dependencies: { deliver, queueUrl, beginWithinMs },
  logger,
  now,
}: Run<DeliveryDependencies>): Promise<Failure[]> {
  const { ids, failures } = readIds(messages)
  const stopAt = new Date(now.getTime() + beginWithinMs)
  const { again, ...counts } = await deliver(ids, stopAt)
  logger.info({ ...counts, again: again.length, asked: ids.length }, 'deliveries')
  await wakeLater(queueUrl, again, new Date())
  return failures
}
