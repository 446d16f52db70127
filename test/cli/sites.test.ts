import { AGENCY_SITES } from '@pauta/core/agencies/sites'
import { listAgencies } from '@pauta/core/agencies/queries'
import { findSite, listDueSites, listNewsHosts, listSites } from '@pauta/scraper/store/listed-sites'
import { listScrapeStatus } from '@pauta/scraper/store/status'
import { findSiteState } from '@pauta/scraper/store/site-state'
import { saveSite, seedSites, setSiteActive } from '@pauta/scraper/store/site-writes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { NewsSite } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

const site = new NewsSite()
let stack: SharedStack
const FEED = 'https://noticias.ipea.gov.br/rss.xml'
const TEXT =
  'O instituto publicou nesta terça-feira o balanço do programa, que alcançou mais de duzentos municípios do país.'
const article = (title: string) =>
  `<html><head><title>${title} - Ipea</title></head><body><div><h1>${title}</h1><div>${`<p>${TEXT}</p>`.repeat(3)}</div></div></body></html>`

beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
  const items = ['Um', 'Dois'].map((name) => {
    site.faults.set(`/${name}`, { status: 200, body: article(`Estudo ${name}`) })
    return `<item><title>Estudo ${name}</title><link>https://noticias.ipea.gov.br/${name}</link><pubDate>Tue, 10 Feb 2026 17:05:00 -0300</pubDate></item>`
  })
  site.faults.set('/rss.xml', {
    status: 200,
    body: `<rss><channel>${items.join('')}</channel></rss>`,
    headers: { 'content-type': 'application/rss+xml' },
  })
})
afterAll(async () => {
  await site.stop()
  await stack.stop()
})

/** Nobody is named, and no reason. */
const UNSAID = { note: null, changedBy: null }
const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call('catalogue', args)
const agencyOf = async (key: string) => (await listAgencies(stack.db, [key]))[0]
const seeds = (changes: Partial<(typeof AGENCY_SITES)[number]>) =>
  AGENCY_SITES.map((seed) => (seed.key === 'mec' ? { ...seed, ...changes } : seed))

