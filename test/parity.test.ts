import { upsertAgencies } from '@pauta/core/agencies/writes'
import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { toIndexDocument } from '@pauta/core/search-index/article-document'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { updateField } from '@pauta/core/field-updates/field-update'
import { parseFieldUpdate } from '@pauta/core/field-updates/updatable-fields'
import { upsertFeatures } from '@pauta/core/features/features'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { embeddingText } from '@pauta/core/embeddings/embedding-model'
import { hashText } from '@pauta/core/embeddings/hashing'
import { markDue } from '@pauta/core/steps/steps'
import { connectQueues, type QueueSender } from '@pauta/platform/queues/queues'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byForm, seedByForm } from './kit/runner/form.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { publishAt, takeDown } from './kit/rows/article-rows.ts'
import { anArticle, received } from './kit/rows/factories.ts'
import { clearTables } from './kit/rows/tables.ts'

const RUNS = byForm({ short: 5, long: 100 })
const SEED = seedByForm(20_260_602)
const IDS = ['a_000001', 'b_000002', 'c_000003', 'd_000004', 'e_000005']
const FIRST_DAY = '2026-05-01'

let stack: TestStack
let queues: QueueSender

beforeAll(async () => {
  stack = await shareTestStack()
  queues = connectQueues()
  const themes = {
    themeL1Code: '02',
    themeL1Label: 'Educação',
    themeL2Code: '02.01',
    themeL2Label: 'Ensino Básico',
  }
  await stack.write([
    anArticle({ ...themes, agencyKey: 'saude' }),
    anArticle({ themeL1Code: '01', themeL1Label: 'Economia' }),
  ])
})
afterAll(() => stack.stop())

const id = fc.constantFrom(...IDS)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** An article of a scraper: with or without a summary, a theme or tags, at times with another text. */
const scraped = fc.record({
  uniqueId: id,
  agencyKey: fc.constantFrom('mec', 'orgao_sem_nome'),
  title: fc.constantFrom('Título', 'Outro título', ''),
  url: fc.constant('https://www.gov.br/noticia'),
  publishedAt: fc.constantFrom('2026-05-02T12:00:00Z', '2026-05-03T02:59:59Z'),
  content: maybe(fc.constantFrom('Texto.', 'Texto novo.')),
  summary: maybe(fc.constant('Resumo.')),
  imageUrl: maybe(fc.constant('https://www.gov.br/foto.jpg')),
  tags: maybe(fc.subarray(['sus', 'enem'])),
  themeL1Code: maybe(fc.constantFrom('01', '02')),
  themeL1Label: maybe(fc.constantFrom('Economia', 'Economia e Finanças')),
})

/** Features that a worker merges: values, missing values and values of a wrong type. */
const features = fc.record(
  {
    sentiment: fc.constantFrom({ label: 'positive', score: 0.5 }, { label: 'negative' }, null),
    view_count: fc.constantFrom(3, 4, null, 'muitos'),
    trending_score: fc.constantFrom(1.5, null),
    has_image: fc.boolean(),
    entities: fc.constantFrom([{ text: 'MEC', type: 'ORG', canonical_id: 'Q1' }], [], null),
  },
  { requiredKeys: [] },
)

type Step =
  | { do: 'scrape'; article: typeof scraped extends fc.Arbitrary<infer Value> ? Value : never }
  | {
      do: 'merge'
      uniqueId: string
      features: typeof features extends fc.Arbitrary<infer Value> ? Value : never
    }
  | { do: 'take down'; uniqueId: string }
  | { do: 'set'; uniqueId: string; change: readonly [field: string, value: unknown] }
  | { do: 'rename'; name: string }
  | { do: 'sync'; startDate: string | undefined }
  | { do: 'enqueue' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('scrape' as const), article: scraped }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('merge' as const), uniqueId: id, features }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take down' as const), uniqueId: id }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      uniqueId: id,
      change: fc.constantFrom(
        ['agency', 'mec'] as const,
        ['agency', 'saude'] as const,
        ['theme_l1_code', '01'] as const,
        ['theme_l2_code', '02.01'] as const,
        ['theme_l2_label', ''] as const,
        ['most_specific_theme_code', '01'] as const,
        ['published_at', 1_777_900_000] as const,
        ['title', 'Título posto à mão'] as const,
        ['image', ''] as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      name: fc.constantFrom('Órgão Novo', 'Órgão'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      startDate: fc.constantFrom(undefined, FIRST_DAY),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('enqueue' as const) }) },
)

