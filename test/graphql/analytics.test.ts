import { localDay, startOfLocalDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'
import { themed } from '../kit/rows/themes.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      agencyKey: 'saude',
      publishedAt: ago({ hours: 1 }),
      themeL1Code: '03',
      themeL1Label: 'Saúde',
    }),
    anArticle({
      agencyKey: 'saude',
      publishedAt: ago({ hours: 23 }),
      themeL1Code: '02',
      themeL1Label: 'Educação',
    }),
    anArticle({ agencyKey: 'mec', publishedAt: ago({ hours: 25 }) }),
    anArticle({ agencyKey: 'inep', publishedAt: ago({ days: 2, hours: 23 }) }),
    anArticle({ agencyKey: 'capes', publishedAt: ago({ days: 40 }) }),
  ])
})
afterAll(() => stack.stop())

describe('analyticsKpis', () => {
  it.each([
    [1, { total: 2, activeThemes: 2, activeAgencies: 1, dailyAverage: 2 }],
    [3, { total: 4, activeThemes: 2, activeAgencies: 3, dailyAverage: 1.33 }],
    [30, { total: 4, activeThemes: 2, activeAgencies: 3, dailyAverage: 0.13 }],
    [365, { total: 5, activeThemes: 2, activeAgencies: 4, dailyAverage: 0.01 }],
  ])('counts the last %i × 24 hours', async (days, expected) => {
    const document =
      '{ analyticsKpis(range: { days: DAYS }) { total activeThemes activeAgencies dailyAverage } }'
    expect(await stack.query(document.replace('DAYS', String(days)))).toEqual({ analyticsKpis: expected })
  })

  it('counts everything for the largest number of days', async () => {
    const { analyticsKpis } = await stack.query('{ analyticsKpis(range: { days: 2147483647 }) { total } }')
    expect(analyticsKpis).toEqual({ total: 5 })
  })
})

describe('topThemes', () => {
  it('are labels of level 1, most articles first, ties by label', async () => {
    const { topThemes } = await stack.query('{ topThemes(range: { days: 30 }) { label count } }')
    expect(topThemes).toEqual([
      { label: 'Educação', count: 1 },
      { label: 'Saúde', count: 1 },
    ])
    const limited = await stack.query('{ topThemes(range: { days: 30 }, limit: 1) { label } }')
    expect(limited).toEqual({ topThemes: [{ label: 'Educação' }] })
  })

  it('leave out articles older than days × 24 hours', async () => {
    await stack.publish([
      anArticle({ publishedAt: ago({ hours: 30 }), themeL1Code: '04', themeL1Label: 'Segurança Pública' }),
    ])
    const labels = async (days: number) => {
      const { topThemes } = await stack.query(`{ topThemes(range: { days: ${days} }) { label } }`)
      return topThemes.map((theme: { label: string }) => theme.label)
    }
    expect(await labels(1)).toEqual(['Educação', 'Saúde'])
    expect(await labels(2)).toEqual(['Educação', 'Saúde', 'Segurança Pública'])
  })
})

describe('topAgencies', () => {
  it('are official names, most articles first, ties by name', async () => {
    const { topAgencies } = await stack.query('{ topAgencies(range: { days: 2 }) { name count } }')
    expect(topAgencies).toEqual([
      { name: 'Ministério da Educação', count: 2 },
      { name: 'Ministério da Saúde', count: 2 },
    ])
    const limited = await stack.query('{ topAgencies(range: { days: 60 }, limit: 1) { count } }')
    expect(limited).toEqual({ topAgencies: [{ count: 2 }] })
  })
})

describe('names of themes and agencies', () => {
  it('have the codes that other operations accept', async () => {
    const { topThemes, topAgencies } = await stack.query(`{
      topThemes(range: { days: 1 }) { label code }
      topAgencies(range: { days: 3 }) { name key }
    }`)
    expect(topThemes).toEqual([
      { label: 'Educação', code: '02' },
      { label: 'Saúde', code: '03' },
    ])
    expect(topAgencies).toContainEqual({ name: 'Ministério da Saúde', key: 'saude' })
    expect(topAgencies).toContainEqual({ name: 'Ministério da Educação', key: 'mec' })
  })
})

