import { listToEnrich } from '@pauta/core/features/backfill'
import { listDue } from '@pauta/core/steps/steps'
import { assignStories } from '@pauta/core/stories/assign-stories'
import { listStories } from '@pauta/core/stories/queries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const BODY = [
  'O Ministério da Saúde enviou 553 mil doses da vacina contra a dengue a Roraima nesta quinta-feira (13), para crianças e adolescentes de 10 a 14 anos.',
  'A entrega faz parte da estratégia nacional de vacinação e segue os critérios pactuados com estados e municípios no Sistema Único de Saúde.',
  'As doses chegam à secretaria estadual, que as distribui às unidades básicas dos quinze municípios até o fim da semana, com apoio do Exército.',
  'A vacina é aplicada em duas doses, com intervalo de três meses, e está disponível para quem mora na capital e nas terras indígenas.',
]
const TITLE = 'Roraima recebe mais 553 mil doses da vacina contra a dengue'
const release = {
  ...anArticle(),
  uniqueId: 'doses_1',
  agencyKey: 'saude',
  title: TITLE,
  content: BODY.join('\n\n'),
  publishedAt: '2026-06-01T15:00:00Z',
}
/** The same release on another site: other title, dateline, fewer paragraphs, a credit of its own. */
const copy = {
  ...release,
  uniqueId: 'doses_2',
  agencyKey: 'casacivil',
  url: 'https://www.gov.br/casacivil/doses',
  title: 'Governo envia vacinas contra a dengue para Roraima',
  content: `Brasília (DF), 1º de junho de 2026 – ${BODY.slice(0, 3).join('\n\n')}\n\nCom informações do Ministério da Saúde`,
  publishedAt: '2026-06-02T12:00:00Z',
}
const serial = {
  ...release,
  uniqueId: 'doses_3',
  url: 'https://www.gov.br/saude/acre',
  title: 'Acre recebe mais 201 mil doses da vacina contra a dengue',
  content: release.content.replaceAll('553', '201').replaceAll('Roraima', 'Acre'),
}

let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => 0 })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())
beforeEach(async () => {
  await tables.articles.remove(stack.db)
})

const storyOf = async (uniqueId: string) => (await listStories(stack.db, [uniqueId])).get(uniqueId)
const membersOf = async (uniqueId: string) =>
  (await storyOf(uniqueId))?.articles.map((article) => article.uniqueId)
const write = async (...articles: (typeof release)[]) => {
  await stack.write(articles)
  return articles.map(({ uniqueId }) => uniqueId)
}

