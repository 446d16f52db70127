import { localDay } from '@pauta/platform/time/time'
import { parquetReadObjects } from 'hyparquet'
import { loadConfig } from '@pauta/platform/config/config'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { composeDigest } from '@pauta/delivery/digest/digest'
import { keepPage } from '@pauta/scraper/raw-pages/keep-page'
import { keepRaw } from '@pauta/scraper/raw-pages/keep-raw'
import { openRunStore } from '@pauta/scraper/store/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool, connectMcp } from './kit/client/mcp.ts'
import { findWords } from './kit/oracles/find-words.ts'
import { makeCommandCaller } from './kit/processes/call-command.ts'
import { FULL_DATASET, readHubFile, REDUCED_DATASET } from './kit/rows/datasets.ts'
import { anArticle, received } from './kit/rows/factories.ts'
import { tables } from './kit/rows/tables.ts'
import { catchLog, type CaughtLog } from './kit/stack/log-lines.ts'
import { startHubReceiver, type HubReceiver } from './kit/services/hub-receiver.ts'
import { startTestStack, type TestStack } from './kit/stack/stack.ts'
import { openPipeline, type Pipeline } from './kit/workers/ingest.ts'
import { startRun } from './kit/workers/runs.ts'

/** A word in each place of the article, which no other text has. Ids and addresses repeat none of them. */
const WORDS = [
  'Zarabatana',
  'Quimérica',
  'Ornitorrinco',
  'Xilofonista',
  'Escafandro',
  'Paralelepípedo',
  'Berimbau',
  'Jabuticabal',
  'Mandacaru',
]
const UNIQUE_ID = 'caso-judicial_00000a'
const OTHER_ID = 'vizinha_00000b'
const TITLE = 'Zarabatana em feira'
const URL = 'https://www.gov.br/mec/pt-br/noticias/caso-judicial'
const STARTED_MS = Date.now()
/** All versions of an article have one publication: another one would be an edit. */
const at = (minute: number) => new Date(STARTED_MS - (120 - minute) * 60_000).toISOString()

const secret = (minute: number, content: string) =>
  anArticle({
    uniqueId: UNIQUE_ID,
    url: URL,
    title: TITLE,
    subtitle: 'Ornitorrinco visita a capital',
    editorialLead: 'Xilofonista',
    summary: 'Escafandro em exposição.',
    content,
    imageUrl: 'https://www.gov.br/foto-Berimbau.jpg',
    category: 'Jabuticabal',
    tags: ['Mandacaru'],
    publishedAt: at(0),
    extractedAt: at(minute),
  })
const FIRST = 'Quimérica feira teve 12 visitantes, disse o ministro Paralelepípedo.'
const SECOND = 'Quimérica feira teve 15 visitantes, disse o ministro Paralelepípedo.'

let stack: TestStack
let pipeline: Pipeline
let log: CaughtLog
let receiver: HubReceiver

beforeAll(async () => {
  log = catchLog()
  receiver = await startHubReceiver()
  stack = await startTestStack({
    logLevel: 'info',
    retrySeconds: () => 0,
    outboundOrigins: [receiver.origin],
  })
  pipeline = openPipeline(stack)
  await fillStores()
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await receiver.stop()
  log.release()
})

/** Gives the articles away: to both datasets, and to the subscriber of a feed. */
async function publishAll(): Promise<void> {
  const runs = [
    await startRun(stack, 'export-dataset', { date: localDay(new Date(at(0))) }),
    await startRun(stack, 'push-feeds'),
  ]
  await Promise.all(runs.map((run) => run.until('succeeded')))
  await (await startRun(stack, 'export-changes')).until('succeeded')
}

/** The rows of all files of both datasets, and their cards. */
async function readDatasets(): Promise<string> {
  const { datasetHub: hub } = stack.stack
  const texts: string[] = []
  for (const name of [FULL_DATASET, REDUCED_DATASET])
    for (const path of Object.keys(hub.repository(name).head().files)) {
      const file = await readHubFile(hub, path, name)
      const value = path.endsWith('.parquet')
        ? await parquetReadObjects({ file })
        : Buffer.from(file).toString()
      texts.push(`${path} ${JSON.stringify(value)}`)
    }
  return texts.join('\n')
}

