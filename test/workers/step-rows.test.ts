import {
  confirmSyncedArrivals,
  findOpenArrival,
  recordArrivals,
  recordPastArrivals,
} from '@pauta/core/search-index/arrivals'
import {
  countToClassify,
  countToEnrich,
  listOpenSteps,
  listToClassify,
  listToEnrich,
} from '@pauta/core/features/backfill'
import { previewArticles } from '@pauta/core/ingest/preview'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Statements on the steps of articles, on rows that differ from a matching row in one column. No worker runs beside them.
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles']))

const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
const write = (articles: Record<string, Columns>) => writeEnded(stack.db, articles)
const setStep = (uniqueId: string, step: string, columns: Columns) =>
  tables.pipelineSteps.set(stack.db, { uniqueId, step }, columns)
/** Writes that the story of an article was found, of its present text. */
async function addStory(uniqueId: string): Promise<void> {
  const [row] = await stack.db<{ contentHash: string; publishedAt: Date }[]>`
    select content_hash, published_at from articles where unique_id = ${uniqueId}`
  await tables.articleStories.add(stack.db, { uniqueId, ...row, version: 1, keys: [] })
}
const gone = { deletedAt: NOW }

describe('the steps of an article that arrives again', () => {
  const day = { publishedAt: '2026-06-02T12:00:00-03:00' }
  it.each([
    ['without changes', {}, []],
    ['with a picture', { imageUrl: 'https://www.gov.br/foto.jpg' }, ['index']],
    // Stories and offices depend on the day of an article, its embedding on the text alone.
    ['of another publication time', day, ['enrich', 'index']],
    ['with another text', { content: 'Outro.' }, ['embed', 'enrich', 'index']],
  ])('%s are due where they depend on what changed', async (_, changes, steps) => {
    const article = anArticle({ uniqueId: 'a' })
    await upsertArticles(stack.db, [received(article)])
    await tables.pipelineSteps.set(stack.db, {}, { status: 'done' })
    await upsertArticles(stack.db, [received({ ...article, ...changes })])
    const due = await stack.db<{ step: string }[]>`
      select step from pipeline_steps where status = 'due' order by step`
    expect(due.map(({ step }) => step)).toEqual(steps)
  })
})

describe('an article with the address or the title of one that was taken down', () => {
  const down = { uniqueId: 'down_00000d', title: 'Feira', url: 'https://www.gov.br/mec/feira' }
  const store = async (...articles: Parameters<typeof anArticle>[0][]) => {
    const incoming = articles.map((article) => received(anArticle(article)))
    return (await upsertArticles(stack.db, incoming)).outcomes.map(({ kind }) => kind)
  }

  it('is kept down where it is new, and changes on where it was stored before', async () => {
    const other = { uniqueId: 'known_00000e', title: 'Feira', url: 'https://www.gov.br/mec/feira-2' }
    await store(down, other)
    await setTakenDown(stack.db, [down.uniqueId], new Date())
    expect(await store({ ...other, content: 'Outro texto.' }, { ...other, uniqueId: 'new_00000f' })).toEqual([
      'stored',
      'kept-down',
    ])
  })

  it('that is refused keeps no other article down', async () => {
    await store(down)
    await setTakenDown(stack.db, [down.uniqueId], new Date())
    const uniqueId = 'shared_00000a'
    const found = await store(
      { uniqueId, agencyKey: 'mec', title: 'Outra', url: 'https://www.gov.br/mec/outra' },
      { ...down, uniqueId, agencyKey: 'saude' },
    )
    expect(found).toEqual(['stored', 'refused'])
  })
})

describe('a preview of an upsert', () => {
  const uniqueId = 'known_00000a'
  const known = anArticle({
    uniqueId,
    title: 'Feira',
    url: 'https://www.gov.br/mec/feira',
    extractedAt: '2026-06-01T10:00:00Z',
  })
  const later = { ...known, extractedAt: '2026-06-01T11:00:00Z' }
  const preview = async (article: Parameters<typeof anArticle>[0]) =>
    (await previewArticles(stack.db, [received(anArticle(article))]))[0]
  beforeEach(() => upsertArticles(stack.db, [received(known)]))

  it.each<[object, string]>([
    [known, 'same'],
    [{ ...later, content: 'Outro texto.' }, 'changed'],
    [{ ...known, extractedAt: '2026-06-01T09:00:00Z', content: 'Outro texto.' }, 'older'],
    [{ ...later, agencyKey: 'saude' }, 'refused'],
    [{ uniqueId: 'new_00000b' }, 'new'],
  ])('of %j tells that it is %s', async (article, kind) => {
    expect(await preview(article)).toMatchObject({ kind })
  })

  it('has the row before and after', async () => {
    expect(await preview({ ...later, title: 'Feira do livro' })).toMatchObject({
      uniqueId,
      before: { title: 'Feira' },
      after: { title: 'Feira do livro' },
    })
    expect(await preview({ uniqueId: 'new_00000b', title: 'Nova' })).toMatchObject({
      after: { title: 'Nova' },
    })
  })

  it('tells that an article is down, also under another id, and that others are not', async () => {
    const other = anArticle({ uniqueId: 'other_00000c', title: 'Outra' })
    await upsertArticles(stack.db, [received(other)])
    await setTakenDown(stack.db, [uniqueId], new Date())
    const changed = { ...later, content: 'Outro texto.' }
    expect(await preview(changed)).toEqual({ kind: 'down', uniqueId })
    expect(await preview({ ...changed, uniqueId: 'new_00000b' })).toEqual({
      kind: 'down',
      uniqueId: 'new_00000b',
    })
    expect(await preview(other)).toMatchObject({ kind: 'same' })
    expect(await tables.articles.count(stack.db)).toBe(2)
  })
})

