import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listIntegrityCandidates } from '@pauta/core/articles/integrity'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadConfig } from '@pauta/platform/config/config'
import { createLogger } from '@pauta/platform/telemetry/logger'
import type { RemovalMessage } from '@pauta/scraper/crawl/ports'
import { checkIntegrity, type IntegrityPorts } from '@pauta/scraper/integrity/check-integrity'
import { verifyIntegrity, type ArticleToCheck } from '@pauta/scraper/integrity/integrity'
import { openProbe } from '@pauta/scraper/integrity/open-probe'
import { openFetchMemory } from '@pauta/scraper/store/ports'
import { requestIntegrity } from '@pauta/scraper/integrity/request-integrity'
import { anArticle, ago } from '../kit/rows/factories.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { passWeekOfChecks, readFeatures } from '../kit/rows/integrity-rows.ts'
import { passHours } from '../kit/rows/scrape-rows.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { startRun } from '../kit/workers/runs.ts'

/** Nothing here reads what these workers derive. */
const IDLE = ['enrich', 'classify', 'embed']
const site = new NewsSite()
let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ retrySeconds: () => 0, idleWorkers: IDLE })
  stack.gates.sites.leadTo(site.port)
  pipeline = openPipeline(stack, IDLE)
})
afterAll(async () => {
  pipeline.cloud.close()
  await site.stop()
})
const PICTURE = { status: 206, headers: { 'content-type': 'image/jpeg' } }
beforeEach(() => {
  site.faults.clear()
  site.faults.set('/foto.jpg', PICTURE)
})

const addressOf = (agency: string, at: number) =>
  `https://www.gov.br/${agency}/pt-br/assuntos/noticias/${agency}-${at}`

/** Publishes articles of an agency, and waits until they are stored. Returns their ids. */
async function store(agency: string, count: number): Promise<string[]> {
  for (let at = 0; at < count; at += 1)
    site.publish(agency, {
      slug: `${agency}-${at}`,
      title: `Notícia ${at} de ${agency}`,
      date: siteDate(timeAgo(1, 'hour')),
      text: `O ministério apresentou nesta terça-feira o balanço número ${at} do programa, que alcançou mais de duzentos municípios.`,
    })
  await (await startRun(stack, 'scrape', { agency }, { target: agency })).until('succeeded')
  await pipeline.settled()
  const rows = await stack.db<{ uniqueId: string }[]>`
    select unique_id from articles where agency_key = ${agency} order by url`
  expect(rows).toHaveLength(count)
  return rows.map(({ uniqueId }) => uniqueId)
}

const withdraw = (agency: string, ...places: number[]) =>
  site.articles.set(
    agency,
    (site.articles.get(agency) ?? []).filter(({ slug }) => !places.some((at) => slug === `${agency}-${at}`)),
  )

const check = async () => (await (await startRun(stack, 'check-integrity')).until('succeeded')).result

const isDown = async (uniqueId: string) => {
  const row = await pipeline.row(uniqueId)
  return (row?.['deletedAt'] ?? null) !== null
}

