import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeptDown, recordTakenDown } from '@pauta/core/removals/taken-down-keys'
import { REMOVALS_PER_DAY_MAX } from '@pauta/core/removals/removals'
import { localDay } from '@pauta/platform/time/time'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { startTestScrapeServer, type TestScrapeServer } from '../kit/services/scrape-server.ts'
import { passHours } from '../kit/rows/scrape-rows.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

/** Nothing here reads what these workers derive. */
const IDLE = ['enrich', 'classify', 'embed']
const site = new NewsSite()
let stack: SharedStack
let pipeline: Pipeline
let server: TestScrapeServer

beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ retrySeconds: () => 0, idleWorkers: IDLE })
  stack.gates.sites.leadTo(site.port)
  pipeline = openPipeline(stack, IDLE)
  server = await startTestScrapeServer()
})
afterAll(async () => {
  await server.stop()
  pipeline.cloud.close()
  await site.stop()
})

const runCommand = makeCommandCaller(() => stack.stack.environment)
const MINUTE_MS = 60_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE_MS)

/** Publishes articles of an agency and scrapes them. Returns their addresses. */
async function publish(agency: string, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, at) =>
    site.publish(agency, {
      slug: `${agency}-${at}`,
      title: `Notícia ${at} de ${agency}`,
      date: siteDate(new Date(Date.now() - (count - at) * MINUTE_MS)),
    }),
  )
  await scrape(agency)
  return addresses
}

/** Scrapes an agency's articles of two days: those of some minutes ago are from yesterday soon after midnight. */
async function scrape(agency: string): Promise<Record<string, unknown>> {
  const [before, today] = [hoursAgo(24), new Date()].map((instant) => localDay(instant))
  const { body } = await server.call('/scrape/agencies', {
    body: { start_date: before, end_date: today, agencies: [agency] },
  })
  const { results } = body as { results: [Record<string, unknown>] }
  await pipeline.settled()
  return results[0]
}

/** Scrapes an agency eight hours later. */
async function lookAgain(agency: string) {
  await passHours(stack.db, agency, 8)
  return await scrape(agency)
}

async function idOf(url: string): Promise<string> {
  const [row] = await stack.db<{ uniqueId: string }[]>`select unique_id from articles where url = ${url}`
  if (!row) throw new Error(`${url} is not stored`)
  return row.uniqueId
}

/** Removes articles from the site. Their pages answer 404 from then on. */
function withdraw(agency: string, ...slugs: string[]): void {
  const shown = site.articles.get(agency) ?? []
  site.articles.set(
    agency,
    shown.filter(({ slug }) => !slugs.includes(slug)),
  )
}
const removedAt = async (uniqueId: string) => (await pipeline.row(uniqueId))?.['removedAt'] as Date | null

describe('an article that its site removes', () => {
  it('leaves search when a second look finds no page, and returns with its page', async () => {
    const [url = ''] = await publish('mec', 6)
    const id = await idOf(url)
    const shown = site.articles.get('mec') ?? []
    withdraw('mec', 'mec-0')
    expect(await lookAgain('mec')).toMatchObject({ status: 'success', gone: 1, removed: 0 })
    expect(await pipeline.document(id)).not.toBeNull()
    expect(await lookAgain('mec')).toMatchObject({ status: 'success', removed: 1 })
    expect(await pipeline.document(id)).toBeNull()
    expect(await removedAt(id)).not.toBeNull()
    site.articles.set('mec', shown)
    expect(await lookAgain('mec')).toMatchObject({ sent: 1 })
    expect(await pipeline.document(id)).toMatchObject({ title: 'Notícia 0 de mec' })
    expect(await pipeline.row(id)).toMatchObject({ deletedAt: null, removedAt: null })
  })

  it('stays down when an operator took it down, before or after', async () => {
    const [first = '', second = ''] = await publish('cultura', 12)
    const ids = [await idOf(first), await idOf(second)] as const
    const takeDown = (id: string) => runCommand('articles', ['take-down', id])
    expect(await takeDown(ids[0])).toMatchObject({ code: 0 })
    const shown = site.articles.get('cultura') ?? []
    withdraw('cultura', 'cultura-0', 'cultura-1')
    await lookAgain('cultura')
    expect(await lookAgain('cultura')).toMatchObject({ removed: 1 })
    expect(await takeDown(ids[1])).toMatchObject({ code: 0 })
    site.articles.set('cultura', shown)
    await lookAgain('cultura')
    for (const id of ids) expect(await pipeline.document(id)).toBeNull()
    await runCommand('articles', ['put-back', ids[1]])
    await pipeline.settled()
    expect(await pipeline.document(ids[1])).not.toBeNull()
  })

  it('is not looked for when another sender sent it', async () => {
    await publish('secom', 2)
    const publishedAt = new Date(Date.now() - MINUTE_MS).toISOString()
    const url = 'https://www.gov.br/secom/pt-br/assuntos/noticias/importada'
    await pipeline.ingest(anArticle({ agencyKey: 'secom', url, publishedAt }))
    await lookAgain('secom')
    expect(site.asked('importada')).toBe(0)
  })

  it('stays when many are gone at once: the site counts as changed', async () => {
    const urls = await publish('turismo', 6)
    withdraw('turismo', ...[0, 1, 2, 3].map((at) => `turismo-${at}`))
    for (let look = 0; look < 3; look += 1) expect(await lookAgain('turismo')).toMatchObject({ removed: 0 })
    for (const url of urls) expect(await removedAt(await idOf(url))).toBeNull()
    const { code, stdout } = await runCommand('scrape', ['status', '--agency', 'turismo'])
    expect(code).toBe(1)
    expect(stdout).toContain('mass removal')
    expect(stdout).toMatch(/turismo: mass removal since .*stored articles are gone at once/)
  })
})