describe('articlesTimeline', () => {
  const timeline = async (days: number): Promise<{ date: string; count: number }[]> => {
    const answer = await stack.query(`{ articlesTimeline(range: { days: ${days} }) { date count } }`)
    return answer.articlesTimeline
  }

  it('has a point per local day, today last, and zero for days without articles', async () => {
    const points = await timeline(5)
    const today = localDay(new Date())
    expect(points.map((point) => point.date)).toEqual(
      [4, 3, 2, 1, 0].map((back) => localDay(startOfLocalDay(new Date(), -back))),
    )
    expect(points.at(-1)?.date).toBe(today)
    const empty = await timeline(40)
    expect(empty).toHaveLength(40)
    expect(empty.slice(0, 30).every((point) => point.count === 0)).toBe(true)
    expect(empty.reduce((sum, point) => sum + point.count, 0)).toBe(5)
  })

  it('counts an article on its local day, to the second, and not after it was taken down', async () => {
    const midnight = startOfLocalDay(new Date(), -9)
    const at = (seconds: number) => new Date(midnight.getTime() + seconds * 1000).toISOString()
    await stack.publish([
      anArticle({ uniqueId: 'antes_aaaaaa', publishedAt: at(-1) }),
      anArticle({ uniqueId: 'meia-noite_bbbbbb', publishedAt: at(0) }),
      anArticle({ uniqueId: 'depois_cccccc', publishedAt: at(86_399) }),
    ])
    const days = async () => (await timeline(11)).slice(0, 3).map((point) => point.count)
    expect(await days()).toEqual([1, 2, 0])
    await tables.articles.set(stack.db, { uniqueId: 'depois_cccccc' }, { deletedAt: new Date() })
    expect(await days()).toEqual([1, 1, 0])
  })

  it('counts all of today, as a list of today does', async () => {
    const count = async () => (await timeline(1))[0]?.count ?? 0
    const before = await count()
    const tomorrow = startOfLocalDay(new Date(), 1).getTime()
    await stack.publish([
      anArticle({ publishedAt: new Date(tomorrow - 1000).toISOString() }),
      anArticle({ publishedAt: new Date(tomorrow).toISOString() }),
    ])
    expect(await count()).toBe(before + 1)
  })

  it('is cut to 366 days', async () => {
    expect(await timeline(366)).toHaveLength(366)
    expect(await timeline(2_147_483_647)).toHaveLength(366)
  })
})

describe('dashboard queries', () => {
  it.each([
    ['analyticsKpis(range: { days: 0 }) { total }'],
    ['topThemes(range: { days: 0 }) { label }'],
    ['topThemes(range: { days: 1 }, limit: 0) { label }'],
    ['topAgencies(range: { days: -1 }) { name }'],
    ['topAgencies(range: { days: 1 }, limit: 0) { name }'],
    ['topStates(range: { days: 1 }, limit: 0) { code }'],
    ['articlesTimeline(range: { days: 0 }) { date }'],
  ])('refuse %s', async (field) => {
    expect(await stack.codes(`{ ${field} }`)).toEqual(['BAD_USER_INPUT'])
  })
})

describe('themeTimeline', () => {
  it('counts the articles of the most frequent themes by period, as a loop over them does', async () => {
    const articles = ['03', '03', '02', '03', '02', '01'].map((code, at) => ({
      code,
      publishedAt: new Date(Date.parse('2025-03-03T15:00:00Z') + at * 30 * 3_600_000),
    }))
    await stack.publish(
      articles.map(({ code, publishedAt }) =>
        anArticle({ publishedAt: publishedAt.toISOString(), ...themed(code) }),
      ),
    )
    const ask = async (granularity: string, limit: number) => {
      const document = `{ themeTimeline(dateFrom: "2025-03-01", dateTo: "2025-03-31", granularity: ${granularity},
        limit: ${limit}) { period code count } }`
      return (await stack.query(document)).themeTimeline as unknown[]
    }
    const count = (codes: readonly string[]) => {
      const counts = new Map<string, number>()
      for (const { code, publishedAt } of articles)
        if (codes.includes(code)) {
          const key = `${localDay(publishedAt)} ${code}`
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
      return [...counts]
        .map(([key, count]) => ({ period: key.slice(0, 10), code: key.slice(11), count }))
        .sort((a, b) => (`${a.period} ${a.code}` < `${b.period} ${b.code}` ? -1 : 1))
    }
    expect(await ask('DAY', 2)).toEqual(count(['02', '03']))
    expect(await ask('MONTH', 25)).toEqual([
      { period: '2025-03-01', code: '01', count: 1 },
      { period: '2025-03-01', code: '02', count: 2 },
      { period: '2025-03-01', code: '03', count: 3 },
    ])
    expect(await stack.codes('{ themeTimeline(dateFrom: "x", dateTo: "2025-03-31") { count } }')).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})
