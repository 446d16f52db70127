import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, registerOnly } from '../kit/rows/entities.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack

const THEMES = {
  rising: themed('03'),
  fresh: themed('04'),
  steady: themed('01'),
  old: themed('02'),
}
const articles = (theme: keyof typeof THEMES, count: number, days: number, agencyKey = 'mec') =>
  Array.from({ length: count }, (_, i) =>
    anArticle({
      uniqueId: `${theme}-${days}-${i}`,
      agencyKey,
      publishedAt: ago({ days, hours: i + 1 }),
      ...THEMES[theme],
    }),
  )

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    [
      ...articles('rising', 7, 1, 'saude'),
      ...articles('rising', 4, 10),
      ...articles('fresh', 3, 2),
      ...articles('steady', 3, 3),
      ...articles('steady', 11, 20),
      ...articles('old', 20, 12),
      anArticle({ publishedAt: ago({ days: 60 }), ...THEMES.fresh }),
    ],
    [
      { uniqueId: 'rising-1-3', features: { trending_score: 2.5 } },
      { uniqueId: 'rising-1-5', features: { trending_score: 0.5 } },
    ],
  )
})
afterAll(() => stack.stop())

interface Theme {
  themeCode: string
  themeLabel: string
  windowCount: number
  baselineDailyAvg: number
  growthScore: number
  topArticles: { uniqueId: string }[]
}
const themes = async (args = '') =>
  (
    await stack.query(`{ trendingThemes${args} {
      themeCode themeLabel windowCount baselineDailyAvg growthScore topArticles { uniqueId }
    } }`)
  ).trendingThemes as Theme[]
const codes = async (args: string) => (await themes(args)).map(({ themeCode }) => themeCode)

describe('trendingThemes', () => {
  it('are those that grew over the weeks before, with their best articles', async () => {
    expect(await themes()).toEqual([
      {
        themeCode: '04',
        themeLabel: 'Segurança Pública',
        windowCount: 3,
        baselineDailyAvg: 0,
        growthScore: 16,
        topArticles: [{ uniqueId: 'fresh-2-0' }, { uniqueId: 'fresh-2-1' }, { uniqueId: 'fresh-2-2' }],
      },
      {
        themeCode: '03',
        themeLabel: 'Saúde',
        windowCount: 7,
        baselineDailyAvg: 0.143,
        growthScore: 6.4,
        topArticles: [
          { uniqueId: 'rising-1-3' },
          { uniqueId: 'rising-1-5' },
          { uniqueId: 'rising-1-0' },
          { uniqueId: 'rising-1-1' },
          { uniqueId: 'rising-1-2' },
        ],
      },
    ])
  })

  it('apply thresholds, an agency and a limit', async () => {
    expect(await codes('(minArticles: 4)')).toEqual(['03'])
    expect(await codes('(growthThreshold: 1)')).toEqual(['04', '03', '01'])
    expect(await codes('(growthThreshold: 16.1)')).toEqual([])
    expect(await codes('(limit: 1)')).toEqual(['04'])
    expect(await codes('(agencyKey: "saude")')).toEqual(['03'])
    expect(await codes('(agencyKey: "ninguem")')).toEqual([])
    expect(await codes('(agencyKey: " ")')).toEqual(['04', '03'])
  })

  it('may be requested without articles in the window', async () => {
    const all = await themes('(minArticles: 0, growthThreshold: 0)')
    expect(all.at(-1)).toEqual({
      themeCode: '02',
      themeLabel: 'Educação',
      windowCount: 0,
      baselineDailyAvg: 0.714,
      growthScore: 0.19,
      topArticles: [],
    })
  })

  it('have the fields of an article for a list of headlines', async () => {
    const { trendingThemes } = await stack.query(`{ trendingThemes(agencyKey: "saude") {
      topArticles { uniqueId title agencyName publishedAt trendingScore }
    } }`)
    const [first, , third] = trendingThemes[0].topArticles
    expect(first).toEqual({
      uniqueId: 'rising-1-3',
      title: expect.stringMatching(/^Notícia/),
      agencyName: 'Ministério da Saúde',
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      trendingScore: 2.5,
    })
    expect(third.trendingScore).toBeNull()
  })

  it('have windows of any length', async () => {
    expect(await codes('(windowDays: 1, baselineDays: 1, minArticles: 1)')).toEqual([])
    const longest = await themes('(windowDays: 2147483647, baselineDays: 2147483647, growthThreshold: 0)')
    expect(longest.map(({ windowCount, baselineDailyAvg }) => [windowCount, baselineDailyAvg])).toEqual([
      [20, 0],
      [14, 0],
      [11, 0],
      [4, 0],
    ])
  })

  it.each([
    ['(windowDays: 0)', 'windowDays'],
    ['(baselineDays: 0)', 'baselineDays'],
    ['(minArticles: -1)', 'minArticles'],
    ['(limit: 0)', 'limit'],
    [`(agencyKey: "${'x'.repeat(129)}")`, 'agencyKey'],
  ])('refuse %s and name the argument', async (args, argument) => {
    const { errors } = await stack.ask(`{ trendingThemes${args} { themeCode } }`)
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })
})

