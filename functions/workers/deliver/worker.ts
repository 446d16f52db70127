import type { DeliveryChannel } from '@pauta/delivery/ledger/channels'
import type { ConfigSection } from '@pauta/platform/config/config'
import { defineWorker } from '@pauta/platform/workers/define-worker'

/** Defines the worker of a channel. The workers differ only in their channel. */
function defineDelivery<const Sections extends readonly ConfigSection[]>(definition: {
  channel: DeliveryChannel
  purpose: string
  concurrency: number
  publicEgressOnly?: boolean
  /** Configuration of the channel, including its own queue, which gets the messages of rows that are due later. */
  config: Sections
}) {
  const { channel, purpose, concurrency, publicEgressOnly = false, config } = definition
  return defineWorker({
    name: `deliver-${channel}`,
    handler: `deliver/${channel}-handler`,
    purpose,
    queue: `deliver-${channel}`,
    // Starts nothing new after a third of this time; the slowest provider takes one minute for a message.
    timeoutSeconds: 120,
    memoryMb: 1024,
    // At most 1,000 ledger rows.
    batch: { size: 5, windowSeconds: 0 },
    concurrency,
    maxReceives: 5,
    publicEgressOnly,
    config: ['settings', 'database', 'delivery', ...config],
    publishes: [`deliver-${channel}`],
  })
}

export const deliverEmail = defineDelivery({
  channel: 'email',
  purpose: 'Send releases, notices and consent questions by e-mail.',
  concurrency: 2,
  config: ['email', 'linkSigning', 'deliverEmailQueue'],
})

export const deliverTelegram = defineDelivery({
  channel: 'telegram',
  purpose: 'Send releases and notices by the Telegram bot.',
  concurrency: 2,
  config: ['telegram', 'deliverTelegramQueue'],
})

export const deliverPush = defineDelivery({
  channel: 'push',
  purpose: 'Send releases, notices and new articles to browsers by Web Push.',
  concurrency: 2,
  publicEgressOnly: true,
  config: ['push', 'outbound', 'deliverPushQueue'],
})

export const deliverWebhook = defineDelivery({
  channel: 'webhook',
  purpose: 'Send releases to the webhooks of subscribers.',
  concurrency: 2,
  publicEgressOnly: true,
  config: ['outbound', 'deliverWebhookQueue'],
})