describe('a story', () => {
  it('has the same release of several sites, and no serial article', async () => {
    const ids = await write(release, copy, serial)
    expect((await assignStories(stack.db, ids)).sort()).toEqual(['doses_1', 'doses_2'])
    expect(await membersOf('doses_1')).toEqual(['doses_1', 'doses_2'])
    expect(await storyOf('doses_3')).toBeUndefined()
  })

  it('is found for each article that arrives later, and makes the earlier one due for the index', async () => {
    await assignStories(stack.db, await write(release))
    expect(await storyOf('doses_1')).toBeUndefined()
    await tables.pipelineSteps.set(stack.db, { step: 'index' }, { status: 'done' })
    expect(await assignStories(stack.db, await write(copy))).toEqual(['doses_1', 'doses_2'])
    expect(await listDue(stack.db, 'index', ['doses_1'])).toHaveLength(1)
    expect(await membersOf('doses_2')).toEqual(['doses_1', 'doses_2'])
  })

  it('is one when its articles are enriched at once', async () => {
    const copies = Array.from({ length: 6 }, (_, at) => ({
      ...copy,
      uniqueId: `vez_${at}`,
      agencyKey: `orgao_${at}`,
      url: `https://www.gov.br/orgao/${at}`,
    }))
    const ids = await write(...copies)
    await Promise.all(ids.map((id) => assignStories(stack.db, [id])))
    expect(await membersOf('vez_0')).toHaveLength(6)
  })

  it('lists its first 50 articles by publication, and of one moment by id', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `vez_${String(at).padStart(2, '0')}`)
    // The smaller the id, the later; the first two are of one moment.
    const publishedAt = (at: number) => new Date(Date.UTC(2026, 5, 1, 15, 60 - Math.max(at, 1))).toISOString()
    await write(
      ...ids.map((uniqueId, at) => ({
        ...copy,
        uniqueId,
        url: `https://www.gov.br/vez/${at}`,
        publishedAt: publishedAt(at),
      })),
    )
    const row = { storyId: 's', publishedAt: new Date(), version: 1, keys: [] }
    await tables.articleStories.add(
      stack.db,
      ids.map((uniqueId) => ({ uniqueId, ...row })),
    )
    expect(await membersOf('vez_50')).toEqual([...ids.slice(2).toReversed(), 'vez_00'])
    expect(await storyOf('vez_01')).toBeUndefined()
  })

  it('stays the same when nothing changed', async () => {
    const ids = await write(release, copy)
    await assignStories(stack.db, ids)
    const before = await storyOf('doses_1')
    expect(await assignStories(stack.db, ids)).toEqual([])
    expect(await storyOf('doses_1')).toEqual(before)
  })

  it('loses an article whose text changed, and one that was taken down', async () => {
    const third = { ...copy, uniqueId: 'doses_4', agencyKey: 'secom', url: 'https://www.gov.br/secom/doses' }
    await assignStories(stack.db, await write(release, copy, third))
    const changed = { ...third, title: 'Outra notícia', content: 'Um texto novo sobre estradas.' }
    expect(await assignStories(stack.db, await write(changed))).toEqual(['doses_4'])
    expect(await membersOf('doses_1')).toEqual(['doses_1', 'doses_2'])
    await tables.articles.set(stack.db, { uniqueId: 'doses_2' }, { deletedAt: new Date() })
    expect(await storyOf('doses_1')).toBeUndefined()
  })

  it('takes in another article, which alone becomes due for the index', async () => {
    await assignStories(stack.db, await write(release, copy))
    const third = { ...copy, uniqueId: 'doses_0', agencyKey: 'secom', url: 'https://www.gov.br/secom/doses' }
    expect(await assignStories(stack.db, await write(third))).toEqual(['doses_0'])
    // By publication, and of one moment by id.
    expect(await membersOf('doses_1')).toEqual(['doses_1', 'doses_0', 'doses_2'])
  })

  it.each([
    ['text', { contentHash: 'x' }],
    ['time', { publishedAt: new Date('2026-06-01T15:00:01Z') }],
    ['method', { version: 0 }],
  ])('lacks an article that was read in another %s, until it is read again', async (_, columns) => {
    await assignStories(stack.db, await write(release))
    await tables.articleStories.set(stack.db, { uniqueId: 'doses_1' }, columns)
    await assignStories(stack.db, await write(copy))
    expect(await storyOf('doses_2')).toBeUndefined()
    expect(await assignStories(stack.db, ['doses_1'])).toEqual(['doses_1', 'doses_2'])
    expect(await tables.articleStories.count(stack.db, columns)).toBe(0)
  })

  it('has no article that was taken down, before or after it was read', async () => {
    const [first = '', second = ''] = await write(release, copy)
    await assignStories(stack.db, [first])
    await tables.articles.set(stack.db, { uniqueId: first }, { deletedAt: new Date() })
    expect(await assignStories(stack.db, [second])).toEqual([])
    await tables.articles.set(stack.db, { uniqueId: second }, { deletedAt: new Date() })
    await tables.articleStories.remove(stack.db)
    expect(await assignStories(stack.db, [second])).toEqual([])
    expect(await tables.articleStories.count(stack.db)).toBe(0)
  })

  it('is found among many articles that have a key of it by chance', async () => {
    const others = Array.from({ length: 24 }, (_, at) => ({
      ...release,
      uniqueId: `acaso_${String(at).padStart(2, '0')}`,
      url: `https://www.gov.br/saude/acaso-${at}`,
      title: `Edital ${at} de obras`,
      content: `O edital ${at} trata de pontes e estradas.`,
    }))
    await assignStories(stack.db, await write(copy, ...others))
    const [found] = await stack.db<{ keys: string[] }[]>`
      select keys[1:1] as keys from article_stories where unique_id = 'doses_2'`
    const uniqueIds = others.map(({ uniqueId }) => uniqueId)
    await tables.articleStories.set(stack.db, { uniqueId: uniqueIds }, { ...found })
    const [key] = await stack.db<{ shared: boolean }[]>`
      select o.keys && c.keys as shared from article_stories o, article_stories c
      where o.unique_id = 'acaso_00' and c.unique_id = 'doses_2'`
    expect(key).toEqual({ shared: true })
    await assignStories(
      stack.db,
      await write({ ...copy, uniqueId: 'doses_9', agencyKey: 'mec', url: 'https://www.gov.br/mec/9' }),
    )
    expect(await membersOf('doses_9')).toEqual(['doses_2', 'doses_9'])
  })

  it.each([
    [7, ['doses_1', 'doses_2']],
    [8, undefined],
  ])('has articles that are %i days apart: %j', async (days, members) => {
    const publishedAt = new Date(Date.parse('2026-06-01T15:00:00Z') + days * 86_400_000).toISOString()
    await assignStories(stack.db, await write(release, { ...copy, publishedAt }))
    expect(await membersOf('doses_1')).toEqual(members)
  })

  it('has texts that are equal letter by letter, however far apart', async () => {
    const later = { ...release, uniqueId: 'doses_5', agencyKey: 'mec', publishedAt: '2026-09-01T15:00:00Z' }
    // More articles than one is compared with, with smaller ids.
    const others = Array.from({ length: 24 }, (_, at) => ({
      ...release,
      uniqueId: `acaso_${String(at).padStart(2, '0')}`,
      url: `https://www.gov.br/saude/acaso-${at}`,
      title: `Edital ${at} de obras`,
      content: `O edital ${at} trata de pontes e estradas.`,
    }))
    await assignStories(stack.db, await write(release, ...others))
    await assignStories(stack.db, await write({ ...later, url: 'https://www.gov.br/mec/doses' }))
    expect(await membersOf('doses_1')).toEqual(['doses_1', 'doses_5'])
  })

  it('is missing until the next enrichment for articles that were enriched before there were stories', async () => {
    const ids = await write(release)
    const missing = () => listToEnrich(stack.db, { kind: 'missing' }, { after: '', limit: 10 })
    await tables.pipelineSteps.set(stack.db, {}, { status: 'done' })
    await tables.articleFeatures.add(stack.db, { uniqueId: 'doses_1', features: { content_annotations: [] } })
    expect(await missing()).toEqual(ids)
    await assignStories(stack.db, ids)
    expect(await missing()).toEqual([])
  })
})