describe('the check of stored articles', () => {
  it('records what it found, and is not due again for a week', async () => {
    const [id = ''] = await store('mec', 1)
    expect(await check()).toMatchObject({
      checked: 1,
      left: 0,
      brokenPictures: 0,
      missingPages: 0,
      removed: 0,
    })
    const first = await readFeatures(stack.db, id)
    expect(first).toMatchObject({
      image_broken: false,
      integrity: {
        image_status: 'ok',
        image_http_code: 206,
        content_status: 'baseline',
        content_hash: expect.stringMatching(/^sha256:/) as string,
      },
    })
    const query = `query ($id: String!) { article(uniqueId: $id) { features { imageBroken } } }`
    expect(await stack.query(query, { id })).toEqual({ article: { features: { imageBroken: false } } })
    expect(await check()).toMatchObject({ checked: 0 })
    await passWeekOfChecks(stack.db, [id])
    site.faults.set('/foto.jpg', { status: 404 })
    expect(await check()).toMatchObject({ checked: 1, brokenPictures: 1 })
    const { image_broken: isBroken, integrity } = await readFeatures(stack.db, id)
    expect(isBroken).toBe(true)
    // The ETag of the first look made the request conditional.
    expect(integrity).toMatchObject({
      image_status: 'broken',
      content_status: 'unchanged',
      content_hash: first.integrity?.['content_hash'],
    })
    expect(await stack.query(query, { id })).toEqual({ article: { features: { imageBroken: true } } })
    await passWeekOfChecks(stack.db, [id])
    site.faults.set('/foto.jpg', PICTURE)
    await check()
    expect(await readFeatures(stack.db, id)).toMatchObject({ image_broken: false })
  })

  it.each([
    ['mma', 500],
    ['mme', 403],
  ])('says nothing of a picture of %s that answers %i', async (agency, status) => {
    const [id = ''] = await store(agency, 1)
    site.faults.set('/foto.jpg', { status })
    expect(await check()).toMatchObject({ checked: 1, brokenPictures: 0 })
    const features = await readFeatures(stack.db, id)
    expect(features.integrity).toMatchObject({ image_status: 'broken', image_http_code: status })
    expect(features).not.toHaveProperty('image_broken')
  })

  it('removes an article whose page is gone at two looks, hours apart', async () => {
    const ids = await store('saude', 6)
    await check()
    const { integrity: read = {} } = await readFeatures(stack.db, ids[0] ?? '')
    expect([read['content_hash'], read['source_etag']]).toEqual([expect.any(String), expect.any(String)])
    withdraw('saude', 0)
    await passWeekOfChecks(stack.db, ids)
    expect(await check()).toMatchObject({ checked: 6, missingPages: 1, removed: 0 })
    // A lost page says nothing of the text that was read before.
    expect((await readFeatures(stack.db, ids[0] ?? '')).integrity).toMatchObject({
      content_status: 'removed',
      content_hash: read['content_hash'],
      source_etag: read['source_etag'],
    })
    // Not yet: the same outage could last.
    expect(await check()).toMatchObject({ checked: 0 })
    await passHours(stack.db, 'saude', 5)
    expect(await check()).toMatchObject({ checked: 0 })
    expect(await isDown(ids[0] ?? '')).toBe(false)
    await passHours(stack.db, 'saude', 2)
    expect(await check()).toMatchObject({ checked: 1, missingPages: 1, removed: 1 })
    await eventually(async () => expect(await isDown(ids[0] ?? '')).toBe(true))
    expect(await check()).toMatchObject({ checked: 0 })
  })

  it('keeps an article whose page is back at the second look', async () => {
    const ids = await store('cultura', 6)
    const shown = site.articles.get('cultura') ?? []
    withdraw('cultura', 0)
    expect(await check()).toMatchObject({ missingPages: 1 })
    await passHours(stack.db, 'cultura', 7)
    site.articles.set('cultura', shown)
    expect(await check()).toMatchObject({ checked: 1, missingPages: 0, removed: 0 })
    await passHours(stack.db, 'cultura', 7)
    expect(await check()).toMatchObject({ checked: 0 })
    expect(await isDown(ids[0] ?? '')).toBe(false)
  })

  it('removes nothing when more than a fifth of the pages that answer are gone at once', async () => {
    const ids = await store('turismo', 10)
    withdraw('turismo', 0, 1)
    for (const at of [2, 3, 4]) site.faults.set(new URL(addressOf('turismo', at)).pathname, { status: 403 })
    expect(await check()).toMatchObject({ checked: 0, left: 10, held: 2, removed: 0 })
    await passHours(stack.db, 'turismo', 7)
    expect(await check()).toMatchObject({ checked: 0, held: 2, removed: 0 })
    for (const id of ids) expect(await isDown(id)).toBe(false)
    site.articles.set('turismo', [])
    await tables.articles.set(stack.db, { agencyKey: 'turismo' }, { deletedAt: new Date() })
  })

  it('opens an incident when more than a fifth of an agency are gone at the second look', async () => {
    const ids = await store('esporte', 4)
    const others = await store('agu', 8)
    withdraw('esporte', 0, 1)
    // Two of twelve pages of the host, and two of four of the agency.
    expect(await check()).toMatchObject({ checked: 12, missingPages: 2, held: 0 })
    await passHours(stack.db, 'esporte', 7)
    expect(await check()).toMatchObject({ checked: 2, removed: 0, held: 2 })
    const drifts = await stack.db<{ kind: string; detail: string }[]>`
      select kind, detail from scrape_drifts where agency_key = 'esporte'`
    expect([...drifts]).toEqual([
      { kind: 'mass-removal', detail: '2 of 4 articles of the last months are gone' },
    ])
    for (const id of [...ids, ...others]) expect(await isDown(id)).toBe(false)
  })

  it('removes no article whose page nobody has read', async () => {
    const article = anArticle({
      agencyKey: 'secom',
      url: 'https://www.gov.br/secom/pt-br/assuntos/noticias/importada',
      publishedAt: ago({ hours: 1 }),
    })
    await pipeline.ingest(article)
    expect(await check()).toMatchObject({ checked: 1, missingPages: 0 })
    expect(await readFeatures(stack.db, String(article.uniqueId))).toMatchObject({
      integrity: { content_status: 'removed', image_status: 'no_image' },
    })
    await passHours(stack.db, 'secom', 8)
    expect(await check()).toMatchObject({ checked: 0 })
  })

  it('marks no picture when many of a host are broken at once', async () => {
    const ids = await store('mpa', 4)
    site.faults.set('/foto.jpg', { status: 404 })
    expect(await check()).toMatchObject({ checked: 4, brokenPictures: 0, held: 4 })
    for (const id of ids) expect(await readFeatures(stack.db, id)).not.toHaveProperty('image_broken')
  })

  it('counts an article at an address that may not be asked as checked, and checks its picture and the others', async () => {
    const fields = { agencyKey: 'mds', publishedAt: ago({ hours: 1 }) }
    const odd = anArticle({ ...fields, url: 'http://10.0.0.1/a', imageUrl: 'https://example.com/foto.jpg' })
    const shown = anArticle({ ...fields, url: 'http://10.0.0.1/b', imageUrl: 'https://www.gov.br/foto.jpg' })
    await pipeline.ingest(odd, shown)
    const [id = ''] = await store('mcti', 1)
    expect(await check()).toMatchObject({ checked: 3 })
    for (const shownId of [id, String(shown.uniqueId)])
      expect(await readFeatures(stack.db, shownId)).toMatchObject({ image_broken: false })
    const { integrity = {}, ...others } = await readFeatures(stack.db, String(odd.uniqueId))
    expect(Object.keys(integrity)).toEqual(['checked_at'])
    expect(others).not.toHaveProperty('image_broken')
    expect(await check()).toMatchObject({ checked: 0 })
  })
})