describe('a copy of an article under another id', () => {
  const at = new Date()
  it.each([
    ['stays down when an operator took the article down', { deletedAt: at }, true],
    ['is stored when the site removed the article', { deletedAt: at, removedAt: at }, false],
    ['is stored when the article is there', {}, false],
  ])('%s', async (name, state, isKeptDown) => {
    const uniqueId = uniqueName('original')
    const url = `https://www.gov.br/mec/${uniqueId}`
    const article = { agencyKey: 'mec', title: name, url, publishedAt: at }
    await tables.articles.add(stack.db, { uniqueId, ...article, ...state })
    await recordTakenDown(stack.db, [uniqueId])
    const kept = await listKeptDown(stack.db, [{ uniqueId: 'copia', article }])
    expect(kept.has('copia')).toBe(isKeptDown)
  })
})

describe('a removal on the queue', () => {
  const removalOf = ({ uniqueId, agencyKey, url }: ReturnType<typeof anArticle>, changes: object = {}) => ({
    uniqueId,
    agencyKey,
    url,
    removedAt: new Date().toISOString(),
    ...changes,
  })
  const deadLetters = () => pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))

  it('applies to the same page in an older version, and to no other', async () => {
    const id = 'gripe_000001'
    const article = anArticle({
      uniqueId: id,
      agencyKey: 'saude',
      url: 'https://www.gov.br/saude/vacinação',
      extractedAt: hoursAgo(2).toISOString(),
    })
    await pipeline.ingest(article)
    await pipeline.ingest(
      removalOf(article, { removedAt: hoursAgo(3).toISOString() }),
      removalOf(article, { url: 'https://www.gov.br/saude/outra' }),
      removalOf(article, { uniqueId: 'desconhecida_000001' }),
    )
    expect(await removedAt(id)).toBeNull()
    await pipeline.ingest(removalOf(article, { url: 'http://www.gov.br/saude/vacina%c3%a7%C3%A3o' }))
    expect(await removedAt(id)).not.toBeNull()
    await pipeline.ingest({ ...article, content: 'Versão antiga que chega tarde.' })
    expect(await pipeline.document(id)).toBeNull()
    expect(await deadLetters()).toEqual([])
  })

  it('becomes a dead letter when it is invalid, of another agency, or one of too many', async () => {
    const id = 'parecer_000001'
    const article = anArticle({ uniqueId: id, agencyKey: 'agu', extractedAt: hoursAgo(2).toISOString() })
    await pipeline.ingest(article)
    const bad = [
      removalOf(article, { agencyKey: 'intruso' }),
      removalOf(article, { removedAt: 'ontem' }),
      removalOf(article, { url: '' }),
    ]
    await pipeline.ingest(...bad)
    const now = new Date()
    const removed = { agencyKey: 'agu', title: 'Removida', publishedAt: now, removedAt: now, deletedAt: now }
    await tables.articles.add(
      stack.db,
      Array.from({ length: REMOVALS_PER_DAY_MAX }, (_, at) => ({
        ...removed,
        uniqueId: `removida_${String(at).padStart(6, '0')}`,
        url: `https://www.gov.br/agu/${at}`,
      })),
    )
    await pipeline.ingest(removalOf(article))
    expect(await removedAt(id)).toBeNull()
    expect(await deadLetters()).toHaveLength(bad.length + 1)
  })
})