const storage = () => connectStorage(loadConfig('storage').storage)
const entry = { url: URL, title: TITLE, stamp: null, category: null, tags: [] }
const readPage = (text: string) => ({
  agencyKey: 'mec',
  url: URL,
  kind: 'plone-html' as const,
  uniqueId: UNIQUE_ID,
  entry,
  page: {
    url: URL,
    finalUrl: URL,
    text,
    answer: { status: 200, headers: new Headers(), bytes: Buffer.from(text) },
    validators: { etag: null, lastModified: null },
  },
  at: new Date(),
})
const keep = (text: string) =>
  keepRaw({ db: stack.db, storage: storage() }, readPage(text), createLogger({ level: 'silent' }))
const openStore = () =>
  openRunStore(stack.db, {
    onFound: () => undefined,
    send: async () => undefined,
    keepPage: (agencyKey, kind, unread) =>
      keepPage(storage(), { agencyKey, kind, page: unread, logger: createLogger({ level: 'silent' }) }),
    keepRaw: async () => true,
    now: () => new Date(),
  })
const drift = { kind: 'no-items' as const, detail: '', page: { address: URL, text: SECOND } }
const note = { reason: 'failed' as const, detail: '', times: 1, lastAt: at(0), nextAt: at(0), item: entry }

/** Puts the words into every store that may have them. */
async function fillStores(): Promise<void> {
  const { db } = stack
  const other = anArticle({ uniqueId: OTHER_ID, title: 'Feira em Belém', publishedAt: at(0) })
  await pipeline.ingest(secret(1, FIRST), other)
  await pipeline.ingest(secret(2, SECOND))
  await keep(`<p>${FIRST}</p>`)
  await keep(`<p>${SECOND}</p>`)
  await openStore().addresses.save('mec', URL, note)
  await storage().put('pages/mec/no-items.html', `<p>${FIRST}</p>`, 'text/plain')
  const drift = { agencyKey: 'mec', kind: 'no-items', beganAt: new Date(), lastSeenAt: new Date() }
  await tables.scrapeDrifts.add(db, [{ ...drift, detail: '', pageKey: 'pages/mec/no-items.html' }])
  await storage().put('ingest/grande.json', JSON.stringify(secret(3, SECOND)), 'application/json')
  // Without a title that the queue takes, so that they become dead letters.
  const broken = { ...secret(4, SECOND), publishedAt: 'ontem' }
  await pipeline.cloud.send(
    stack.stack.queueUrl('news-ingest-dlq'),
    broken,
    `{"title": "Zarabatana em feira`,
    {
      objectKey: 'ingest/grande.json',
    },
  )
  const digest = composeDigest({
    clippingName: 'Feiras',
    prompt: null,
    refTime: new Date(),
    period: { kind: 'newest' },
    recortes: [
      {
        title: 'Feiras',
        articles: [secret(2, SECOND), other].map(({ uniqueId, title, url, summary = null }) => ({
          uniqueId: String(uniqueId),
          title,
          url,
          agency: 'mec',
          agencyName: 'MEC',
          publishedAt: new Date(),
          summary: summary as string | null,
        })),
      },
    ],
  })
  await tables.users.add(db, { id: 'ana' })
  await tables.clippings.add(db, { id: 'feiras', authorUserId: 'ana', name: 'Feiras', schedule: '0 8 * * *' })
  const shown = {
    clippingId: 'feiras',
    digestHtml: digest.html,
    digestText: digest.text,
    digestSubject: digest.subject,
    digestPreview: digest.preview,
    articlesCount: 2,
  }
  await tables.releases.add(db, [
    { ...shown, id: 'com-ids', articleIds: [UNIQUE_ID, OTHER_ID] },
    { ...shown, id: 'sem-ids', articleIds: null },
    {
      ...shown,
      id: 'so-mudancas',
      articleIds: [OTHER_ID],
      articlesCount: 1,
      digestHtml: '<p>Quimérica feira teve 15</p>',
      digestText: 'Quimérica feira teve 15',
      digestPreview: 'Quimérica',
    },
    // With more releases than one statement rewrites, the last one is written first.
    ...Array.from({ length: 21 }, (_, n) => ({ ...shown, id: `outra-${50 - n}`, articleIds: [UNIQUE_ID] })),
  ])
  const change = { releaseId: 'so-mudancas', grade: 'figures', fromVersion: 1, toVersion: 2 }
  await tables.releaseChanges.add(db, [
    { ...change, uniqueId: UNIQUE_ID, wordsBefore: 'Quimérica 12', wordsAfter: 'Quimérica 15' },
    { ...change, uniqueId: OTHER_ID, wordsBefore: 'treze', wordsAfter: 'quatorze' },
  ])
  const notice = (id: string, title: string, url: string) => {
    const payload = { articles: [{ title, agencyName: null, url }], count: 1 }
    const address = `https://push.exemplo.org/${id}`
    return { id, userId: 'ana', kind: 'new-articles', channel: 'push', address, payload, status: 'pending' }
  }
  // The title of the second ends as that of the article.
  await tables.deliveries.add(db, [notice('aviso', TITLE, URL), notice('vizinho', `A${TITLE.slice(1)}`, 'x')])
}

