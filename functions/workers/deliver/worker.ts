import type { ConfigSection } from '@pauta/platform/config/config'
import {
  byUrlChannel,
  DELIVERY_CHANNELS,
  deliveryQueue,
  deliveryQueueSection,
  type ACCOUNT_CHANNELS,
  type ByChannel,
  type DeliveryChannel,
  type UrlChannel,
} from '@pauta/platform/config/delivery-channels'
import { defineWorker } from '@pauta/platform/workers/define-worker'

interface DeliveryWorker {
  /** One sentence for the console: what the worker sends. */
  purpose: string
  /** Sections of the configuration that the channel needs besides those of every channel. */
  config: readonly ConfigSection[]
  /** The channel calls URLs that users enter. In the cloud it may reach only the public internet by https. */
  publicEgressOnly: boolean
}

/** How the workers of the channels of accounts run. Only data: the stacks read it too. */
const ACCOUNT_WORKERS = {
  email: {
    purpose: 'Send releases, notices and consent questions by e-mail.',
    config: ['email', 'linkSigning', 'publisher'],
    publicEgressOnly: false,
  },
  telegram: {
    purpose: 'Send releases and notices by the Telegram bot.',
    config: ['telegram'],
    publicEgressOnly: false,
  },
  push: {
    purpose: 'Send releases, notices and new articles to browsers by Web Push.',
    config: ['push', 'outbound'],
    publicEgressOnly: true,
  },
} as const satisfies Record<(typeof ACCOUNT_CHANNELS)[number], DeliveryWorker>

const urlWorker = (channel: UrlChannel) =>
  ({
    purpose: `Send releases to the addresses that subscribers give for ${channel}.`,
    config: ['outbound'],
    publicEgressOnly: true,
  }) as const satisfies DeliveryWorker

const WORKERS = { ...ACCOUNT_WORKERS, ...byUrlChannel(urlWorker) } satisfies ByChannel<DeliveryWorker>

/** Defines the worker of a channel. The workers differ only in their channel. */
export function defineDelivery<Channel extends DeliveryChannel>(channel: Channel) {
  const { purpose, config, publicEgressOnly } = WORKERS[channel]
  return defineWorker({
    name: deliveryQueue(channel),
    handler: `deliver/${channel}-handler`,
    purpose,
    queue: deliveryQueue(channel),
    // Starts nothing new after a third of this time; the slowest provider takes one minute for a message.
    timeoutSeconds: 120,
    memoryMb: 1024,
    // At most 1,000 ledger rows.
    batch: { size: 5, windowSeconds: 0 },
    concurrency: 2,
    maxReceives: 5,
    publicEgressOnly,
    // The channel's own queue gets the messages of rows that are due later.
    config: ['settings', 'database', 'delivery', ...config, deliveryQueueSection(channel)],
    publishes: [deliveryQueue(channel)],
  })
}

/** The workers of all channels. */
export const deliveries = DELIVERY_CHANNELS.map(defineDelivery)