describe('a changed site', () => {
  it('is reported with its page when a listing that had entries is empty', async () => {
    const path = '/inep/pt-br/assuntos/noticias'
    await publish('inep', 2)
    site.faults.set(path, { status: 200, body: '<html><body><h1>Notícias de outrora</h1></body></html>' })
    expect(await scrape('inep')).toMatchObject({ status: 'success', listed: 0 })
    const run = (...args: string[]) => runCommand('scrape', args)
    const status = JSON.parse((await run('status', '--agency', 'inep', '--json')).stdout) as {
      sites: unknown
    }
    const drift = { kind: 'no-items', pageKey: 'pages/inep/no-items.html' }
    expect(status.sites).toMatchObject([{ isDrifting: true, drifts: [drift] }])
    expect((await run('page', 'inep')).stdout).toContain('Notícias de outrora')
    expect(await run('page', 'agu')).toMatchObject({ code: 2 })
    site.faults.delete(path)
    await scrape('inep')
    const after = JSON.parse((await run('status', '--agency', 'inep', '--json')).stdout) as {
      sites: unknown
    }
    expect(after.sites).toMatchObject([{ isDrifting: false, drifts: [] }])
  })

  it('is reported when its entries get a structure that matches no rule, or another one', async () => {
    const path = '/inca/pt-br/assuntos/noticias'
    await publish('inca', 2)
    site.faults.set(path, {
      status: 200,
      body: `<html><body><div id="content">${'<p>Um parágrafo.</p>'.repeat(400)}</div></body></html>`,
    })
    expect(await scrape('inca')).toMatchObject({ status: 'error', errorKind: 'html_changed' })
    const drifts = async () => stack.db<{ kind: string; isOpen: boolean }[]>`
      select kind, ended_at is null as is_open from scrape_drifts where agency_key = 'inca' order by kind`
    expect(await drifts()).toMatchObject([{ kind: 'unknown-structure', isOpen: true }])
    const entry = (slug: string) =>
      `<article class="entry"><span class="summary"><a class="url" href="${path}/${slug}">${slug}</a></span></article>`
    site.faults.set(path, {
      status: 200,
      body: `<html><body><div class="entries">${entry('inca-0')}${entry('inca-1')}</div></body></html>`,
    })
    await scrape('inca')
    expect(await drifts()).toMatchObject([
      { kind: 'new-structure', isOpen: true },
      { kind: 'unknown-structure', isOpen: false },
    ])
  })

  it('is reported with an article when its articles lose a field that the month before had', async () => {
    const day = (ago: number) => localDay(new Date(Date.now() - ago * 24 * 60 * MINUTE_MS))
    const fields = (count: number) => ({ title: count, publishedAt: count, body: count })
    await tables.scrapeDays.add(stack.db, [
      { agencyKey: 'mme', day: day(9), scraped: 15, fields: { ...fields(15), imageUrl: 15 } },
      { agencyKey: 'mme', day: day(20), scraped: 5, fields: { ...fields(5), imageUrl: 4 } },
    ])
    for (const at of [0, 1, 2]) {
      const date = siteDate(new Date(Date.now() - at * MINUTE_MS))
      const published = `<span class="documentPublished"><span class="value">${date}</span></span>`
      site.publish('mme', { slug: `mme-${at}`, title: `Leilão ${at}`, date })
      site.faults.set(`/mme/pt-br/assuntos/noticias/mme-${at}`, {
        status: 200,
        body: `<html><body><div id="content"><h1>Leilão</h1>${published}<p>Texto do leilão número ${at}.</p></div></body></html>`,
      })
    }
    expect(await scrape('mme')).toMatchObject({ sent: 3 })
    const drifts = await stack.db`select kind, detail, page_key from scrape_drifts where agency_key = 'mme'`
    expect([...drifts]).toEqual([
      {
        kind: 'missing-fields',
        detail: 'articles without imageUrl',
        pageKey: 'pages/mme/missing-fields.html',
      },
    ])
    expect(await pipeline.cloud.read('pages/mme/missing-fields.html')).toContain('Texto do leilão')
  })
})
