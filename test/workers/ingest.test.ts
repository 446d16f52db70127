import type { IncomingArticleInput } from '@pauta/core/articles/article'
import { sendArticle } from '@pauta/core/ingest/send'
import { upsertFeatures } from '@pauta/core/features/features'
import { markDue } from '@pauta/core/steps/steps'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeDown } from '../kit/rows/article-rows.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let pipeline: Pipeline

beforeAll(async () => {
  stack = await shareTestStack()
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
})

/** Every step is done once; the index step also for the features and for the embedding. */
const DONE = { embed: 'done 1', enrich: 'done 1', index: 'done 3' }

/** Marks every step as done, so that later due steps are visible. */
async function settleSteps(id: string): Promise<void> {
  await tables.pipelineSteps.set(stack.db, { uniqueId: id }, { status: 'done', version: 1 })
}

describe('a new article', () => {
  it('becomes a row, a raw event and a searchable document within seconds', async () => {
    const id = 'capivara_000001'
    const article = anArticle({ uniqueId: id, title: 'Capivara inaugura creche' })
    await pipeline.cloud.send(pipeline.ingestQueue, article)
    await eventually(async () => expect(await pipeline.document(id)).not.toBeNull())
    const { search } = await stack.query('{ search(query: "capivara creche") { articles { uniqueId } } }')
    expect(search.articles).toEqual([{ uniqueId: id }])

    const row = await pipeline.row(id)
    expect(row).toMatchObject({ agencyKey: 'mec', title: article.title, content: article.content })
    expect(await pipeline.availableAt(id)).toBeInstanceOf(Date)
    const [key = '', ...others] = await pipeline.rawEvents(id)
    expect(others).toEqual([])
    const day = localDay(row?.['updatedAt'] as Date).replaceAll('-', '/')
    expect(key).toMatch(new RegExp(`^bronze/news\\.scraped/${day}/[0-9a-f]{32}\\.json$`))
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+00:00$/) as string
    expect(JSON.parse(await pipeline.cloud.read(key))).toEqual({
      specversion: '1.0',
      id: key.slice(-37, -5),
      source: 'pauta',
      type: 'news.scraped',
      subject: id,
      time: instant,
      datacontenttype: 'application/json',
      data: {
        unique_id: id,
        agency_key: 'mec',
        published_at: '2026-06-01T15:00:00+00:00',
        scraped_at: instant,
      },
    })
    await pipeline.settled()
    expect(await pipeline.steps(id)).toEqual(DONE)
  })

  it.each([
    ['its extraction', { extractedAt: '2026-05-31T12:00:00Z' }, '2026-05-31T12:00:00Z'],
    ['its publication', {}, '2026-05-30T12:00:00Z'],
  ])('of the past arrived at %s, so that no digest has it as news', async (name, dates, arrived) => {
    const uniqueId = `passada_${name.length}`
    const publishedAt = '2026-05-30T12:00:00Z'
    await pipeline.ingest(anArticle({ uniqueId, publishedAt, isPast: true, ...dates }))
    expect(await pipeline.availableAt(uniqueId)).toEqual(new Date(arrived))
    await pipeline.settled()
    expect(await pipeline.document(uniqueId)).not.toBeNull()
  })

  it('may have characters above U+FFFF: queues, row and search keep them', async () => {
    const id = 'emoji_000001'
    const title = 'Tatuzinho 😀 em 𝐧𝐞𝐠𝐫𝐢𝐭𝐨'
    const article = anArticle({ uniqueId: id, title, content: 'Um 😀 e um 𝐧𝐞𝐠𝐫𝐢𝐭𝐨.' })
    await sendArticle(article, {
      queues: connectQueues(),
      storage: connectStorage({ name: 'pauta-raw-events', folder: '' }),
      queueUrl: pipeline.ingestQueue,
    })
    await eventually(async () => {
      const { search } = await stack.query(
        '{ search(query: "tatuzinho") { articles { uniqueId title content } } }',
      )
      expect(search.articles).toEqual([{ uniqueId: id, title, content: article.content }])
    })
    expect(await pipeline.row(id)).toMatchObject({ title, content: article.content })
  })

  it('gets an identifier if it has none', async () => {
    const { uniqueId: _, ...article } = anArticle({ title: 'Sem número: São João' })
    await pipeline.ingest(article)
    const [row] = await stack.db`select unique_id from articles where title = ${article.title}`
    expect(row?.['uniqueId']).toMatch(/^sem-numero-sao-joao_[0-9a-f]{6}$/)
  })

  it('may be larger than a message: then the message contains its object key', async () => {
    const content = 'Período longo. '.repeat(20_000).trim()
    const article = anArticle({ uniqueId: 'longa_000001', content })
    expect(JSON.stringify(article).length).toBeGreaterThan(256 * 1024)
    await pipeline.cloud.put('ingest/longa_000001.json', JSON.stringify(article))
    await pipeline.ingest({ objectKey: 'ingest/longa_000001.json' })
    expect(await pipeline.row('longa_000001')).toMatchObject({ content })
    expect((await pipeline.document('longa_000001'))?.content).toBe(content)
  })

  it('creates its agency and its themes', async () => {
    await pipeline.ingest(anArticle({ agencyKey: 'orgao-novo', themeL1Code: '77', themeL1Label: 'Novo' }))
    expect(await stack.db`select key, name from agencies where key = 'orgao-novo'`).toEqual([
      { key: 'orgao-novo', name: 'orgao-novo' },
    ])
    expect(await stack.db`select code, label, level from themes where code = '77'`).toEqual([
      { code: '77', label: 'Novo', level: 1 },
    ])
  })
})

