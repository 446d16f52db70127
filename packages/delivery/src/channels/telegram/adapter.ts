import type { ReleaseSites } from '@pauta/clippings/releases/release-address'
import type { Config } from '@pauta/platform/config/config'
import { clippingChangedSchema, clippingMentionSchema } from '../../ledger/payloads.ts'
import { CHAT_CHANGES_MAX } from '../../digest/release-text.ts'
import { telegramChangedText, telegramEndedText, telegramText } from './telegram-text.ts'
import { telegramChannel, type TelegramMessage } from './telegram.ts'
import { getRelease, releaseSites, type ChannelAdapter, type Outgoing } from '../channel-adapter.ts'

/** More than a message lists, because some articles may have been taken down. */
const ARTICLES_MAX = 20

function writeText(outgoing: Outgoing, sites: ReleaseSites): string {
  const { kind, payload } = outgoing.delivery
  if (kind === 'clipping-ended') {
    const { clippingName, isUnpublished } = clippingMentionSchema.parse(payload)
    return telegramEndedText(clippingName, isUnpublished)
  }
  if (kind === 'clipping-changed') {
    const { clippingName, changes } = clippingChangedSchema.parse(payload)
    return telegramChangedText(clippingName, changes)
  }
  const release = getRelease(outgoing, sites)
  return telegramText({ ...release, digestPreview: release.digestPreview ?? '' })
}

/** Sends messages by the Telegram bot, which has no idempotency key and no delivery reports. */
export function telegramAdapter(
  config: Config<'settings' | 'delivery' | 'telegram'>,
): ChannelAdapter<TelegramMessage, 'telegram'> {
  const { apiUrl, token } = config.telegram
  const sites = releaseSites(config)
  return {
    policy: { channel: 'telegram', isKeyed: false, isReported: false },
    channel: token === '' ? undefined : telegramChannel({ apiUrl, botToken: token }),
    articlesMax: ARTICLES_MAX,
    changesMax: CHAT_CHANGES_MAX,
    articleOrder: 'by-section',
    compose: (outgoing) => ({ chatId: outgoing.delivery.address, html: writeText(outgoing, sites) }),
  }
}