describe('the checks of the stage itself', () => {
  const hosts = new Set(['www.gov.br', 'agenciabrasil.ebc.com.br'])
  const ports = (changes: Partial<IntegrityPorts> = {}): IntegrityPorts & { removals: RemovalMessage[] } => {
    const removals: RemovalMessage[] = []
    const probe = openProbe(loadConfig('settings', 'scrapeService'), openFetchMemory(stack.db), hosts)
    return {
      db: stack.db,
      verify: async (articles) => (await verifyIntegrity(articles, probe)).results,
      emit: (message) => Promise.resolve(void removals.push(message)),
      hosts,
      delayMilliseconds: 0,
      now: () => new Date(),
      deadline: Date.now() + 60_000,
      logger: createLogger({ level: 'silent' }),
      removals,
      ...changes,
    }
  }
  const listDue = async (agency: string) => {
    const due = await listIntegrityCandidates(stack.db, { now: new Date(), limit: 1_000 })
    return due.filter(({ url }) => url.includes(`/${agency}/`)).length
  }

  it('leaves the articles of a host due that does not answer, and asks it no more', async () => {
    await store('mj', 4)
    for (let at = 0; at < 4; at += 1) site.faults.set(new URL(addressOf('mj', at)).pathname, { status: 500 })
    expect(await checkIntegrity(ports())).toMatchObject({ checked: 0, left: 4 })
    expect(await listDue('mj')).toBe(4)
    site.faults.clear()
    site.faults.set('/foto.jpg', PICTURE)
    expect(await checkIntegrity(ports())).toMatchObject({ checked: 4, left: 0 })
  })

  it('takes as many articles of a host at once as it answers in time, and stops at its deadline', async () => {
    const articles = Array.from({ length: 60 }, (_, at) =>
      anArticle({
        agencyKey: 'agencia_brasil',
        url: `https://agenciabrasil.ebc.com.br/geral/noticia/2026-11/materia-${at}`,
        publishedAt: ago({ minutes: 60 + at }),
      }),
    )
    const gov = Array.from({ length: 45 }, (_, at) =>
      anArticle({ agencyKey: 'mre', url: addressOf('mre', at), publishedAt: ago({ minutes: 60 + at }) }),
    )
    await stack.write([...articles, ...gov])
    const integrity = { checked_at: ago({ days: 8 }) }
    await tables.articleFeatures.add(
      stack.db,
      gov.map(({ uniqueId }) => ({ uniqueId: String(uniqueId), features: { integrity } })),
    )
    const steps: number[][] = []
    let time = Date.now()
    const counts = await checkIntegrity(
      ports({
        delayMilliseconds: 1_000,
        now: () => new Date(time),
        deadline: time + 250_000,
        verify: (some: readonly ArticleToCheck[]) => {
          const isOf = (host: string) => some.filter(({ url }) => url?.includes(host)).length
          steps.push([isOf('agenciabrasil'), isOf('www.gov.br')])
          time += 100_000
          return Promise.resolve(some.map(({ unique_id }) => ({ unique_id, content_status: 'changed' })))
        },
      }),
    )
    expect(steps).toEqual([
      [4, 40],
      [4, 5],
      [4, 0],
    ])
    expect(counts).toMatchObject({ checked: 57 })
  })

  it('leaves what was not checked in time due', async () => {
    await store('mdic', 3)
    const verify = (some: readonly ArticleToCheck[]) =>
      Promise.resolve(some.map(({ unique_id }) => ({ unique_id, image_status: 'timeout' })))
    expect(await checkIntegrity(ports({ verify }))).toMatchObject({ checked: 0 })
    expect(await listDue('mdic')).toBe(3)
  })

  it('takes nothing from an answer about a picture that it did not ask for', async () => {
    const publishedAt = ago({ hours: 1 })
    const url = addressOf('mds', 9)
    await pipeline.ingest(anArticle({ uniqueId: 'sem-foto', agencyKey: 'mds', url, publishedAt }))
    const verify = (some: readonly ArticleToCheck[]) =>
      Promise.resolve(
        some.map(({ unique_id, image_url: asked }) => ({
          unique_id,
          content_status: 'changed',
          ...(asked === null && { image_status: 'broken', image_http_code: 404 }),
        })),
      )
    expect(await checkIntegrity(ports({ verify }))).toMatchObject({ brokenPictures: 0 })
    const features = await readFeatures(stack.db, 'sem-foto')
    expect(features.integrity).toMatchObject({ content_status: 'changed' })
    expect(features).not.toHaveProperty('image_broken')
  })
})

