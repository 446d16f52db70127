import { localDay, parseEnd, parseStart } from '@pauta/platform/time/time'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishAt } from '../kit/rows/article-rows.ts'
import { makeClient, type Client } from '../kit/client/client.ts'
import { byForm } from '../kit/runner/form.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const RUNS = byForm({ short: 12, long: 200 })

let stack: TestStack
let service: Client

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await tables.articles.remove(stack.db)
})

interface Row {
  uniqueId: string
  publishedAt: Date
  deleted?: boolean
  content?: string
}

/** Writes rows directly to the store, because the tests read thousands of them. */
async function insert(rows: readonly Row[]): Promise<void> {
  await tables.articles.add(
    stack.db,
    rows.map(({ uniqueId, publishedAt, deleted, content = 'Texto.' }) => ({
      uniqueId,
      agencyKey: 'mec',
      title: 'Título',
      url: 'https://www.gov.br/mec',
      publishedAt,
      deletedAt: deleted ? new Date() : null,
      content,
    })),
  )
}

const QUERY = `query ($start: String!, $end: String!, $size: Int, $cursor: String) {
  newsBatchForBigquery(startDate: $start, endDate: $end, batchSize: $size, cursor: $cursor) { uniqueId content } }`

interface Asked {
  start?: string
  end?: string
  size?: number
  cursor?: string | null
}

const WIDE = { start: '2020-01-01', end: '2030-12-31' }

async function page(asked: Asked): Promise<string[]> {
  const variables = { ...WIDE, ...asked }
  const { newsBatchForBigquery } = await service.query<{ newsBatchForBigquery: { uniqueId: string }[] }>(
    QUERY,
    variables,
  )
  return newsBatchForBigquery.map(({ uniqueId }) => uniqueId)
}

/** Every page until an empty one, as an exporter reads them. */
async function readAll(asked: Asked): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  for (;;) {
    const rows: string[] = await page({ ...asked, cursor })
    if (rows.length === 0) return pages
    pages.push(rows)
    cursor = rows.at(-1) ?? null
  }
}

describe('pages of the export', () => {
  it(
    'follow each other without a gap or a repeat, in any batch size, also with equal instants',
    async () => {
      // Few instants, so that most rows share one; half a millisecond, which a Date cannot represent; ids that sort
      // in unusual ways.
      const instants = [
        '2026-06-01T02:59:59Z',
        '2026-06-01T03:00:00Z',
        '2026-06-01T03:00:01Z',
        '2026-06-02T02:59:59Z',
      ]
      const corpus = fc.uniqueArray(
        fc.record({
          uniqueId: fc
            .string({ unit: fc.constantFrom('a', 'B', '-', '_', '1', 'z'), maxLength: 6 })
            .map((text) => `n${text}`),
          publishedAt: fc.constantFrom(...instants).map((text) => new Date(text)),
          deleted: fc.constantFrom(false, false, false, true),
        }),
        { selector: (row) => row.uniqueId, minLength: 10, maxLength: 40, size: 'max' },
      )
      let following = 0
      const property = fc.asyncProperty(
        corpus,
        fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 45 })),
        async (rows, size) => {
          await tables.articles.remove(stack.db)
          await insert(rows)
          const shifted = rows.filter((_, at) => at % 2 === 0)
          await publishAt(
            stack.db,
            new Map(shifted.map((row) => [row.uniqueId, row.publishedAt.toISOString().replace('Z', '500Z')])),
          )
          const pages = await readAll({ size, start: '2026-06-01', end: '2026-06-01' })
          const inDay = rows.filter(
            ({ publishedAt, deleted }) => !deleted && localDay(publishedAt) === '2026-06-01',
          )
          expect(pages.flat().toSorted()).toEqual(inDay.map(({ uniqueId }) => uniqueId).toSorted())
          expect(pages.slice(0, -1).every((rows) => rows.length === size)).toBe(true)
          following += Math.max(0, pages.length - 1)
        },
      )
      await fc.assert(property, { numRuns: RUNS })
      expect(following).toBeGreaterThan(RUNS)
    },
    byForm({ short: 120_000, long: 3_600_000 }),
  )

  it('contain whole local days, the last one included, and accept instants', async () => {
    const at = (text: string) => new Date(text)
    await insert([
      { uniqueId: 'vespera', publishedAt: at('2026-05-31T23:59:59-03:00') },
      { uniqueId: 'inicio', publishedAt: at('2026-06-01T00:00:00-03:00') },
      { uniqueId: 'fim', publishedAt: at('2026-06-02T23:59:59-03:00') },
      { uniqueId: 'seguinte', publishedAt: at('2026-06-03T00:00:00-03:00') },
    ])
    expect(await page({ start: '2026-06-01', end: '2026-06-02' })).toEqual(['inicio', 'fim'])
    expect(await page({ start: '2026-06-01', end: '2026-06-03T00:00:00-03:00' })).toEqual(['inicio', 'fim'])
    expect(await page({ start: '2026-06-01T00:00:01-03:00', end: '2026-06-03' })).toEqual(['fim', 'seguinte'])
    expect(parseEnd('2026-06-02', 'end')).toEqual(parseStart('2026-06-03', 'start'))
  })

  it('continue after an article that was taken down meanwhile', async () => {
    await insert(
      ['a', 'b', 'c'].map((uniqueId) => ({ uniqueId, publishedAt: new Date('2026-06-01T12:00:00Z') })),
    )
    expect(await page({ size: 2 })).toEqual(['a', 'b'])
    await tables.articles.set(stack.db, { uniqueId: 'b' }, { deletedAt: new Date() })
    expect(await page({ cursor: 'b' })).toEqual(['c'])
    expect(await page({})).toEqual(['a', 'c'])
    expect(await page({ cursor: ' ' })).toEqual(['a', 'c'])
  })

  it('have at most 1,000 rows', async () => {
    await insert(
      Array.from({ length: 1001 }, (_, i) => ({
        uniqueId: `noticia-${String(i).padStart(4, '0')}`,
        publishedAt: new Date('2026-06-01T12:00:00Z'),
      })),
    )
    expect(await page({ size: 5000 })).toHaveLength(1000)
    expect(await page({})).toHaveLength(100)
  })

  it('end at 4.5 MB of rows and continue from there, also row by row for large rows', async () => {
    const texts = [1, 1, 1, 1, 1, 4, 1].map((megabytes) => 'á'.repeat((megabytes * 1_000_000) / 2))
    await insert(
      texts.map((content, i) => ({
        uniqueId: `n${i}`,
        content,
        publishedAt: new Date('2026-06-01T12:00:00Z'),
      })),
    )
    expect(await readAll({ size: 1000 })).toEqual([['n0', 'n1', 'n2', 'n3'], ['n4'], ['n5'], ['n6']])
    // Text that JSON and Lambda must escape counts with its escaped length.
    await tables.articles.set(stack.db, { uniqueId: 'n1' }, { content: '"\\'.repeat(400_000) })
    expect((await readAll({ size: 1000 })).slice(0, 2)).toEqual([
      ['n0', 'n1'],
      ['n2', 'n3', 'n4'],
    ])
  })

  it.each([
    ['an unknown cursor', { cursor: 'nenhuma' }, 'cursor'],
    ['a cursor that is no id', { cursor: 'x'.repeat(129) }, 'cursor'],
    ['an end before its start', { start: '2026-06-02', end: '2026-06-01' }, 'endDate'],
    ['a start that is no date', { start: '01/06/2026' }, 'startDate'],
    ['a blank end', { end: '  ' }, 'endDate'],
    ['a batch of none', { size: 0 }, 'batchSize'],
  ])('refuse %s', async (_, asked, argument) => {
    const { errors } = await service.ask(QUERY, { ...WIDE, ...asked })
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })
})