// Each test has its own articles and mostly waits, so the tests run concurrently.
describe.concurrent('a re-scrape', () => {
  const article = (id: string, changes: Partial<IncomingArticleInput> = {}) =>
    anArticle({ uniqueId: id, title: 'Título', extractedAt: '2026-06-01T16:00:00Z', ...changes })

  it('without changes writes nothing and publishes nothing', async () => {
    const id = 'igual_000001'
    const same = article(id, { content: 'Igual.' })
    await pipeline.ingest(same)
    await settleSteps(id)
    const before = await pipeline.row(id)
    const [key = ''] = await pipeline.rawEvents(id)
    await pipeline.cloud.put(key, 'as it was')
    // A message would finish this step; none is sent.
    await markDue(stack.db, 'index', [id])
    await pipeline.ingest({ ...same, extractedAt: '2026-06-01T17:00:00Z' }, { ...same, title: ' Título ' })
    // Only the date of the latest version changes.
    expect(await pipeline.row(id)).toEqual({ ...before, versionAt: new Date('2026-06-01T17:00:00Z') })
    expect(await pipeline.cloud.read(key)).toBe('as it was')
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 1', enrich: 'done 1', index: 'due 2' })
  })

  it('erases no derived values', async () => {
    const id = 'derivada_000001'
    await pipeline.ingest(article(id, { ...themed('08'), content: 'Um.' }))
    await tables.articles.set(stack.db, { uniqueId: id }, { summary: 'Um resumo.' })
    await upsertFeatures(stack.db, [{ uniqueId: id, features: { view_count: 3 } }])
    await pipeline.ingest(article(id, { content: 'Dois.', extractedAt: '2026-06-01T18:00:00Z' }))
    expect(await pipeline.row(id)).toMatchObject({ content: 'Dois.', themeL1Code: '08' })
    expect(await stack.db`select model from article_embeddings where unique_id = ${id}`).toHaveLength(1)
    expect(await pipeline.document(id)).toEqual({
      title: 'Título',
      content: 'Dois.',
      summary: 'Um resumo.',
      image: null,
      mostSpecificThemeCode: '08',
      features: expect.objectContaining({ viewCount: 3 }) as object,
    })
  })

  it('with another text runs every step once, with its first picture only the index step', async () => {
    const id = 'mudada_000001'
    await pipeline.ingest(article(id, { content: 'Antes.' }))
    await settleSteps(id)
    const changed = article(id, { content: 'Depois.', extractedAt: '2026-06-01T18:00:00Z' })
    await pipeline.ingest(changed)
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 2', enrich: 'done 2', index: 'done 4' })
    expect((await pipeline.document(id))?.content).toBe('Depois.')
    expect(await pipeline.rawEvents(id)).toHaveLength(2)
    await pipeline.ingest({ ...changed, imageUrl: 'https://www.gov.br/foto.jpg' })
    expect(await pipeline.steps(id)).toEqual({ embed: 'done 2', enrich: 'done 2', index: 'done 5' })
    expect((await pipeline.document(id))?.image).toBe('https://www.gov.br/foto.jpg')
  })

  it('does not restore an article that was taken down', async () => {
    const id = 'retirada_000001'
    await pipeline.ingest(article(id))
    await takeDown(stack.db, [id])
    await markDue(stack.db, 'index', [id])
    await pipeline.enqueue(id)
    expect(await pipeline.document(id)).toBeNull()
    await pipeline.ingest(article(id, { content: 'Outro texto.' }))
    expect(await pipeline.document(id)).toBeNull()
    expect(await pipeline.steps(id)).toMatchObject({ index: 'done 6' })
  })
})

describe.concurrent('messages', () => {
  it('that arrive twice, together or later, count once', async () => {
    const article = anArticle({ uniqueId: 'dobrada_000001' })
    await pipeline.ingest(article, article, article)
    await pipeline.ingest(article)
    expect(await pipeline.steps('dobrada_000001')).toEqual(DONE)
    expect(await pipeline.rawEvents('dobrada_000001')).toHaveLength(1)
  })

  it('that overtake each other end with the latest scraped version', async () => {
    const older = anArticle({
      uniqueId: 'ordem_000001',
      content: 'A primeira versão.',
      subtitle: 'Só na primeira',
      extractedAt: '2026-06-01T16:00:00Z',
    })
    const newer = {
      ...older,
      content: 'A segunda versão.',
      subtitle: null,
      extractedAt: '2026-06-01T16:15:00Z',
    }
    await pipeline.ingest(newer)
    await pipeline.ingest(older)
    const end = { content: 'A segunda versão.', subtitle: 'Só na primeira' }
    expect(await pipeline.row('ordem_000001')).toMatchObject(end)
    expect((await pipeline.document('ordem_000001'))?.content).toBe('A segunda versão.')
    // Both in one batch, the newer one first.
    await pipeline.ingest({ ...newer, uniqueId: 'ordem_000002' }, { ...older, uniqueId: 'ordem_000002' })
    expect(await pipeline.row('ordem_000002')).toMatchObject(end)
  })

  it('are all stored when a hundred arrive', async () => {
    await pipeline.ingest(...Array.from({ length: 120 }, () => anArticle({ agencyKey: 'ibama' })))
    const { articles } = await stack.query(
      '{ articles(filter: { agencies: ["ibama"] }, limit: 1) { found } }',
    )
    expect(articles).toEqual({ found: 120 })
  })
})
