import { publisherSchema } from '@pauta/platform/config/publisher'
import { describe, expect, it } from 'vitest'
import { readLinkToken } from '../../ledger/link-token.ts'
import type { Outgoing } from '../channel-adapter.ts'
import { emailAdapter } from './adapter.ts'

const API = 'https://api.exemplo.org'
const SITE = 'https://site.exemplo.org'
const ADDRESS = 'ana@exemplo.org'

const configOf = (siteUrl: string, kind: 'off' | 'ses' = 'off', portalUrl = '') =>
  ({
    settings: { siteUrl, portalUrl },
    delivery: { apiUrl: API },
    email: { kind, fromName: 'Pauta', fromAddress: 'pauta@exemplo.org', configurationSet: 'x' },
    linkSigning: { secret: 'segredo' },
    publisher: publisherSchema.parse({}),
  }) as unknown as Parameters<typeof emailAdapter>[0]

const release = {
  id: 'r1',
  clippingId: 'c 1',
  clippingName: 'Saúde',
  digestHtml: '<p>Oi</p>',
  digestSubject: 'Saúde: 1 notícia',
  digestText: 'Oi',
  digestPreview: 'Prévia',
  isPublic: true,
  pageKey: 'k',
}
function compose(
  recipient: object,
  {
    siteUrl = SITE,
    portalUrl = '',
    delivery = {},
    content = {},
  }: { siteUrl?: string; portalUrl?: string; delivery?: object; content?: object } = {},
) {
  const outgoing = {
    delivery: { kind: 'release', payload: null, address: ADDRESS, subscriptionId: 's1', ...delivery },
    recipient: { role: 'SUBSCRIBER', isOwn: true, isAlert: false, name: 'Ana', username: null, ...recipient },
    release: { ...release, ...content },
  }
  return emailAdapter(configOf(siteUrl, 'off', portalUrl)).compose(outgoing as unknown as Outgoing)
}
const addressAfter = (text: string, label: string) => new RegExp(`${label}: (\\S+)`).exec(text)?.[1]
const linkOf = (url: string | undefined) => {
  const { pathname, origin, searchParams } = new URL(url ?? '')
  const link = readLinkToken(searchParams.get('token') ?? '', ['segredo'])
  return { page: `${origin}${pathname}`, purpose: link?.purpose, isForAddress: link?.addressKey !== null }
}

describe('a digest by mail', () => {
  const author = `${SITE}/meus-recortes/c%201`
  it.each([
    [{ role: 'AUTHOR' }, 'porque criou o clipping “Saúde”', author, false],
    [{ role: 'SUBSCRIBER' }, 'porque assina o clipping “Saúde”', undefined, false],
    [{ role: 'AUTHOR', isOwn: false }, 'porque este endereço confirmou que quer receber', undefined, true],
    [
      { role: 'SUBSCRIBER', isOwn: false },
      'porque este endereço confirmou que quer receber',
      undefined,
      true,
    ],
  ])(
    'to %j says why it comes, and offers what the reader may change',
    (recipient, why, edit, isForAddress) => {
      const mail = compose(recipient)
      expect(mail).toMatchObject({ to: ADDRESS, subject: 'Saúde: 1 notícia' })
      expect(mail.text).toContain(why)
      expect(addressAfter(mail.text, 'Alterar este clipping')).toBe(edit)
      expect(linkOf(mail.unsubscribeUrl)).toEqual({
        page: `${API}/unsubscribe`,
        purpose: 'unsubscribe',
        isForAddress,
      })
      expect(addressAfter(compose(recipient, { siteUrl: '' }).text, 'Alterar este clipping')).toBeUndefined()
    },
  )

  it('of an alert leads to the page of all alerts of the address, where there is an observatory', () => {
    const alert = { role: 'AUTHOR', isOwn: false, isAlert: true }
    const { text } = compose(alert)
    expect(text).toContain('porque este endereço pediu e confirmou o alerta “Saúde”')
    const label = 'Alterar este alerta, ou ver todos deste endereço'
    const page = { page: `${SITE}/alertas`, purpose: 'alerts', isForAddress: true }
    expect(linkOf(addressAfter(text, label))).toEqual(page)
    expect(addressAfter(compose(alert, { siteUrl: '' }).text, label)).toBeUndefined()
  })

  it('of an imported release has its name, its preview and the address of its page', () => {
    const mail = compose({}, { content: { digestSubject: null, digestText: null } })
    expect(mail.subject).toBe('Saúde')
    expect(mail.text).toMatch(/^Saúde\n\nPrévia\n\nhttps:\/\/api\.exemplo\.org\/edicoes\/r1\?chave=k\n/)
    const bare = compose({}, { content: { digestText: null, digestPreview: null } })
    expect(bare.text).toMatch(/^Saúde\n\nhttps:/)
  })

  it('needs a subscription and a release', () => {
    expect(() => compose({}, { delivery: { subscriptionId: null } })).toThrow('a link needs a subscription')
    expect(() => compose({}, { delivery: { kind: 'new-articles' } })).toThrow('does not carry new-articles')
  })
})

describe('a question by mail', () => {
  const delivery = { kind: 'confirmation', payload: { clippingName: 'Saúde' } }
  it.each([
    [{ isAlert: true }, SITE, `${SITE}/alertas`, 'alerts'],
    [{ isAlert: true }, '', `${API}/confirm`, 'confirm'],
    [{ isAlert: false }, SITE, `${API}/confirm`, 'confirm'],
  ])('to %j on a stage with the observatory %j leads to %s', (recipient, siteUrl, page, purpose) => {
    const mail = compose({ isOwn: false, ...recipient }, { siteUrl, delivery })
    const url = /https:\S+token=\S+/.exec(mail.text)?.[0]
    expect(linkOf(url)).toEqual({ page, purpose, isForAddress: true })
    expect(mail.text.includes('Ana')).toBe(!recipient.isAlert)
    expect(mail.unsubscribeUrl).toBeUndefined()
  })
})

describe('a notice that a channel is off', () => {
  const PORTAL = 'https://portal.exemplo.org/'
  it.each([
    [true, SITE, PORTAL, `${SITE}/meus-recortes/c%201`],
    [true, '', PORTAL, PORTAL],
    [false, SITE, PORTAL, PORTAL],
    [true, '', '', undefined],
    [false, SITE, '', undefined],
  ])(
    'to an author (%j), with the observatory %j and the portal %j, leads to %s',
    (isAuthor, siteUrl, portalUrl, page) => {
      const payload = {
        channel: 'webhook',
        reason: 'gone',
        clippingId: 'c 1',
        clippingName: 'Saúde',
        isAuthor,
      }
      const delivery = { kind: 'channel-off', payload, subscriptionId: null }
      const mail = compose({}, { siteUrl, portalUrl, delivery })
      expect(mail).toMatchObject({ to: ADDRESS, subject: 'Saúde: o canal Webhook foi desligado' })
      expect(addressAfter(mail.text, 'O clipping')).toBe(page)
      expect(mail.unsubscribeUrl).toBeUndefined()
    },
  )
})

it('a mail provider is known by what it reports', () => {
  const policy = { channel: 'email', isKeyed: false, isReported: false }
  expect(emailAdapter(configOf('')).policy).toEqual(policy)
  expect(emailAdapter(configOf('', 'ses')).policy).toEqual({ ...policy, isReported: true })
  expect([
    emailAdapter(configOf('')).channel,
    emailAdapter(configOf('', 'ses')).channel === undefined,
  ]).toEqual([undefined, false])
})
