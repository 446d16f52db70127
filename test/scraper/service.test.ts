import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endHostTurn, takeHostTurn } from '@pauta/scraper/store/hosts'
import { DAY_MS, localDay } from '@pauta/platform/time/time'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { startTestScrapeServer, type TestScrapeServer } from '../kit/services/scrape-server.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

const site = new NewsSite()
let stack: SharedStack
let server: TestScrapeServer

beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
  server = await startTestScrapeServer()
})
afterAll(async () => {
  await server.stop()
  await site.stop()
})

const today = () => localDay(new Date())
/** The day before and this one: an article of an hour ago is from yesterday in the first hour of a day. */
const lastDays = () => ({ start_date: localDay(new Date(Date.now() - DAY_MS)), end_date: today() })

const call: TestScrapeServer['call'] = (path, request) => server.call(path, request)
const scrape = (agencies: readonly string[], others: Record<string, unknown> = {}) =>
  call('/scrape/agencies', { body: { ...lastDays(), agencies, ...others } })

interface FoundNews {
  articles: { articles: { title: string; url: string; image: string; publishedAt: string }[] }
}
const found = (agency: string) => async () => {
  const filter = `{ agencies: ["${agency}"] }`
  const fields = 'title url image publishedAt'
  return (await stack.query<FoundNews>(`{ articles(filter: ${filter}) { articles { ${fields} } } }`)).articles
    .articles
}

describe('POST /scrape/agencies', () => {
  it('sends what it reads to the queue, and the article can be found', async () => {
    const at = new Date(Date.now() - 3_600_000)
    const url = site.publish('mpa', {
      slug: 'safra',
      title: 'Safra recorde de mpado',
      date: siteDate(at),
    })
    const days = lastDays()
    const { status, body } = await scrape(['mpa'], days)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        ...days,
        articles_scraped: 1,
        articles_saved: 1,
        agencies_processed: ['mpa'],
        errors: [],
      },
    })
    await expect.poll(found('mpa')).toMatchObject([{ title: 'Safra recorde de mpado', url }])
  })
})

describe('the service', () => {
  it('shows everybody that it runs, and its work only to callers with the key', async () => {
    expect(await call('/health', { method: 'GET', token: null })).toEqual({
      status: 200,
      body: { status: 'ok' },
    })
    for (const token of [null, 'another-key-of-many-letters'])
      expect((await call('/scrape/agencies', { token, body: { start_date: today() } })).status).toBe(401)
    expect((await call('/scrape/agencies', { method: 'GET' })).status).toBe(405)
    expect((await call('/nothing')).status).toBe(404)
  })

  it.each([
    ['no start', {}, 'missing', ['body', 'start_date']],
    ['null as start', { start_date: null }, 'string_type', ['body', 'start_date']],
    ['no date', { start_date: '2026-13-01' }, 'date_parsing', ['body', 'start_date']],
    [
      'an end before the start',
      { start_date: '2026-03-02', end_date: '2026-03-01' },
      'date_order',
      ['body', 'end_date'],
    ],
    [
      'keys that are no list',
      { start_date: '2026-03-02', agencies: 'mec' },
      'array_type',
      ['body', 'agencies'],
    ],
    ['no JSON', '{', 'json_invalid', ['body']],
  ])('refuses %s with 422', async (_, body, type, loc) => {
    const answer = await call('/scrape/agencies', { body })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type, loc }] } })
  })

  it('names unknown and inactive agencies as errors and reads the others', async () => {
    site.publish('cultura', { slug: 'a', title: 'Edital de cultura', date: siteDate(new Date()) })
    const some = await scrape(['cultura', 'nada', 'lapoc', 'tvbrasil'])
    expect(some.status).toBe(207)
    expect(some.body).toMatchObject({ status: 'partial', agencies_processed: ['cultura'] })
    expect(some.body['errors']).toMatchObject([
      { agency: 'nada' },
      { agency: 'lapoc' },
      { agency: 'tvbrasil' },
    ])
    // A day that is given alone is also the last one.
    for (const days of [
      { start_date: '2026-03-02', end_date: null },
      { start_date: '2026-03-02', end_date: '2026-03-02' },
    ])
      expect(await scrape(['nada'], days)).toMatchObject({
        status: 500,
        body: { status: 'failed', start_date: '2026-03-02', end_date: '2026-03-02' },
      })
  })
})

