import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'
import { readLinkToken, signLinkToken, type LinkTarget } from './link-token.ts'

const SECRET = 'a secret of more than sixteen characters'
const BEFORE = 'the secret that was before this one'
const own: LinkTarget = {
  purpose: 'unsubscribe',
  subscriptionId: '01JZ0000000000000000000000',
  address: null,
}
const extra: LinkTarget = { ...own, address: 'Equipe@Exemplo.org' }

describe('a link token', () => {
  it('returns its signed content', () => {
    expect(readLinkToken(signLinkToken(own, SECRET), [SECRET])).toEqual({
      purpose: 'unsubscribe',
      subscriptionId: own.subscriptionId,
      addressKey: null,
    })
    expect(readLinkToken(signLinkToken({ ...extra, purpose: 'confirm' }, SECRET), [SECRET])).toEqual({
      purpose: 'confirm',
      subscriptionId: own.subscriptionId,
      addressKey: addressKey('equipe@exemplo.org'),
    })
  })

  it('is URL-safe and contains no address', () => {
    const token = signLinkToken(extra, SECRET)
    expect(encodeURIComponent(token)).toBe(token)
    expect(token.length).toBeLessThan(110)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/equipe/i)
  })

  it('is valid while its secret is the previous one', () => {
    const token = signLinkToken(own, BEFORE)
    expect(readLinkToken(token, [SECRET, BEFORE])).toEqual(
      readLinkToken(signLinkToken(own, SECRET), [SECRET]),
    )
    expect(readLinkToken(token, [SECRET, ''])).toBeUndefined()
  })

  it('is invalid after any change of a character', () => {
    const token = signLinkToken(extra, SECRET)
    // The last character of a signature has two unused bits, so some characters decode to the same bytes.
    const changed = Array.from(
      token.slice(0, -1),
      (one, at) => token.slice(0, at) + (one === 'A' ? 'B' : 'A') + token.slice(at + 1),
    )
    expect(changed.filter((other) => readLinkToken(other, [SECRET]))).toEqual([])
  })

  it.each([
    ['a signature without its last character', (token: string) => token.slice(0, -1)],
    ['a longer signature', (token: string) => `${token}A`],
    ['a line break after it', (token: string) => `${token}\n`],
    ['a character before it', (token: string) => `u${token}`],
    ['another purpose', (token: string) => token.replace(/^u/, 'a')],
    ['the key of no address', (token: string) => token.replace(addressKey('equipe@exemplo.org'), '-')],
  ])('is invalid with %s', (_, change) => {
    const token = signLinkToken(extra, SECRET)
    expect(change(token)).not.toBe(token)
    expect(readLinkToken(change(token), [SECRET])).toBeUndefined()
  })

  it.each(['', '.', 'u', 'u..-.', 'u.u.u.u', 'x'.repeat(10_000), 'u.1.-.\u{1F600}'])('is not %j', (text) => {
    expect(readLinkToken(text, [SECRET])).toBeUndefined()
  })

  it('is neither created nor accepted with a blank secret', () => {
    expect(() => signLinkToken(own, '')).toThrow('secret')
    expect(readLinkToken(signLinkToken(own, SECRET), [])).toBeUndefined()
    const body = signLinkToken(own, SECRET).split('.').slice(0, -1).join('.')
    /** Signs as anybody could who has read the source and knows the secret. */
    const forge = (secret: string) =>
      `${body}.${createHmac('sha256', secret).update(`pauta link 1\n${body}`).digest('base64url')}`
    expect(readLinkToken(forge(SECRET), [SECRET, ''])).toBeDefined()
    expect(readLinkToken(forge(''), [SECRET, ''])).toBeUndefined()
  })
})