describe('rows of sites', () => {
  beforeEach(async () => {
    await tables.sites.remove(stack.db, {})
    await seedSites(stack.db, AGENCY_SITES)
  })

  it('begin with the sites of the catalogue', async () => {
    expect(await findSite(stack.db, 'mec')).toEqual({
      key: 'mec',
      kind: 'plone-html',
      listingUrls: ['https://www.gov.br/mec/pt-br/assuntos/noticias'],
      hosts: [],
      active: true,
      note: null,
    })
    expect(await listSites(stack.db)).toHaveLength(AGENCY_SITES.length)
  })

  it.each([
    [
      'address',
      { url: 'https://www.gov.br/mec/pt-br/novo' },
      { listingUrls: ['https://www.gov.br/mec/pt-br/novo'] },
    ],
    ['kind', { kind: 'plone6-api' }, { kind: 'plone6-api' }],
    ['state', { active: false }, { active: false }],
    ['note', { note: 'fechado' }, { note: 'fechado' }],
  ])('get a correction of the %s from a later catalogue, once', async (_, changes, fields) => {
    await tables.scrapeSites.add(stack.db, {
      agencyKey: 'mec',
      kind: 'plone-html',
      nextAt: new Date('2100-01-01'),
    })
    await seedSites(stack.db, AGENCY_SITES)
    expect(await findSiteState(stack.db, 'mec')).toMatchObject({ kind: 'plone-html' })
    await seedSites(stack.db, seeds(changes))
    expect(await findSite(stack.db, 'mec')).toMatchObject(fields)
    expect(await findSiteState(stack.db, 'mec')).toMatchObject({ kind: null, nextAt: null })
    await tables.scrapeSites.remove(stack.db, { agencyKey: 'mec' })
  })

  it('keep what an operator changed, also after a later catalogue', async () => {
    const before = { kind: 'wordpress', listingUrls: [FEED, FEED], hosts: ['a.gov.br'], note: 'obras' }
    await saveSite(stack.db, 'mec', { facts: before, changedBy: 'bia' })
    await setSiteActive(stack.db, 'mec', { active: false, note: 'fechado', changedBy: 'bia' })
    const facts = { kind: 'feed', listingUrls: [FEED], hosts: ['www.ipea.gov.br'], note: null }
    await saveSite(stack.db, 'mec', { facts, changedBy: 'ana' })
    await seedSites(stack.db, seeds({ url: 'https://www.gov.br/mec/pt-br/novo' }))
    expect(await findSite(stack.db, 'mec')).toMatchObject({ ...facts, active: true })
    const countOf = (changedBy: string) =>
      tables.sites.count(stack.db, { agencyKey: 'mec', source: 'operator', changedBy })
    expect(await countOf('ana')).toBe(1)
    await seedSites(stack.db, AGENCY_SITES)
    await tables.sites.set(stack.db, { agencyKey: 'mec' }, { source: 'catalogue' })
    await setSiteActive(stack.db, 'mec', { active: false, note: 'obras', changedBy: 'bia' })
    await seedSites(stack.db, AGENCY_SITES)
    expect(await findSite(stack.db, 'mec')).toMatchObject({ active: false, note: 'obras' })
    expect(await countOf('bia')).toBe(1)
  })

  it.each<[string, () => Promise<void>, boolean]>([
    [
      'other facts',
      () =>
        saveSite(stack.db, 'mec', {
          facts: { kind: 'feed', listingUrls: [FEED], hosts: [], note: null },
          changedBy: null,
        }),
      true,
    ],
    ['the end of a pause', () => setSiteActive(stack.db, 'mec', { active: true, ...UNSAID }), true],
    ['a pause', () => setSiteActive(stack.db, 'mec', { active: false, ...UNSAID }), false],
  ])('with %s are read anew: %3$j, and no others', async (_, change, isAnew) => {
    const state = { kind: 'plone-html', progress: { page: 2 }, nextAt: new Date('2100-01-01') }
    await tables.scrapeSites.add(
      stack.db,
      ['mec', 'saude'].map((agencyKey) => ({ agencyKey, ...state })),
    )
    try {
      await change()
      const anew = { kind: null, progress: null, nextAt: null }
      expect(await findSiteState(stack.db, 'mec')).toMatchObject(isAnew ? anew : state)
      expect(await findSiteState(stack.db, 'saude')).toMatchObject(state)
      expect(await findSite(stack.db, 'saude')).toMatchObject({ active: true, note: null })
      expect((await agencyOf('saude'))?.active).toBe(true)
    } finally {
      await tables.scrapeSites.remove(stack.db, { agencyKey: ['mec', 'saude'] })
    }
  })

  it('decide which agencies are active', async () => {
    const activeOf = async () => (await agencyOf('mec'))?.active
    await setSiteActive(stack.db, 'mec', { active: false, note: 'obras', changedBy: null })
    expect(await activeOf()).toBe(false)
    expect(await findSite(stack.db, 'mec')).toMatchObject({ active: false, note: 'obras' })
    await setSiteActive(stack.db, 'mec', { active: true, note: null, changedBy: null })
    expect(await activeOf()).toBe(true)
  })

  it('are in no trouble while they are paused, and shown by their key alone', async () => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: new Date(), failures: 3 })
    const now = new Date()
    const shown = async (agencyKey?: string) => (await listScrapeStatus(stack.db, { agencyKey, now })).length
    expect(await shown()).toBe(1)
    await setSiteActive(stack.db, 'mec', { active: false, note: null, changedBy: null })
    expect([await shown(), await shown('mec')]).toEqual([0, 1])
    await tables.scrapeSites.remove(stack.db, { agencyKey: 'mec' })
  })

  it('are due when active and never read, or at their time', async () => {
    const now = new Date('2026-03-10T18:00:00Z')
    const due = async () => (await listDueSites(stack.db, 'agencies', now)).map(({ key }) => key)
    expect(await due()).toContain('mec')
    expect(await due()).not.toContain('lapoc')
    const set = (minutes: number) =>
      tables.scrapeSites.add(stack.db, {
        agencyKey: 'mec',
        nextAt: new Date(now.getTime() + minutes * 60_000),
      })
    await set(11)
    expect(await due()).not.toContain('mec')
    await tables.scrapeSites.remove(stack.db, { agencyKey: 'mec' })
    await set(10)
    expect(await due()).toContain('mec')
    await tables.scrapeSites.remove(stack.db, { agencyKey: 'mec' })
  })

  it('give the hosts that may be requested: those of active sites and their further ones', async () => {
    expect([...(await listNewsHosts(stack.db))].sort()).toEqual(
      [...new Set(AGENCY_SITES.filter(({ active }) => active).map(({ url }) => new URL(url).host))].sort(),
    )
    const facts = { kind: 'feed', listingUrls: [FEED], hosts: ['www.ipea.gov.br'], note: null }
    await saveSite(stack.db, 'mec', { facts, changedBy: null })
    expect([...(await listNewsHosts(stack.db))]).toEqual(
      expect.arrayContaining(['noticias.ipea.gov.br', 'www.ipea.gov.br']),
    )
  })

  const facts = { kind: 'feed', listingUrls: [FEED], hosts: [], note: null }
  it.each([
    ['another kind', { kind: 'joomla' }],
    ['no address', { listingUrls: [] }],
    ['eleven addresses', { listingUrls: Array.from({ length: 11 }, () => FEED) }],
    ['an address of this machine', { listingUrls: ['http://localhost:8080/'] }],
    ['an address in digits', { listingUrls: ['http://127.0.0.1/'] }],
    ['an address of the own network', { listingUrls: ['http://intranet/'] }],
    ['an address with a name', { listingUrls: ['https://a@www.ipea.gov.br/'] }],
    ['an address with a password', { listingUrls: ['https://:b@www.ipea.gov.br/'] }],
    ['a host of this machine', { hosts: ['a.localhost'] }],
    ['a file', { listingUrls: ['file:///etc/passwd'] }],
    ['a host in digits', { hosts: ['10.0.0.1'] }],
    ['21 hosts', { hosts: Array.from({ length: 21 }, (_, at) => `h${at}.gov.br`) }],
    ['a note of 501 characters', { note: 'a'.repeat(501) }],
    ['a note with a character that nobody sees', { note: 'a\u200bb' }],
  ])('refuse %s', async (_, changes) => {
    const save = saveSite(stack.db, 'mec', { facts: { ...facts, ...changes }, changedBy: null })
    await expect(save).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it.each([
    ['a key with capitals', 'MEC'],
    ['an agency that is unknown', 'nenhum'],
  ])('refuse %s', async (_, key) => {
    await expect(saveSite(stack.db, key, { facts, changedBy: null })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  })

  it('take as much as they may have, and addresses as listings write them', async () => {
    const listingUrls = Array.from({ length: 10 }, (_, at) => `https://h${at}.gov.br`)
    const hosts = Array.from({ length: 20 }, (_, at) => `h${at}.gov.br`)
    const most = { kind: 'feed', hosts, note: 'a'.repeat(500) }
    const [first = '', ...others] = listingUrls
    const written = [`${first}/noticias//#topo`, ...others]
    await saveSite(stack.db, 'mec', { facts: { ...most, listingUrls: written }, changedBy: null })
    const site = await findSite(stack.db, 'mec')
    expect({ ...site, hosts: site?.hosts.toSorted() }).toMatchObject({
      ...most,
      hosts: hosts.toSorted(),
      listingUrls: [`${first}/noticias`, ...others],
    })
  })
})

describe('pauta catalogue', () => {
  it('tries a site, adds its agency, and reads it from then on', async () => {
    const refused = await run('add', 'site', FEED, '--agency', 'ipea', '--name', 'Instituto de Pesquisa')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stdout).toContain('2 entries as a site of the kind feed')
    expect(refused.stdout).toMatch(/title +Estudo Um\n +published +2026-02-10T17:05:00-03:00/)
    expect(await findSite(stack.db, 'ipea')).toBeUndefined()

    const added = await run(
      'add',
      'site',
      'https://noticias.ipea.gov.br/rss.xml',
      '--agency',
      'ipea',
      '--name',
      'Ipea',
      '--yes',
      '--json',
    )
    expect(added).toMatchObject({ code: 0 })
    expect(JSON.parse(added.stdout)).toMatchObject({
      key: 'ipea',
      stored: true,
      site: { kind: 'feed', listingUrls: [FEED] },
    })
    expect(await findSite(stack.db, 'ipea')).toMatchObject({ kind: 'feed', active: true })
    expect(await agencyOf('ipea')).toMatchObject({ name: 'Ipea', inCatalogue: true, active: true })
    expect((await listDueSites(stack.db, 'agencies', new Date())).map(({ key }) => key)).toContain('ipea')
    expect(await run('add', 'site', FEED, '--agency', 'ipea', '--yes')).toMatchObject({ code: 2 })
  })

  it('pauses, resumes and lists sites', async () => {
    expect(await run('pause', 'site', 'ipea', '--note', 'obras')).toMatchObject({ code: 0 })
    const { stdout } = await run('list', 'sites')
    expect(stdout).toMatch(/ipea +feed +paused +https:\/\/noticias\.ipea\.gov\.br\/rss\.xml +obras/)
    expect(await run('resume', 'site', 'ipea')).toMatchObject({ code: 0 })
    const { sites } = JSON.parse((await run('list', 'sites', '--json')).stdout) as {
      sites: { key: string }[]
    }
    expect(sites.find(({ key }) => key === 'ipea')).toMatchObject({ active: true, note: null })
    expect(await run('pause', 'site', 'nada')).toMatchObject({ code: 2 })
  })

  it('corrects a listing that moved, and keeps what was stored when nothing could be read', async () => {
    site.faults.set('/novo.xml', site.faults.get('/rss.xml') ?? { status: 404 })
    expect(
      await run('set', 'site', 'ipea', '--url', 'https://noticias.ipea.gov.br/novo.xml', '--yes'),
    ).toMatchObject({ code: 0 })
    expect(await findSite(stack.db, 'ipea')).toMatchObject({
      listingUrls: ['https://noticias.ipea.gov.br/novo.xml'],
    })
    const listings = ['https://noticias.ipea.gov.br/novo.xml', 'https://noticias.ipea.gov.br/outra.xml']
    await run('set', 'site', 'ipea', '--url', ...listings, '--yes')
    expect(await run('set', 'site', 'ipea', '--note', 'duas', '--yes')).toMatchObject({ code: 0 })
    expect(await findSite(stack.db, 'ipea')).toMatchObject({ listingUrls: listings, note: 'duas' })
    const failed = await run(
      'set',
      'site',
      'ipea',
      '--url',
      'https://noticias.ipea.gov.br/nada',
      '--kind',
      'feed',
      '--yes',
    )
    expect(failed).toMatchObject({ code: 2 })
    expect(failed.stderr).toMatch(/^https:\/\/noticias\.ipea\.gov\.br\/nada: empty_content: .*\n$/)
    expect(await findSite(stack.db, 'ipea')).toMatchObject({ listingUrls: listings })
  })

  it('stores a site without an article that could be stored only when told so', async () => {
    const moved = 'https://noticias.ipea.gov.br/vazio.xml'
    const item = '<item><title>Nada</title><link>https://noticias.ipea.gov.br/nada</link></item>'
    site.faults.set('/vazio.xml', { status: 200, body: `<rss><channel>${item}</channel></rss>` })
    const set = (...options: string[]) => run('set', 'site', 'ipea', '--url', moved, ...options)
    expect(await set()).toMatchObject({
      code: 2,
      stderr: 'No article of the site could be stored. --yes stores the site all the same.\n',
    })
    expect(await set('--yes')).toMatchObject({ code: 0 })
    expect(await findSite(stack.db, 'ipea')).toMatchObject({ listingUrls: [moved] })
  })
})
