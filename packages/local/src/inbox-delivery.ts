import type { Inbox } from '@pauta/emulators/inbox'
import type { DeliveryResources } from './environment.ts'

const FROM_NAME = 'Pauta'
const FROM_ADDRESS = 'clippings@pauta.local'
const BOT_NAME = 'PautaLocalBot'
/** Known to the stand-in of Telegram alone. */
const UPDATES_SECRET = 'updates-of-the-local-bot'

/** The channels of a stack whose messages all arrive in its own inbox; nothing there minds how fast they come. */
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

/** Tells the stand-in of Telegram where the bot hears, as an operator tells Telegram. */
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
  if (!response.ok) throw new Error(`The inbox did not take the bot's webhook: HTTP ${response.status}`)
}