describe('articles to enrich again', () => {
  beforeEach(async () => {
    await write({ derived: {}, failed: {}, gone, named: {}, nothing: {}, untold: {}, waiting: {} })
    await tables.articleFeatures.remove(stack.db)
    const derived = ['derived', 'failed', 'untold', 'waiting'].map((uniqueId) => ({
      uniqueId,
      features: { content_annotations: [] },
    }))
    await tables.articleFeatures.add(stack.db, [
      ...derived,
      { uniqueId: 'named', features: { view_count: 1 } },
    ])
    // Of its present text: `untold` alone has no story of it.
    for (const uniqueId of ['derived', 'failed', 'waiting']) await addStory(uniqueId)
    await setStep('failed', 'enrich', { status: 'failed', error: 'no' })
    await setStep('waiting', 'enrich', { status: 'due' })
    await setStep('derived', 'index', { status: 'due' })
  })

  it.each([
    [{ kind: 'missing' }, ['failed', 'named', 'nothing', 'untold', 'waiting']],
    [{ kind: 'since', from: NOW }, ['derived', 'failed', 'named', 'nothing', 'untold', 'waiting']],
    [{ kind: 'since', from: at(1) }, []],
  ] as const)('of %j are %j', async (selection, ids) => {
    const list = (after: string, limit = 10) => listToEnrich(stack.db, selection, { after, limit })
    expect(await list('')).toEqual(ids)
    expect(await list('failed')).toEqual(ids.filter((id) => id > 'failed'))
    expect(await list('', 1)).toEqual(ids.slice(0, 1))
    expect(await countToEnrich(stack.db, selection)).toBe(ids.length)
  })

  it('are followed by their open steps', async () => {
    const open = await listOpenSteps(stack.db, 'enrich', ['derived', 'failed', 'waiting', 'unknown'])
    expect(open.sort((a, b) => (a.uniqueId < b.uniqueId ? -1 : 1))).toEqual([
      { uniqueId: 'failed', status: 'failed', error: 'no' },
      { uniqueId: 'waiting', status: 'due', error: null },
    ])
    expect(idsOf(await listOpenSteps(stack.db, 'enrich', ['waiting']))).toEqual(['waiting'])
  })
})

describe('articles for the language model', () => {
  const own = { summary: 'S', mostSpecificThemeCode: '01' }

  beforeEach(async () => {
    await write({
      bare: {},
      changed: { contentHash: 'new' },
      empty: { content: null },
      failed: {},
      gone,
      ofagency: own,
      ofmodel: { ...own, summaryModel: 'm' },
      read: {},
      summarised: { summary: 'S' },
      themed: { mostSpecificThemeCode: '01' },
      themedbymodel: { ...own, themeModel: 'm' },
      waiting: {},
    })
    await tables.pipelineSteps.remove(stack.db, { step: 'classify' })
    await tables.articles.set(
      stack.db,
      { uniqueId: ['failed', 'read', 'waiting', 'themedbymodel'] },
      { contentHash: 'h' },
    )
    const steps = { changed: 'done', failed: 'failed', read: 'done', themedbymodel: 'done', waiting: 'due' }
    await tables.pipelineSteps.add(
      stack.db,
      Object.entries(steps).map(([uniqueId, status]) => ({
        uniqueId,
        step: 'classify',
        status,
        contentHash: 'h',
      })),
    )
  })

  it.each([
    [{ kind: 'missing' }, ['bare', 'changed', 'failed', 'ofmodel', 'summarised', 'themed', 'waiting']],
    [
      { kind: 'since', from: NOW },
      ['bare', 'changed', 'failed', 'ofmodel', 'read', 'summarised', 'themed', 'themedbymodel', 'waiting'],
    ],
    [{ kind: 'since', from: at(1) }, []],
  ] as const)('of %j are %j', async (selection, ids) => {
    const list = async (after: string, limit = 20) =>
      idsOf(await listToClassify(stack.db, selection, { after, limit }))
    expect(await list('')).toEqual(ids)
    expect(await list('failed')).toEqual(ids.filter((id) => id > 'failed'))
    expect(await list('', 2)).toEqual(ids.slice(0, 2))
    expect(await countToClassify(stack.db, selection)).toBe(ids.length)
  })

  it('tell which of them wait already', async () => {
    const all = await listToClassify(stack.db, { kind: 'missing' }, { after: '', limit: 20 })
    expect(idsOf(all.filter(({ isWaiting }) => isWaiting))).toEqual(['waiting'])
  })
})

