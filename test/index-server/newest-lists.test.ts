import type { IndexDocument } from '@pauta/core/search-index/collection'
import { connectSearchIndex, toImportBatch, type SearchIndex } from '@pauta/core/search-index/client'
import { listDocuments } from '@pauta/core/search-index/search'
import { DAY_MS } from '@pauta/platform/time/time'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byForm } from '../kit/runner/form.ts'
import { KEY, startTestIndex, type TestIndex } from './index-harness.ts'

const RUNS = byForm({ short: 40, long: 400 })
const MODEL = 'modelo'

let server: TestIndex
/** Collections so far, so that each corpus has a new one. */
let corpora = 0
beforeAll(async () => {
  server = await startTestIndex()
})
afterAll(() => server.stop())

/** Days before now, negative for the near future, and the text that copies share. */
interface Drawn {
  days: number
  text: string | undefined
}

const toDocument = ({ days, text }: Drawn, i: number, now: number): IndexDocument => ({
  id: `a_${i}`,
  unique_id: `a_${i}`,
  agency: 'mec',
  agency_name: 'MEC',
  title: 'Título',
  url: 'https://www.gov.br',
  content: 'Texto.',
  published_at: Math.floor((now - days * DAY_MS) / 1000),
  ...(text === undefined ? {} : { story_id: text }),
})

async function write(index: SearchIndex, documents: readonly IndexDocument[]): Promise<void> {
  const lines = documents.map((document) => ({ id: document.id, json: JSON.stringify(document) }))
  expect(await index.upsert(toImportBatch(lines))).toEqual([])
}

/** Makes a corpus the live one. The same client keeps what it learnt of the corpus before. */
async function load(index: SearchIndex, drawn: readonly Drawn[]): Promise<void> {
  const name = `news_${++corpora}`
  await index.createCollection(name, MODEL)
  await index.pointAlias(name)
  const now = Date.now()
  await write(
    index,
    drawn.map((document, i) => toDocument(document, i, now)),
  )
}

interface Asked {
  page: number
  limit: number
  dedup: boolean
}

/** The list by one search without a bound. */
async function listAll(index: SearchIndex, { page, limit, dedup }: Asked) {
  const answer = await index.search({
    q: '*',
    sort_by: 'published_at:desc',
    page,
    per_page: limit,
    include_fields: 'unique_id',
    ...(dedup ? { group_by: 'story_id', group_limit: 1, group_missing_values: false } : {}),
  })
  const hits = answer.grouped_hits?.flatMap((group) => group.hits) ?? answer.hits ?? []
  return { ids: hits.map(({ document }) => document.unique_id), found: answer.found }
}

async function listBounded(index: SearchIndex, asked: Asked) {
  const { documents, found } = await listDocuments(index, { ...asked, fields: [] })
  return { ids: documents.map(({ unique_id }) => unique_id), found }
}

/** A client that counts the documents that its searches matched. */
function meter(): { index: SearchIndex; matched: number; searches: number } {
  const index = connectSearchIndex({ url: server.url, key: KEY, collection: 'news' })
  const metered = {
    matched: 0,
    searches: 0,
    index: {
      ...index,
      async search(...asked: Parameters<SearchIndex['search']>) {
        const answer = await index.search(...asked)
        metered.searches++
        metered.matched += answer.found_docs ?? answer.found
        return answer
      },
    },
  }
  return metered
}

// Ages at the bounds, on sparse days, equal ones, and in the near future.
const days = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 0, max: 3, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0.5, 1.9999, 2, 2.0001, 13.9999, 14, 14.0001) },
  { weight: 2, arbitrary: fc.double({ min: -1, max: 40, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 1000) },
)
const text = fc.option(fc.constantFrom('t1', 't2', 't3', 't4', 't5', 't6'), { nil: undefined })
const corpus = fc.array(fc.record({ days, text }), { maxLength: 60 })
const asked = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  limit: fc.constantFrom(0, 1, 2, 5, 10, 20, 50),
  dedup: fc.boolean(),
})

describe('lists of the newest articles', () => {
  it('are those of a search without a bound, for drawn corpora and pages', async () => {
    const { index } = meter()
    await fc.assert(
      fc.asyncProperty(corpus, fc.array(asked, { minLength: 4, maxLength: 8 }), async (drawn, lists) => {
        await load(index, drawn)
        // The second time, the client knows which bounds were enough and how many groups there are.
        for (const list of [...lists, ...lists])
          expect({ list, ...(await listBounded(index, list)) }).toEqual({
            list,
            ...(await listAll(index, list)),
          })
      }),
      { numRuns: RUNS },
    )
  })

  it('count articles and groups anew as soon as articles come or go', async () => {
    const { index } = meter()
    await load(
      index,
      Array.from({ length: 30 }, (_, i) => ({ days: i * 2, text: `t${i % 20}` })),
    )
    const lists = [
      { page: 1, limit: 5, dedup: false },
      { page: 1, limit: 1, dedup: true },
    ]
    const ask = () => Promise.all(lists.map((list) => listBounded(index, list)))
    const answer = () => Promise.all(lists.map((list) => listAll(index, list)))
    await ask()
    await write(index, [toDocument({ days: 0, text: 'novo' }, 100, Date.now())])
    const grown = await ask()
    expect(grown).toEqual(await answer())
    expect(grown.map(({ found }) => found)).toEqual([31, 21])
    await index.remove(['a_100', 'a_0'])
    expect(await ask()).toEqual(await answer())
  })

  it('match the articles of two days instead of all, and again ask once', async () => {
    const metered = meter()
    await load(
      metered.index,
      Array.from({ length: 200 }, (_, i) => ({ days: i / 20, text: `t${i % 150}` })),
    )
    for (const dedup of [false, true]) await listBounded(metered.index, { page: 1, limit: 20, dedup })
    Object.assign(metered, { matched: 0, searches: 0 })
    for (const dedup of [false, true]) await listBounded(metered.index, { page: 1, limit: 20, dedup })
    expect(metered.searches).toBe(2)
    expect(metered.matched).toBeLessThan(2 * 45)
  })

  it('ask once for a corpus without recent articles, after the first time', async () => {
    const metered = meter()
    await load(
      metered.index,
      Array.from({ length: 30 }, (_, i) => ({ days: 100 + i, text: undefined })),
    )
    for (const dedup of [false, true]) {
      await listBounded(metered.index, { page: 1, limit: 20, dedup })
      metered.searches = 0
      await listBounded(metered.index, { page: 1, limit: 20, dedup })
      expect(metered.searches).toBe(1)
    }
  })
})