const call = makeCommandCaller(() => stack.stack.environment)
const ORDER = ['--reason', 'Ordem judicial 123']

/** What readers get of every route that may show the article. The stream is read up to an event of a kind. */
async function readRoutes(lastKind: string): Promise<Record<string, string>> {
  const paths = [
    '/feeds/articles.rss',
    '/feeds/articles.json',
    '/feeds/agencies/mec.atom',
    '/feeds/changes.rss',
    '/feeds/changes.atom',
    '/feeds/changes.json',
    '/export/articles.jsonl',
    '/export/articles.csv',
    `/artigos/${UNIQUE_ID}`,
  ]
  const answers = await Promise.all(
    paths.map(async (path) => [path, await (await stack.fetch(path)).text()] as const),
  )
  const { data } = await stack.ask(
    `query ($id: String!) { article(uniqueId: $id) { title } articleVersion(uniqueId: $id, number: 1) { content }
      articleDiff(uniqueId: $id, from: 1, to: 2) { html } search(query: "zarabatana") { found }
      articleChanges { events { title reason url uniqueId kind } } }`,
    { id: UNIQUE_ID },
  )
  const replay = await stack.fetch('/stream/articles?since=2020-01-01')
  const reader = replay.body?.getReader()
  let stream = ''
  while (!stream.includes(`event: ${lastKind}`)) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) break
    stream += Buffer.from(value as Uint8Array).toString()
  }
  await reader?.cancel()
  const client = await connectMcp(stack)
  const found = await callTool(client, 'search_articles', { query: 'zarabatana' })
  await client.close()
  const datasets = await readDatasets()
  return {
    ...Object.fromEntries(answers),
    datasets,
    push: receiver.pushes.at(-1) ?? '',
    graphql: JSON.stringify(data),
    stream,
    mcp: JSON.stringify(found),
  }
}