describe('trendingEntities', () => {
  const FIELDS = `{ entityId canonicalName type trendingScore volumeRatio windowCount windowAgencies computedAt
    baselineCount baselineAgencies isNew }`

  it('are empty before the first ranking', async () => {
    await tables.trendingEntities.remove(stack.db)
    expect(await stack.query(`{ trendingEntities ${FIELDS} }`)).toEqual({ trendingEntities: [] })
  })

  it('are the last ranking, best first; an entity without a past is new, with an unknown past maybe', async () => {
    const entities = ['Q301', 'Q302', 'Q303'].map((id) => anEntity({ id, canonicalName: `Entidade ${id}` }))
    await registerOnly(stack, entities)
    const computedAt = new Date('2026-06-01T12:00:00Z')
    await tables.trendingEntities.add(stack.db, [
      { entityId: 'Q301', trendingScore: 2.5, volumeRatio: 4.25, baselineCount: 1, computedAt },
      {
        entityId: 'Q302',
        trendingScore: 9.75,
        volumeRatio: 16,
        windowAgencies: 3,
        baselineCount: 0,
        baselineAgencies: 0,
        computedAt,
      },
      { entityId: 'Q303', trendingScore: 1, baselineCount: null, baselineAgencies: null, computedAt },
    ])
    const { trendingEntities } = await stack.query(`{ trendingEntities ${FIELDS} }`)
    expect(trendingEntities[0]).toEqual({
      entityId: 'Q302',
      canonicalName: 'Entidade Q302',
      type: 'ORG',
      trendingScore: 9.75,
      volumeRatio: 16,
      windowCount: 3,
      windowAgencies: 3,
      computedAt: '2026-06-01T12:00:00+00:00',
      baselineCount: 0,
      baselineAgencies: 0,
      isNew: true,
    })
    const news = trendingEntities.map((row: { entityId: string; isNew: boolean | null }) => [
      row.entityId,
      row.isNew,
    ])
    expect(news).toEqual([
      ['Q302', true],
      ['Q301', false],
      ['Q303', null],
    ])
    expect(await stack.query('{ trendingEntities(limit: 1) { entityId } }')).toEqual({
      trendingEntities: [{ entityId: 'Q302' }],
    })
  })

  it('are at most 50', async () => {
    const many = Array.from({ length: 51 }, (_, i) => anEntity({ id: `Q4${i + 100}` }))
    await registerOnly(stack, many)
    const listed = await stack.db<{ entityId: string }[]>`select entity_id from entities`
    await tables.trendingEntities.remove(stack.db)
    await tables.trendingEntities.add(stack.db, listed)
    const { trendingEntities } = await stack.query('{ trendingEntities(limit: 1000) { entityId } }')
    expect(trendingEntities).toHaveLength(50)
    const { errors } = await stack.ask('{ trendingEntities(limit: 0) { entityId } }')
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument: 'limit' }])
  })
})
