import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import {
  byChannel,
  byUrl,
  URL_CHANNELS,
  urlName,
  type ByChannel,
  type UrlChannel,
  type UrlName,
} from '@pauta/platform/config/delivery-channels'
import { asciiLower } from '@pauta/platform/text/ascii-lower'
import { badInput, limitExceeded } from '@pauta/platform/errors'

/** The channels by which a subscriber gets releases. */
export type DeliveryChannels = ByChannel<boolean>

export const NO_CHANNELS: DeliveryChannels = byChannel(() => false)

/** The URLs that a subscriber gives. */
export type ChannelUrls = Record<UrlName, string | null>

export const NO_URLS: ChannelUrls = byUrl(() => null)

/** Returns the channels that are on and wait for their URL. */
export function listWaitingChannels(channels: DeliveryChannels, urls: ChannelUrls): UrlChannel[] {
  return URL_CHANNELS.filter((channel) => channels[channel] && urls[urlName(channel)] === null)
}

/** Throws BAD_USER_INPUT when a channel is on that has no URL. `prefix` precedes the argument: `input.`. */
export function refuseWaitingChannel(waiting: readonly UrlChannel[], prefix: string): void {
  for (const channel of waiting) {
    const name = urlName(channel)
    throw badInput(`${prefix}${name}`, `o canal ${channel} precisa de uma URL https em ${name}.`)
  }
}

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