describe('the instants at which articles became searchable', () => {
  const availability = async () =>
    await stack.db<{ uniqueId: string; availableAt: Date; written: boolean }[]>`
      select unique_id, available_at, written from article_availability order by unique_id`

  it('of a failed attempt end after exactly ten minutes', async () => {
    await write({ a: {} })
    await recordArrivals(stack.db, ['a'], NOW)
    expect(await recordArrivals(stack.db, ['a'], at(599))).toEqual(new Map([['a', NOW]]))
    expect(await recordArrivals(stack.db, ['a'], at(600))).toEqual(new Map([['a', at(600)]]))
    expect(await findOpenArrival(stack.db, at(600))).toEqual(at(600))
    expect(await findOpenArrival(stack.db, at(601))).toBeNull()
  })

  it('are confirmed by a sync, except those of open steps', async () => {
    await write({ a: {}, b: {}, c: {} })
    await tables.articleAvailability.remove(stack.db)
    await recordArrivals(stack.db, ['a', 'b', 'c'], NOW)
    await setStep('b', 'index', { status: 'due' })
    await setStep('c', 'embed', { status: 'due' })
    await confirmSyncedArrivals(stack.db)
    expect((await availability()).map(({ uniqueId, written }) => [uniqueId, written])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
  })

  it('of the past are those of the extraction or the publication, and never in the future', async () => {
    await write({
      extracted: { extractedAt: at(60) },
      future: { publishedAt: new Date(Date.now() + 3_600_000), extractedAt: null },
      known: { extractedAt: null },
      published: { extractedAt: null },
    })
    await tables.articleAvailability.remove(stack.db)
    await tables.articleAvailability.add(stack.db, { uniqueId: 'known', availableAt: at(5), written: false })
    await recordPastArrivals(stack.db, ['extracted', 'future', 'known', 'published'])
    const [extracted, future, ...others] = await availability()
    expect([extracted, ...others]).toEqual([
      { uniqueId: 'extracted', availableAt: at(60), written: true },
      { uniqueId: 'known', availableAt: at(5), written: false },
      { uniqueId: 'published', availableAt: NOW, written: true },
    ])
    expect(future?.availableAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(future?.availableAt.getMilliseconds()).toBe(0)
  })
})

describe('renamed themes and agencies', () => {
  const reindex = async (): Promise<string[][]> => {
    const batches: string[][] = []
    await reindexRenamed(stack.db, {
      onBatch: async (ids) => {
        batches.push([...ids])
      },
    })
    return batches
  }

  it('have their articles indexed again, the longest waiting first', async () => {
    await write({
      l1: { themeL1Code: '01' },
      l2: { themeL2Code: '01' },
      l3: { themeL3Code: '01' },
      most: { mostSpecificThemeCode: '01' },
      second: { themeL1Code: '02' },
      third: { themeL1Code: '03' },
      other: { agencyKey: 'saude' },
    })
    const rename = (code: string, updatedAt: Date) =>
      tables.themes.set(stack.db, { code }, { reindexAfter: '', updatedAt })
    await rename('03', at(1))
    await rename('01', at(2))
    await rename('02', at(1))
    await tables.agencies.set(stack.db, { key: 'saude' }, { reindexAfter: '', updatedAt: at(0) })
    expect(await reindex()).toEqual([['second'], ['third'], ['l1', 'l2', 'l3', 'most'], ['other']])
    expect(await tables.pipelineSteps.count(stack.db, { step: 'index', status: 'due' })).toBe(7)
    expect(await reindex()).toEqual([])
  })

  it('of agencies are taken in the order of their renaming too', async () => {
    await write({ a: { agencyKey: 'mec' }, b: { agencyKey: 'saude' }, c: { agencyKey: 'ans' } })
    const rename = (key: string, updatedAt: Date) =>
      tables.agencies.set(stack.db, { key }, { reindexAfter: '', updatedAt })
    await rename('mec', at(2))
    await rename('saude', at(1))
    await rename('ans', at(1))
    expect(await reindex()).toEqual([['c'], ['b'], ['a']])
  })
})