describe('the erasure of an article for legal reasons', () => {
  it('shows what it would erase, and erases nothing without --yes', async () => {
    const { code, stdout } = await call('articles', ['erase', UNIQUE_ID, ...ORDER])
    expect(code).toBe(1)
    expect(stdout).toContain(TITLE)
    expect(stdout).toContain(URL)
    await stack.fetch('/feeds/hub', {
      method: 'POST',
      body: new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.topic': new globalThis.URL('/feeds/agencies/mec.rss', stack.stack.graphqlUrl).href,
        'hub.callback': `${receiver.origin}/a`,
      }),
    })
    await publishAll()
    // Whatever caches an answer has it now.
    const routes = await readRoutes('edited')
    for (const route of ['/feeds/articles.rss', '/feeds/changes.rss', 'datasets', 'push'])
      expect({ route, text: routes[route] }).toEqual({
        route,
        text: expect.stringContaining('Zarabatana') as string,
      })
    const places = await findWords(stack, pipeline.cloud, WORDS)
    const found = [
      'table articles',
      'table releases',
      'index ',
      'bucket raw-pages/',
      'bucket ingest/',
      'article_texts',
      'table release_changes',
    ].filter((store) => places.some((place) => place.startsWith(store)))
    expect(found).toHaveLength(7)
  })

  it('leaves no word in any store', async () => {
    const { code, stdout } = await call('articles', ['erase', UNIQUE_ID, ...ORDER, '--yes', '--json'])
    expect({ code, result: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      result: {
        erased: true,
        uniqueId: UNIQUE_ID,
        versions: 1,
        pages: 3,
        messages: 4,
        releases: 24,
        deliveries: 1,
      },
    })
    await pipeline.settled()
    expect(await findWords(stack, pipeline.cloud, WORDS)).toEqual([])
    expect(await pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))).toEqual([])
  })

  it('leaves an event without words, and nothing of the article on any route', async () => {
    const { articleChanges } = await stack.query(
      '{ articleChanges(first: 1) { events { kind seenBy uniqueId title url reason } } }',
    )
    expect(articleChanges.events).toEqual([
      { kind: 'TAKEN_DOWN', seenBy: 'OPERATOR', uniqueId: UNIQUE_ID, title: null, url: null, reason: null },
    ])
    const pushed = receiver.pushes.length
    await publishAll()
    expect(receiver.pushes).toHaveLength(pushed + 1)
    const routes = await readRoutes('taken_down')
    expect(routes['stream']).toContain(UNIQUE_ID)
    expect(routes['datasets']).toContain('taken_down')
    expect(routes['push']).toContain('Feira em Belém')
    for (const [route, text] of Object.entries(routes))
      expect({ route, words: WORDS.filter((word) => text.includes(word)) }).toEqual({ route, words: [] })
  })

  it('keeps the other articles and changes of releases, and other messages', async () => {
    const [changed] = await stack.db`select digest_html from releases where id = 'so-mudancas'`
    expect(changed?.['digestHtml']).toContain('quatorze')
    expect(await tables.releaseChanges.count(stack.db)).toBe(1)
    expect(await tables.deliveries.count(stack.db, { id: 'vizinho', status: 'pending' })).toBe(1)
    const [kept] = await stack.db`
      select article_ids, articles_count, digest_html, digest_text from releases where id = 'com-ids'`
    expect(kept).toMatchObject({
      articleIds: [OTHER_ID],
      articlesCount: 1,
      digestHtml: expect.stringContaining('Feira em Belém') as string,
      digestText: expect.stringContaining('Feira em Belém') as string,
    })
  })

  it.each([
    ['a late message', () => pipeline.ingest(secret(50, SECOND))],
    [
      'a message under another id',
      () => pipeline.ingest({ ...secret(51, SECOND), uniqueId: 'outra_00000c' }),
    ],
    [
      'a message with the title at another address',
      () => pipeline.ingest({ ...secret(52, SECOND), uniqueId: 'outra_00000d', url: `${URL}-2` }),
    ],
    ['an import', () => upsertArticles(stack.db, [received(secret(53, SECOND))], { seenBy: 'import' })],
    ['another reading of its page', () => keep(`<p>${SECOND} Outra vez.</p>`)],
    ['a note about its address', () => openStore().addresses.save('mec', URL, note)],
    ['a listing without entries at its address', () => openStore().drifts?.open('mec', drift)],
    ['put-back', () => call('articles', ['put-back', UNIQUE_ID])],
  ])('is not undone by %s', async (_, attempt) => {
    log.take()
    await attempt()
    await pipeline.settled()
    expect(await findWords(stack, pipeline.cloud, WORDS)).toEqual([])
    expect(await pipeline.row(UNIQUE_ID)).toMatchObject({ title: '', erasureReason: 'Ordem judicial 123' })
    const lines = JSON.stringify(log.take())
    expect(WORDS.filter((word) => lines.includes(word))).toEqual([])
  })

  it('changes nothing the second time', async () => {
    const events = await tables.articleEvents.count(stack.db)
    const { code } = await call('articles', ['erase', UNIQUE_ID, ...ORDER, '--yes'])
    expect(code).toBe(0)
    expect(await tables.articleEvents.count(stack.db)).toBe(events)
  })

  it.each([
    [['erase', 'nenhuma_000001', ...ORDER]],
    [['erase', UNIQUE_ID, '--reason', ' ']],
    [['erase', UNIQUE_ID, '--reason', 'x'.repeat(501)]],
  ])('refuses %j', async (args) => {
    expect((await call('articles', args)).code).not.toBe(0)
  })
})