const sync = (startDate: string | undefined) =>
  syncIndex({ db: stack.db, index: stack.index, model: stack.model, now: () => new Date() }, { startDate })

/** Sends a message for every article that is due and waits until the worker has settled them. */
async function enqueue(): Promise<void> {
  const listOpen = () => stack.db<{ uniqueId: string }[]>`
    select unique_id from pipeline_steps where step = 'index' and status <> 'done'`
  const due = await listOpen()
  if (due.length === 0) return
  const events = due.map(({ uniqueId }) =>
    JSON.stringify({ type: 'news.scraped', subject: uniqueId, data: {} }),
  )
  await queues.send(stack.stack.queueUrl('index'), events)
  await expect.poll(listOpen, { interval: 50 }).toEqual([])
}

async function perform(one: Step): Promise<void> {
  const { db } = stack
  switch (one.do) {
    case 'scrape':
      await upsertArticles(db, [received(one.article)])
      break
    case 'merge':
      await upsertFeatures(db, [{ uniqueId: one.uniqueId, features: one.features as never }])
      break
    case 'take down':
      await takeDown(db, [one.uniqueId])
      await markDue(db, 'index', [one.uniqueId])
      break
    case 'set': {
      const update = parseFieldUpdate(...one.change, new Date())
      await updateField(db, { uniqueId: one.uniqueId, model: stack.model.name }, update)
      break
    }
    case 'rename': {
      const shape = { parentKey: null, type: null, newsUrl: null, isRepublisher: false, active: true }
      await upsertAgencies(db, [{ key: 'orgao_sem_nome', name: one.name, ...shape }])
      await reindexRenamed(db)
      break
    }
    case 'sync':
      await sync(one.startDate)
      break
    case 'enqueue':
      await enqueue()
      break
  }
}

type Comparable = Omit<IndexDocument, 'content_embedding'> & { content_embedding?: number[] | undefined }

// The index stores single precision, so vectors are compared in it.
const comparable = (documents: readonly IndexDocument[]): Comparable[] =>
  documents
    .map((document) => ({ ...document, content_embedding: document.content_embedding?.map(Math.fround) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const readRows = () => listDocumentRows(stack.db, IDS, stack.model.name)

/** Returns how many documents there are. */
async function expectParity(): Promise<number> {
  const rows = (await readRows()).filter((row) => row.deletedAt === null)
  const { hits = [] } = await stack.index.search({ q: '*', per_page: 250 })
  expect(comparable(hits.map((hit) => hit.document))).toEqual(comparable(rows.map(toIndexDocument)))
  return hits.length
}

it('documents equal their rows after any sequence of changes', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 15, size: 'max' }),
      fc.constantFrom('enqueue', 'enqueue', FIRST_DAY, undefined),
      async (steps, last) => {
        await clearTables(stack.db, ['articles', 'indexSyncs'])
        await sync(undefined)
        for (const one of steps) await perform(one)
        if (last === 'enqueue') await enqueue()
        else await sync(last)
        compared += await expectParity()
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(RUNS)
})

it('a sync computes the vector of a changed text again, and no other', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  const publishedAt = '2026-05-02T12:00:00Z'
  const article = { agencyKey: 'mec', url: 'https://www.gov.br/a', publishedAt, title: 'Título', tags: [] }
  const [changed, kept] = ['a_000001', 'b_000002']
  await stack.publish([
    { ...article, uniqueId: changed, content: 'Um texto.' },
    { ...article, uniqueId: kept, content: 'Outro texto.' },
  ])
  const listMade = () => stack.db<{ uniqueId: string; at: Date; embedding: string }[]>`
    select unique_id, updated_at as at, embedding::text from article_embeddings order by unique_id`
  const before = await listMade()
  await stack.publish([{ ...article, uniqueId: changed, content: 'Um texto que mudou por inteiro.' }])
  const after = await listMade()
  expect(after[0]?.at.getTime()).toBeGreaterThan(before[0]?.at.getTime() ?? Number.POSITIVE_INFINITY)
  expect(after[1]).toEqual(before[1])
  const texts = new Map((await readRows()).map((row) => [row.uniqueId, embeddingText(row)]))
  for (const { uniqueId, embedding } of after)
    expect(Float32Array.from(JSON.parse(embedding))).toEqual(hashText(texts.get(uniqueId) ?? ''))
  expect(await expectParity()).toBe(2)
})

