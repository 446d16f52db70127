import type { Config } from '@pauta/platform/config/config'
import { clippingChangedSchema, clippingMentionSchema } from './ledger/payloads.ts'
import { telegramChangedText, telegramEndedText, telegramText } from './channels/telegram/telegram-text.ts'
import { telegramChannel, type TelegramMessage } from './channels/telegram/telegram.ts'
import {
  getRelease,
  LEASE_SECONDS,
  refuseKind,
  type ChannelAdapter,
  type Outgoing,
} from './channel-adapter.ts'

/** More than a message lists, because some articles may have been taken down. */
const ARTICLES_MAX = 20

function writeText(outgoing: Outgoing): string {
  const { kind, payload } = outgoing.delivery
  if (kind === 'clipping-ended') {
    const { clippingName, isUnpublished } = clippingMentionSchema.parse(payload)
    return telegramEndedText(clippingName, isUnpublished)
  }
  if (kind === 'clipping-changed') {
    const { clippingName, changes } = clippingChangedSchema.parse(payload)
    return telegramChangedText(clippingName, changes)
  }
  if (kind !== 'release') return refuseKind(outgoing, 'telegram')
  const release = getRelease(outgoing)
  return telegramText({ ...release, digestPreview: release.digestPreview ?? '' })
}

/** Sends messages by the Telegram bot, which has no idempotency key and no delivery reports. */
export function telegramAdapter({ telegram }: Config<'telegram'>): ChannelAdapter<TelegramMessage> {
  const { apiUrl, token } = telegram
  return {
    policy: { channel: 'telegram', isKeyed: false, isReported: false, leaseSeconds: LEASE_SECONDS },
    channel: token === '' ? undefined : telegramChannel({ apiUrl, botToken: token }),
    articlesMax: ARTICLES_MAX,
    compose: (outgoing) => ({ chatId: outgoing.delivery.address, html: writeText(outgoing) }),
  }
}
