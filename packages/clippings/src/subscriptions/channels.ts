import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { asciiLower } from '@pauta/platform/text/ascii-lower'
import { badInput, limitExceeded } from '@pauta/platform/errors'

/** The channels by which a subscriber gets releases. */
export interface DeliveryChannels {
  email: boolean
  telegram: boolean
  push: boolean
  webhook: boolean
}

export const NO_CHANNELS: DeliveryChannels = { email: false, telegram: false, push: false, webhook: false }

/** Addresses in addition to the subscriber's own. */
export const EXTRA_EMAILS_MAX = 20
const EMAIL_MAX_CHARACTERS = 254
const SHOWN_CHARACTERS = 60
const SECRET_BYTES = 24

const email = z.email().max(EMAIL_MAX_CHARACTERS)

/**
 * Returns e-mail addresses in lower case without duplicates, so that consents and suppressions match. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the argument.
 */
export function parseEmails(addresses: readonly string[], argument: string): string[] {
  if (addresses.length > EXTRA_EMAILS_MAX)
    throw limitExceeded(argument, `no máximo ${EXTRA_EMAILS_MAX} endereços.`)
  const parsed = addresses.map((text, position) => {
    const address = asciiLower(text.trim())
    if (email.safeParse(address).success) return address
    const shown = text.slice(0, SHOWN_CHARACTERS)
    throw badInput(`${argument}[${position}]`, `"${shown}" não é um endereço de e-mail válido.`)
  })
  return [...new Set(parsed)]
}

/** Returns a new secret by which a webhook's receiver verifies our signature, in the format of Standard Webhooks. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Throws BAD_USER_INPUT when the webhook channel is on and there is no URL. */
export function assertWebhookUrl(channels: DeliveryChannels, url: string | null, argument: string): void {
  if (channels.webhook && url === null)
    throw badInput(argument, 'o canal webhook precisa de uma URL https em webhookUrl.')
}