it('a sync reads articles whose instants differ by microseconds once each', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.write(IDS.map((uniqueId) => anArticle({ uniqueId })))
  await publishAt(stack.db, new Map(IDS.map((uniqueId, at) => [uniqueId, `2026-05-02T12:00:00.00010${at}Z`])))
  const written: string[] = []
  const index: SearchIndex = {
    ...stack.index,
    async upsert(batch, collection) {
      written.push(...batch.ids)
      return await stack.index.upsert(batch, collection)
    },
  }
  const dependencies = { db: stack.db, index, model: stack.model, now: () => new Date(), batchRows: 2 }
  await syncIndex(dependencies, { startDate: FIRST_DAY })
  expect(written.slice(0, IDS.length)).toEqual(IDS)
  expect(await expectParity()).toBe(IDS.length)
})

it('articles of an agency that gets a name become due and show the name', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  const shape = { parentKey: null, type: null, newsUrl: null, isRepublisher: false, active: true }
  const named = async (name: string) => {
    await upsertAgencies(stack.db, [{ key: 'orgao_novo', name, ...shape }])
    await reindexRenamed(stack.db)
  }
  await stack.publish([
    {
      uniqueId: 'a_000001',
      agencyKey: 'orgao_novo',
      title: 'A',
      url: 'https://www.gov.br/a',
      publishedAt: '2026-05-02T12:00:00Z',
    },
    {
      uniqueId: 'b_000002',
      agencyKey: 'mec',
      title: 'B',
      url: 'https://www.gov.br/b',
      publishedAt: '2026-05-02T12:00:00Z',
    },
  ])
  const listDue = () =>
    stack.db`select unique_id from pipeline_steps where step = 'index' and status <> 'done'`
  await named('Órgão Que Se Apresenta')
  expect(await listDue()).toEqual([{ uniqueId: 'a_000001' }])
  await enqueue()
  const { article } = await stack.query('{ article(uniqueId: "a_000001") { agencyName } }')
  expect(article).toEqual({ agencyName: 'Órgão Que Se Apresenta' })
  await named('Órgão Que Se Apresenta')
  expect(await listDue()).toEqual([])
})

it('a step that becomes due again during its page stays due', async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  const [moved, settled] = ['a_000001', 'b_000002']
  const publishedAt = '2026-05-02T12:00:00Z'
  const article = { agencyKey: 'mec', title: 'Título', url: 'https://www.gov.br/a', publishedAt }
  await upsertArticles(
    stack.db,
    [moved, settled].map((uniqueId) => received({ ...article, uniqueId })),
  )
  const index: SearchIndex = {
    ...stack.index,
    async upsert(batch, collection) {
      await markDue(stack.db, 'index', [moved])
      return await stack.index.upsert(batch, collection)
    },
  }
  await syncIndex({ db: stack.db, index, model: stack.model, now: () => new Date() }, {})
  const steps = await stack.db<{ uniqueId: string; step: string; status: string }[]>`
    select unique_id, step, status from pipeline_steps where step <> 'enrich' order by unique_id, step`
  expect(steps).toEqual([
    { uniqueId: moved, step: 'embed', status: 'done' },
    { uniqueId: moved, step: 'index', status: 'due' },
    { uniqueId: settled, step: 'embed', status: 'done' },
    { uniqueId: settled, step: 'index', status: 'done' },
  ])
})
