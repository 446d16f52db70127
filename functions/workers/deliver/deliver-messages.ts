import { connectDatabase } from '@pauta/platform/database/database'
import type { Config } from '@pauta/platform/config/config'
import { deliveryQueueSection, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { readDeliveryMessage } from '@pauta/delivery/queues/messages'
import { enqueueLater } from '@pauta/delivery/queues/send-later'
import { deliverBatch, type BatchOutcome } from '@pauta/delivery/deliver-batch'
import type { ChannelAdapter } from '@pauta/delivery/channels/channel-adapter'
import { makePace } from '@pauta/delivery/deliver-pace'
import type { Worker } from '@pauta/platform/workers/define-worker'
import { readOrRefuse } from '@pauta/platform/workers/permanent-failure'
import { runWorker, type Failure, type Received, type Run } from '@pauta/platform/workers/run-worker'
import { defineDelivery } from './worker.ts'

/** The open connections of a deliver worker. */
export interface DeliveryDependencies {
  /** Sends the due rows among the given ids; starts nothing after `stopAt`. */
  deliver: (ids: readonly string[], stopAt: Date) => Promise<BatchOutcome>
  queueUrl: string
  /** Time after the start of an invocation in which hand-offs may start, in milliseconds. */
  beginWithinMs: number
}

/** Opens what a channel's worker needs. Each environment of the worker gets an equal share of the channel's rate. */
function openDeliveries<Message>(
  config: Config<'database' | 'delivery'>,
  { worker, adapter, queueUrl }: { worker: Worker; adapter: ChannelAdapter<Message>; queueUrl: string },
): DeliveryDependencies {
  const db = connectDatabase(config.database)
  const { channel } = adapter.policy
  const { ratePerSecond, senders } = config.delivery
  const pace = makePace(ratePerSecond[channel] / (senders?.[channel] ?? worker.concurrency))
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
      for (const deliveryId of readOrRefuse(() => readDeliveryMessage(body))) ids.add(deliveryId)
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { ids: [...ids], failures }
}

/**
 * Sends the rows that the messages name. A message is finished when its rows were read, also when their delivery failed. The
 * ledger stores what remains; a delayed message or the sweep starts their delivery again.
 */
async function deliverMessages({
  messages,
  dependencies: { deliver, queueUrl, beginWithinMs },
  logger,
  now,
}: Run<DeliveryDependencies>): Promise<Failure[]> {
  const { ids, failures } = readIds(messages)
  const stopAt = new Date(now.getTime() + beginWithinMs)
  const { again, ...counts } = await deliver(ids, stopAt)
  logger.info({ ...counts, again: again.length, asked: ids.length }, 'deliveries')
  await enqueueLater(queueUrl, again, new Date())
  return failures
}

type DeliveryConfig<Channel extends DeliveryChannel> = Config<
  ReturnType<typeof defineDelivery<Channel>>['config'][number]
>

/** Makes the handler of a channel's worker. `openAdapter` opens the channel's connections at the first message. */
export function runDeliveries<Channel extends DeliveryChannel, Message>(
  channel: Channel,
  openAdapter: (config: DeliveryConfig<Channel>) => ChannelAdapter<Message, Channel>,
) {
  const worker = defineDelivery(channel)
  return runWorker(worker, {
    open: (config) =>
      openDeliveries(config, {
        worker,
        adapter: openAdapter(config),
        queueUrl: config[deliveryQueueSection(channel)].url,
      }),
    handle: deliverMessages,
  })
}
