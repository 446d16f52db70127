import { describe, expect, it } from 'vitest'
import {
  listWaitingChannels,
  mintWebhookSecret,
  NO_CHANNELS,
  NO_URLS,
  parseEmails,
  refuseWaitingChannel,
} from './channels.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `a${n}@example.org`)
/** The longest address: parts of at most 63 characters, 254 together. */
const longest = (characters: number) => {
  const name = 'a'.repeat(60)
  const labels = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`
  const rest = characters - `${name}@${labels}..org`.length
  return `${name}@${labels}.${'e'.repeat(rest)}.org`
}

describe('a channel with a URL', () => {
  const URL = 'https://leitor.org/a'

  it.each([
    [{}, {}, []],
    [{ webhook: true, slack: true, email: true }, {}, ['webhook', 'slack']],
    [{ webhook: true }, { webhookUrl: URL }, []],
    [{ slack: true }, { webhookUrl: URL }, ['slack']],
  ])('of %j with %j waits for its URL: %j', (channels, urls, waiting) => {
    expect(listWaitingChannels({ ...NO_CHANNELS, ...channels }, { ...NO_URLS, ...urls })).toEqual(waiting)
  })

  it('is refused without one, naming the argument', () => {
    expect(() => refuseWaitingChannel([], 'input.')).not.toThrow()
    expect(() => refuseWaitingChannel(['slack', 'webhook'], 'input.')).toThrow(
      'input.slackUrl: o canal slack precisa de uma URL https em slackUrl.',
    )
  })
})

describe('a list of addresses', () => {
  it('has each address once, in lower case and without blanks around it', () => {
    expect(parseEmails([' Ana@Example.ORG', 'bia@example.org', 'ana@example.org '], 'emails')).toEqual([
      'ana@example.org',
      'bia@example.org',
    ])
  })

  it('has at most 20 addresses of at most 254 characters', () => {
    expect(parseEmails(addresses(20), 'emails')).toHaveLength(20)
    expect(() => parseEmails(addresses(21), 'emails')).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED', message: 'emails: no máximo 20 endereços.' }),
    )
    expect(longest(254)).toHaveLength(254)
    expect(parseEmails([longest(254)], 'emails')).toEqual([longest(254)])
    expect(() => parseEmails([longest(255)], 'emails')).toThrow(/^emails\[0\]: /)
  })

  it('is refused for what is no address, naming its place and its first 60 characters', () => {
    expect(() => parseEmails(['ana@example.org', 'x'.repeat(61)], 'emails')).toThrow(
      `emails[1]: "${'x'.repeat(60)}" não é um endereço de e-mail válido.`,
    )
  })
})

it('makes a different secret of 24 bytes each time', () => {
  const secrets = [mintWebhookSecret(), mintWebhookSecret()]
  expect(new Set(secrets).size).toBe(2)
  // 24 bytes are 32 characters of base64.
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
})