describe('an exported record', () => {
  it('has every field of a document except the vector', async () => {
    await insert([{ uniqueId: 'uma', publishedAt: new Date('2026-06-01T12:00:00Z') }])
    const features = { sentiment: { label: 'negative', score: -0.5 }, word_count: 3e9, has_image: 'sim' }
    await tables.articleFeatures.add(stack.db, { uniqueId: 'uma', features })
    const { newsBatchForBigquery } = await service.query(
      `query ($start: String!, $end: String!) { newsBatchForBigquery(startDate: $start, endDate: $end) {
        uniqueId title url imageUrl agencyKey agencyName publishedAt tags features
        sentimentLabel sentimentScore trendingScore wordCount hasImage hasVideo imageBroken readabilityFlesch } }`,
      WIDE,
    )
    expect(newsBatchForBigquery).toEqual([
      {
        uniqueId: 'uma',
        title: 'Título',
        url: 'https://www.gov.br/mec',
        imageUrl: null,
        agencyKey: 'mec',
        agencyName: 'Ministério da Educação',
        publishedAt: '2026-06-01T12:00:00+00:00',
        tags: [],
        features,
        sentimentLabel: 'negative',
        sentimentScore: -0.5,
        trendingScore: null,
        // A value of a type or size that neither index nor API accepts counts as missing.
        wordCount: null,
        hasImage: null,
        hasVideo: null,
        imageBroken: null,
        readabilityFlesch: null,
      },
    ])
  })
})

describe('a batch by id', () => {
  const ids = Array.from({ length: 7 }, (_, i) => `n${i}`)
  const batch = (selection: string) =>
    `query ($ids: [String!]!) { newsBatch(uniqueIds: $ids) { ${selection} } }`

  beforeEach(async () => {
    const publishedAt = new Date('2026-06-01T12:00:00Z')
    await insert(ids.map((uniqueId) => ({ uniqueId, content: 'x'.repeat(1_000_000), publishedAt })))
  })

  it('over 6 MB is refused with advice', async () => {
    const { status, errors } = await service.ask(batch('uniqueId content'), { ids })
    expect(status).toBe(200)
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'LIMIT_EXCEEDED', argument: 'uniqueIds' },
    ])
    const fitting = await service.query(batch('uniqueId content'), { ids: ids.slice(2) })
    expect(fitting.newsBatch).toHaveLength(5)
  })

  it('is also refused when only its repetitions under other names are too large', async () => {
    const { status, headers, errors } = await service.ask(batch('content again: content'), {
      ids: ids.slice(2),
    })
    expect(status).toBe(200)
    expect(headers.get('x-request-id')).toMatch(/./)
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'LIMIT_EXCEEDED' }])
  })
})