describe('what is stored between runs', () => {
  it('asks for nothing that is known or did not change, and finds an edit', async () => {
    const agency = 'turismo'
    const date = siteDate(new Date(Date.now() - 3_600_000))
    site.publish(agency, { slug: 'praias', title: 'Praias do Nordeste', date })
    expect((await scrape([agency])).body).toMatchObject({ articles_saved: 1 })
    const pages = site.asked('/turismo/')
    expect((await scrape([agency], { allow_update: false })).body).toMatchObject({ articles_saved: 0 })
    // The listing and its second page, the article, the feed and on Sundays the sitemap, each once.
    expect(site.asked('/turismo/') - pages).toBeLessThanOrEqual(5)
    site.articles.set(agency, [
      {
        slug: 'praias',
        title: 'Praias do Nordeste',
        date,
        text: 'Outro texto, corrigido pela redação do ministério depois da publicação.',
      },
    ])
    expect((await scrape([agency], { allow_update: true })).body).toMatchObject({ articles_saved: 1 })
    const rows = await stack.db`select url, unique_id from scrape_addresses where agency_key = ${agency}`
    expect(rows).toMatchObject([{ url: expect.stringContaining('praias') as string }])
  })

  it('keeps one article when its address changes, and fails no article when one is removed', async () => {
    const agency = 'museus'
    const date = siteDate(new Date(Date.now() - 3_600_000))
    const article = { title: 'Sinal digital chega a mais cidades', date }
    const old = site.publish(agency, { ...article, slug: 'sinal-digital' })
    await scrape([agency])
    await expect.poll(found(agency)).toMatchObject([{ url: old }])
    site.articles.delete(agency)
    const moved = site.publish(agency, { ...article, slug: 'sinal-digital-1' })
    expect((await scrape([agency])).body).toMatchObject({ articles_saved: 1 })
    await expect.poll(found(agency)).toMatchObject([{ url: moved }])
    site.publish(agency, { ...article, slug: 'removida', title: 'Notícia removida' })
    site.faults.set(`/${agency}/pt-br/assuntos/noticias/removida`, { status: 404 })
    expect(await scrape([agency])).toMatchObject({ status: 200, body: { results: [{ gone: 1 }] } })
  })

  it('leaves a host alone as long as it asked for', async () => {
    site.faults.set('/mme/pt-br/assuntos/noticias', { status: 429, headers: { 'retry-after': '3600' } })
    const asked = site.requests.length
    expect((await scrape(['mme'])).body).toMatchObject({
      status: 'failed',
      results: [{ errorKind: 'network_error' }],
    })
    expect(site.requests.length).toBeGreaterThan(asked)
    const later = site.requests.length
    expect((await scrape(['mda'])).body).toMatchObject({
      status: 'failed',
      results: [{ errorKind: 'host_paused' }],
    })
    expect(site.requests.length).toBe(later)
    await tables.scrapeHosts.set(stack.db, {}, { openAt: new Date(0), delayMs: 0 })
  })

  it('makes scheduled runs wait, and none that is started by hand', async () => {
    const agency = 'esporte'
    site.publish(agency, {
      slug: 'copa',
      title: 'Copa de futebol',
      date: siteDate(new Date(Date.now() - 40 * 86_400_000)),
    })
    await (await startRun(stack, 'scrape', { agency }, { target: agency, manual: false })).until('succeeded')
    const [state] = await stack.db<{ minutes: number }[]>`
      select extract(epoch from next_at - last_run_at)::int / 60 as minutes from scrape_sites where agency_key = ${agency}`
    expect(state?.minutes).toBe(360)
    const asked = site.asked('/esporte/')
    const scheduled = await startRun(stack, 'scrape', { agency }, { target: agency, manual: false })
    expect((await scheduled.until('succeeded')).result).toEqual({
      status: 'not_due',
      until: expect.stringMatching(/Z$/) as string,
      errorKind: null,
    })
    expect(site.asked('/esporte/')).toBe(asked)
    await (await startRun(stack, 'scrape', { agency }, { target: agency })).until('succeeded')
    expect(site.asked('/esporte/')).toBeGreaterThan(asked)
  })
})