describe('a scraper that is kept apart', () => {
  const article = (id: string): ArticleToCheck => ({
    unique_id: id,
    url: `https://www.gov.br/mec/${id}`,
    image_url: null,
    content_hash: null,
    source_etag: null,
    check_content: true,
  })
  let server: Server
  const bodies: { articles: { unique_id: string }[] }[] = []
  const answers: { status: number; body: unknown }[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof bodies)[number])
        const isOurs = request.headers.authorization === 'Bearer chave'
        const { status, body } = (isOurs && answers.shift()) || { status: 500, body: {} }
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    bodies.length = 0
    answers.length = 0
  })
  const ask = (...articles: ArticleToCheck[]) =>
    requestIntegrity(
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, token: 'chave' },
      articles,
      AbortSignal.timeout(10_000),
    )

  it('is asked again without the articles that it refuses', async () => {
    answers.push(
      { status: 422, body: { detail: [{ loc: ['body', 'articles', 1, 'url'], type: 'x', msg: 'x' }] } },
      { status: 200, body: { results: [{ unique_id: 'a', content_status: 'removed' }] } },
    )
    expect(await ask(article('a'), article('b'))).toEqual([
      { unique_id: 'a', content_status: 'removed' },
      { unique_id: 'b', content_status: 'error' },
    ])
    expect(bodies.map(({ articles }) => articles.map(({ unique_id }) => unique_id))).toEqual([
      ['a', 'b'],
      ['a'],
    ])
  })

  it.each([
    [422, { detail: [{ loc: ['body'] }] }],
    [422, { detail: [] }],
    [422, { detail: [{ loc: ['body', 'articles', 0, 'url'] }, { loc: ['body', 'token'] }] }],
    [422, { detail: [{ loc: ['query', 'article', 0] }] }],
    [204, { results: [] }],
    [401, { detail: 'wrong key' }],
  ])('fails the run when it answers %i to all', async (status, body) => {
    answers.push({ status, body })
    await expect(ask(article('a'))).rejects.toThrow(`the scraper answered ${status}`)
    expect(bodies).toHaveLength(1)
  })
})
