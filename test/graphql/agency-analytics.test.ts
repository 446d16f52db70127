import { refreshEntityStore } from '@pauta/core/entities/upkeep'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack

const economy = themed('01')
const health = themed('03')

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    [
      anArticle({ uniqueId: 'um', agencyKey: 'mec', publishedAt: '2026-01-01T00:00:00-03:00', ...economy }),
      anArticle({ uniqueId: 'dois', agencyKey: 'mec', publishedAt: '2026-01-01T23:59:59-03:00', ...health }),
      anArticle({ uniqueId: 'tres', agencyKey: 'mec', publishedAt: '2026-01-02T00:00:00-03:00', ...health }),
      anArticle({ uniqueId: 'quatro', agencyKey: 'saude', publishedAt: '2025-12-31T23:59:59-03:00' }),
    ],
    [
      {
        uniqueId: 'um',
        features: {
          sentiment: { label: 'positive', score: 0.45 },
          word_count: 100,
          readability_flesch: 40.5,
        },
      },
      { uniqueId: 'dois', features: { sentiment: { label: null, score: -0.05 }, word_count: 50 } },
      { uniqueId: 'tres', features: { sentiment: { label: 'negative', score: null } } },
    ],
  )
})
afterAll(() => stack.stop())

interface Row {
  period: string
  agencyKey: string
  articleCount: number
}
const FIELDS = `{ period agencyKey agencyName articleCount avgSentimentScore pctPositive pctNegative
  avgReadabilityFlesch avgWordCount topThemes { label count code } }`
const analytics = async (args: string) =>
  (await stack.query(`{ agencyAnalytics(${args}) ${FIELDS} }`)).agencyAnalytics as Row[]
const counts = async (args: string) =>
  (await analytics(args)).map(({ period, agencyKey, articleCount }) => [period, agencyKey, articleCount])

const NOTHING = {
  avgSentimentScore: null,
  pctPositive: null,
  pctNegative: null,
  avgReadabilityFlesch: null,
  avgWordCount: null,
  topThemes: [],
}