it('reaches readers through the pipeline: summary, story, groups of the index', async () => {
  for (const article of [release, copy, serial]) await pipeline.ingest({ ...article, summary: null })
  const document = `{
    articles(filter: { oneStoryPer: true }) { found articles { uniqueId summary summarySource
      story { id articlesCount agencies agencyNames articles(limit: 1) { uniqueId } } } }
    merged: search(query: "dengue", dedup: true) { found }
    all: articles { found }
  }`
  const answer = await stack.query(document)
  expect(answer).toMatchObject({ all: { found: 3 }, merged: { found: 2 }, articles: { found: 2 } })
  const { articles } = answer as { articles: { articles: { uniqueId: string }[] } }
  const byId = new Map(articles.articles.map((article) => [article.uniqueId, article]))
  expect(byId.get('doses_2')).toMatchObject({
    summary: BODY[0],
    summarySource: 'extracted',
    story: {
      articlesCount: 2,
      agencies: ['saude', 'casacivil'],
      articles: [{ uniqueId: 'doses_1' }],
    },
  })
  expect(byId.get('doses_3')).toMatchObject({ summarySource: 'extracted', story: null })
  await pipeline.ingest({ ...copy, summary: 'O resumo do órgão.', extractedAt: '2026-06-03T12:00:00Z' })
  const own = await stack.query('{ article(uniqueId: "doses_2") { summary summarySource } }')
  expect(own).toEqual({ article: { summary: 'O resumo do órgão.', summarySource: 'site' } })
})