describe('POST /verify/integrity', () => {
  const verify = (...articles: object[]) => call('/verify/integrity', { body: { articles } })
  const page = (text: string) =>
    `<html><body><header>${text.length}</header><div id="content"><p>${text}</p></div></body></html>`

  it('checks pictures by GET and bodies by their hash', async () => {
    site.faults.set('/mec/foto.jpg', { status: 206, headers: { 'content-type': 'image/jpeg' } })
    site.faults.set('/mec/p', { status: 200, body: page('Um texto'), headers: { etag: '"1"' } })
    const base = {
      unique_id: 'a',
      url: 'https://www.gov.br/mec/p',
      image_url: 'https://www.gov.br/mec/foto.jpg',
    }
    const first = await verify(
      { ...base, check_content: true },
      { unique_id: 'b', image_url: '' },
      { unique_id: 'c', image_url: 'https://www.gov.br/mec/nada.jpg' },
    )
    expect(first).toMatchObject({
      status: 200,
      body: {
        results: [
          {
            unique_id: 'a',
            image_status: 'ok',
            image_http_code: 206,
            content_status: 'baseline',
            source_etag: '"1"',
          },
          { unique_id: 'b', image_status: 'no_image' },
          { unique_id: 'c', image_status: 'broken', image_http_code: 404 },
        ],
        summary: { total: 3, images_ok: 1, images_broken: 1, images_no_image: 1, content_baseline: 1 },
      },
    })
    const [, { content_status: unasked }] = first.body['results'] as [
      Record<string, unknown>,
      Record<string, unknown>,
    ]
    expect(unasked).toBeUndefined()
    const [{ content_hash }] = first.body['results'] as [{ content_hash: string }]
    expect(content_hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    const stored = { ...base, image_url: null, content_hash, check_content: true }
    const statusOf = async (article: object) =>
      ((await verify(article)).body['results'] as [{ content_status: string }])[0].content_status
    expect(await statusOf({ ...stored, source_etag: '"1"' })).toBe('unchanged')
    expect(await statusOf(stored)).toBe('unchanged')
    site.faults.set('/mec/p', { status: 200, body: page('Outro texto') })
    expect(await statusOf(stored)).toBe('changed')
    site.faults.set('/mec/p', { status: 404 })
    expect(await statusOf(stored)).toBe('removed')
    site.faults.set('/mec/p', { status: 500 })
    expect(await statusOf(stored)).toBe('error')
  })

  it('refuses other addresses than those of the sites', async () => {
    for (const url of ['http://www.gov.br/x', 'https://www.gov.br.evil.example/x', 'https://example.com/'])
      expect(await verify({ unique_id: 'a', image_url: url })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'articles', 0, 'image_url'] }] },
      })
  })
})

describe('the turns of a host', () => {
  it.each([
    { pause: 0, wait: 20 },
    { pause: 50, wait: 50 },
    { pause: 1_000, wait: 300 },
  ])(
    'are asked for again after $wait ms while another process has one, with pauses of $pause ms',
    async ({ pause, wait }) => {
      const host = `pausa-${pause}.example`
      const now = new Date('2026-03-10T12:00:00Z')
      const times = { now, holdUntil: new Date(now.getTime() + 30_000) }
      expect(await takeHostTurn(stack.db, host, times)).toMatchObject({ waitMilliseconds: 0 })
      await endHostTurn(stack.db, host, { delayMilliseconds: pause, openAt: now })
      expect(await takeHostTurn(stack.db, host, times)).toMatchObject({ waitMilliseconds: 0 })
      expect(await takeHostTurn(stack.db, host, times)).toMatchObject({ waitMilliseconds: wait })
    },
  )
})
