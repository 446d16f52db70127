import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../support/factories.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
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

  it('refuses a range of no days', async () => {
    expect(await stack.codes('{ analyticsKpis(range: { days: 0 }) { total } }')).toEqual(['BAD_USER_INPUT'])
  })
})
