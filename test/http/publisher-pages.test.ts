import { globSync, readFileSync } from 'node:fs'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { KEPT_DAYS } from '@pauta/people/privacy/kept-days'
import { renderPublisherPage } from '@pauta/syndication/pages/publisher-page'
import { PUBLISHER_PAGES } from '@pauta/syndication/pages/publisher-texts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const PATHS = Object.keys(PUBLISHER_PAGES)
const SITES = { apiUrl: 'https://api.example', siteUrl: 'https://site.example' }
const textOf = (page: string) => DomUtils.textContent(parseDocument(page)).replaceAll(/\s+/g, ' ')
const render = (path: string, values: object, sites = SITES) =>
  renderPublisherPage(path, publisherSchema.parse(values), sites) ?? ''

it.each(PATHS)('serves %s without settings, whose links all answer', async (path) => {
  const response = await stack.fetch(path)
  const body = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const links = DomUtils.getElementsByTagName('a', parseDocument(body)).map(({ attribs }) => attribs['href'])
  expect(links.length).toBeGreaterThanOrEqual(PATHS.length)
  const own = links.map((href) => new URL(href ?? '').pathname).filter((linked) => PATHS.includes(linked))
  for (const linked of own) expect((await stack.fetch(linked)).status).toBe(200)
})

describe('a body with settings', () => {
  const values = {
    name: 'Órgão & <b>',
    contact: 'fale@orgao.gov.br',
    privacyContact: 'https://orgao.gov.br/lgpd',
    markUrl: 'https://orgao.gov.br/m.svg?a=1&b=2',
    colour: '#0b56a3',
    dataLicence: 'CC BY 4.0',
    textLicence: 'Domínio público',
  }
  it.each([
    ['/licenca', ['Órgão & <b>', 'CC BY 4.0', 'Domínio público']],
    ['/privacidade', ['Órgão & <b>', 'Encarregado: https://orgao.gov.br/lgpd']],
    ['/acessibilidade', ['fale@orgao.gov.br']],
    ['/contato', ['fale@orgao.gov.br', 'https://orgao.gov.br/lgpd']],
  ])('is named on %s', (path, texts) => {
    const page = render(path, values)
    for (const text of texts) expect(textOf(page)).toContain(text)
    expect(page).not.toContain('<b>')
    expect(page).toContain('src="https://orgao.gov.br/m.svg?a=1&amp;b=2"')
    expect(page).toContain('--link: #0b56a3')
    expect(page).toContain('href="https://site.example/')
  })

  it('has no link to an observatory that it does not have, and one contact for both purposes', () => {
    const page = render('/contato', { contact: 'fale@orgao.gov.br' }, { ...SITES, siteUrl: '' })
    expect(page).not.toContain('href="/')
    expect(textOf(page)).toContain('Encarregado: fale@orgao.gov.br')
  })
})

describe('the privacy notice', () => {
  it('states the days that the purge keeps', () => {
    const notice = textOf(render('/privacidade', {}))
    for (const days of Object.values(KEPT_DAYS)) expect(notice).toContain(` ${days} dias`)
  })

  /** Its addresses are those of pages of news. */
  const NOT_PEOPLE = 'scrape_pages'
  const ABOUT_PEOPLE = /^ +(\w*user_id|email|address|address_hash|address_key|network|chat_id) /m
  /** Every table about people, and the words of the notice that cover it. A new table needs both. */
  const COVERED: Record<string, string> = {
    address_consents: 'se cada dono aceitou',
    agent_runs: 'cada uso do assistente',
    alert_attempts: 'Da rede de onde vêm os pedidos',
    alerts: 'Quem recebe alertas sem conta',
    clippings: 'frase do pedido',
    consent_questions: 'perguntas de consentimento',
    deliveries: 'registro de envios',
    feed_subscriptions: 'assina um feed por WebSub',
    identities: 'identificador no serviço de entrada',
    listing_likes: 'curte',
    listings: 'clippings',
    push_preferences: 'preferências',
    push_subscriptions: 'inscrição do navegador',
    removed_people: 'guardamos então o nome pedido',
    subscription_channels: 'os canais escolhidos',
    subscriptions: 'endereços de outros canais (Webhook, Slack ou compatível)',
    suppressed_addresses: 'devolveu mensagens',
    telegram_links: 'conversa vinculada do Telegram',
    telegram_moves: 'a sua mudança de conta',
    telegram_tokens: 'código que a vincula',
    user_actions: 'ação limitada por dia',
    users: 'o nome e o e-mail da conta',
  }

  it('covers every table that holds something about people', () => {
    const schema = globSync('packages/core/migrations/*.sql')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const tables = [...schema.matchAll(/create table (\w+) \(\n([^]*?)\n\)/g)]
      .filter(
        ([, name = '', columns = '']) =>
          name !== NOT_PEOPLE && (name in COVERED || ABOUT_PEOPLE.test(columns)),
      )
      .map(([, name = '']) => name)
    const notice = textOf(render('/privacidade', {}))
    expect(tables.sort()).toEqual(Object.keys(COVERED))
    expect(Object.entries(COVERED).filter(([, words]) => !notice.includes(words))).toEqual([])
  })
})
