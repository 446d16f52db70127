import type { Inbox } from '@pauta/emulators/inbox/inbox'
import type { DeliveryResources } from './environment.ts'

const FROM_NAME = 'Pauta'
const FROM_ADDRESS = 'clippings@pauta.local'
const BOT_NAME = 'PautaLocalBot'
/** Valid for the Telegram emulator only. */
const UPDATES_SECRET = 'updates-of-the-local-bot'

/** Delivery channels that send every message to the stack's own inbox. The inbox has no rate limit. */
export function describeInboxDelivery(
  inbox: Pick<Inbox, 'url' | 'smtp' | 'botToken' | 'vapid'>,
): Omit<DeliveryResources, 'ratePerSecond'> {
  const { url, smtp, botToken, vapid } = inbox
  return {
    email: { kind: 'smtp', fromName: FROM_NAME, fromAddress: FROM_ADDRESS, ...smtp, tls: 'off' },
    telegram: { token: botToken, apiUrl: url, botName: BOT_NAME, updatesSecret: UPDATES_SECRET },
    push: { ...vapid, subject: `mailto:${FROM_ADDRESS}` },
  }
}

/** Registers the bot's webhook at the Telegram emulator, as an operator does at Telegram. */
export async function setTelegramWebhook(
  { url, botToken }: Pick<Inbox, 'url' | 'botToken'>,
  frontUrl: string,
): Promise<void> {
  const response = await fetch(`${url}/bot${botToken}/setWebhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${frontUrl}/telegram/updates`, secret_token: UPDATES_SECRET }),
    signal: AbortSignal.timeout(5000),
  })
  if (!response.ok) throw new Error(`The inbox refused the bot's webhook: HTTP ${response.status}`)
}