describe('agencyAnalytics', () => {
  it('leaves out an article exactly at the end of a range within a day', async () => {
    const until = (end: string) => `agencies: ["mec"], dateFrom: "2026-01-01", dateTo: "${end}"`
    expect(await counts(until('2026-01-01T23:59:59-03:00'))).toEqual([['2026-01-01', 'mec', 1]])
    expect(await counts(until('2026-01-01T23:59:59.001-03:00'))).toEqual([['2026-01-01', 'mec', 2]])
  })

  it('averages over the articles that have the value', async () => {
    expect(await analytics('agencies: ["mec"], dateFrom: "2026-01-01", dateTo: "2026-01-31"')).toEqual([
      {
        period: '2026-01-01',
        agencyKey: 'mec',
        agencyName: 'Ministério da Educação',
        articleCount: 3,
        avgSentimentScore: expect.closeTo(0.2, 12),
        pctPositive: 0.5,
        pctNegative: 0.5,
        avgReadabilityFlesch: 40.5,
        avgWordCount: 75,
        topThemes: [
          { label: 'Saúde', count: 2, code: '03' },
          { label: 'Economia e Finanças', count: 1, code: '01' },
        ],
      },
    ])
  })

  it('has every day of every agency, in that order, and each article on its local day', async () => {
    const range = 'agencies: ["saude", "mec"], granularity: DAY, dateFrom: "2025-12-31", dateTo: "2026-01-02"'
    expect(await counts(range)).toEqual([
      ['2025-12-31', 'mec', 0],
      ['2025-12-31', 'saude', 1],
      ['2026-01-01', 'mec', 2],
      ['2026-01-01', 'saude', 0],
      ['2026-01-02', 'mec', 1],
      ['2026-01-02', 'saude', 0],
    ])
    expect((await analytics(range))[3]).toEqual({
      period: '2026-01-01',
      agencyKey: 'saude',
      agencyName: 'Ministério da Saúde',
      articleCount: 0,
      ...NOTHING,
    })
  })

  it('has weeks from Monday, also across the turn of a year, and months, where articles exist', async () => {
    const range = 'agencies: ["saude", "mec"], dateFrom: "2025-12-01", dateTo: "2026-02-28"'
    expect(await counts(`${range}, granularity: WEEK`)).toEqual([
      ['2025-12-29', 'mec', 3],
      ['2025-12-29', 'saude', 1],
    ])
    expect(await counts(range)).toEqual([
      ['2025-12-01', 'saude', 1],
      ['2026-01-01', 'mec', 3],
    ])
  })

  it('includes an instant that starts the range and excludes an instant that ends it', async () => {
    const day = (from: string, to: string) =>
      counts(`agencies: ["mec"], granularity: DAY, dateFrom: "${from}", dateTo: "${to}"`)
    expect(await day('2026-01-01', '2026-01-02T00:00:00-03:00')).toEqual([['2026-01-01', 'mec', 2]])
    expect(await day('2026-01-01T00:00:01-03:00', '2026-01-02T00:00:01-03:00')).toEqual([
      ['2026-01-01', 'mec', 1],
      ['2026-01-02', 'mec', 1],
    ])
    expect(await day('2026-01-01T12:00:00', '2026-01-01T12:00:00')).toEqual([])
  })

  it('returns null for metrics that were not requested', async () => {
    const only = async (metrics: string) =>
      (
        await analytics(
          `agencies: ["mec"], dateFrom: "2026-01-01", dateTo: "2026-01-01", metrics: ${metrics}`,
        )
      )[0]
    const volume = {
      period: '2026-01-01',
      agencyKey: 'mec',
      agencyName: 'Ministério da Educação',
      articleCount: 2,
    }
    expect(await only('[VOLUME]')).toEqual({ ...volume, ...NOTHING })
    expect(await only('[READABILITY]')).toEqual({
      ...volume,
      ...NOTHING,
      avgReadabilityFlesch: 40.5,
      avgWordCount: 75,
    })
    expect(await only('[SENTIMENT, VOLUME]')).toMatchObject({
      pctPositive: 1,
      avgWordCount: null,
      topThemes: [],
    })
    expect(await only('[THEMES]')).toMatchObject({
      avgSentimentScore: null,
      topThemes: [
        { label: 'Economia e Finanças', count: 1, code: '01' },
        { label: 'Saúde', count: 1, code: '03' },
      ],
    })
  })

  it('leaves out unknown agencies, and counts a repeated agency once', async () => {
    const range = 'dateFrom: "2026-01-01", dateTo: "2026-01-31"'
    expect(await counts(`agencies: ["mec", "mec", "nenhum"], ${range}`)).toEqual([['2026-01-01', 'mec', 3]])
    expect(await counts(`agencies: ["nenhum"], ${range}`)).toEqual([])
  })

  it('accepts official names as well as keys', async () => {
    const range = 'dateFrom: "2026-01-01", dateTo: "2026-01-31"'
    const byKey = await counts(`agencies: ["mec"], ${range}`)
    expect(await counts(`agencies: ["Ministério da Educação"], ${range}`)).toEqual(byKey)
    expect(await counts(`agencies: ["mec", "Ministério da Educação"], ${range}`)).toEqual(byKey)
  })

  it('does not count articles that were taken down', async () => {
    const range = 'agencies: ["saude"], dateFrom: "2025-12-31", dateTo: "2025-12-31"'
    expect(await counts(range)).toEqual([['2025-12-01', 'saude', 1]])
    await tables.articles.set(stack.db, { uniqueId: 'quatro' }, { deletedAt: new Date() })
    await stack.db.begin((db) => refreshEntityStore(db, ['quatro']))
    expect(await counts(range)).toEqual([])
  })

  it.each([
    ['agencies: [], dateFrom: "2026-01-01", dateTo: "2026-01-02"', 'agencies'],
    ['agencies: [""], dateFrom: "2026-01-01", dateTo: "2026-01-02"', 'agencies'],
    ['agencies: ["mec"], dateFrom: "", dateTo: "2026-01-02"', 'dateFrom'],
    ['agencies: ["mec"], dateFrom: "2026-01-01", dateTo: "31/01/2026"', 'dateTo'],
    ['agencies: ["mec"], dateFrom: "2026-01-02", dateTo: "2026-01-01"', 'dateTo'],
  ])('refuses %s and names the argument', async (args, argument) => {
    const { errors } = await stack.ask(`{ agencyAnalytics(${args}) { period } }`)
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })

  it('accepts at most 200 agencies and 50,000 rows', async () => {
    const keys = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => `orgao_${i}`))
    const range = 'dateFrom: "2026-01-01", dateTo: "2026-01-02"'
    const codes = (args: string) => stack.codes(`{ agencyAnalytics(${args}) { articleCount } }`)
    expect(await codes(`agencies: ${keys(200)}, ${range}`)).toEqual([])
    expect(await codes(`agencies: ${keys(201)}, ${range}`)).toEqual(['LIMIT_EXCEEDED'])
    // Two agencies that are known, so two rows a day.
    const long = (to: string) =>
      codes(`agencies: ["mec", "saude", "nenhum"], granularity: DAY, dateFrom: "1957-07-22", dateTo: "${to}"`)
    expect(await long('2025-12-31')).toEqual([])
    expect(await long('2026-01-01')).toEqual(['LIMIT_EXCEEDED'])
    expect(await codes('agencies: ["mec"], dateFrom: "0000-01-01", dateTo: "9999-12-31"')).toEqual([])
  })
})
