import { describe, expect, it } from 'vitest'
import type { ExecuteOperation, Operation } from '../operation.ts'
import { agencyAnalytics } from './agency-analytics.ts'
import { clippingReleases, createClipping, myClippings } from './clippings.ts'
import { getRelease } from './get-release.ts'
import { relatedArticles } from './related-articles.ts'
import { newsTimeline, trending } from './statistics.ts'

const now = new Date('2026-06-15T15:00:00Z')
interface Called {
  call: (args: unknown, context: never) => Promise<Record<string, unknown>>
}

/** Calls a tool whose operations are answered in turn with these data. Returns the answer and all variables. */
async function call(tool: Called, args: object, ...data: object[]) {
  const asked: Operation[] = []
  const execute: ExecuteOperation = async (operation) => {
    asked.push(operation)
    return { data: data[asked.length - 1], extensions: { warnings: ['agencyKey: x'] } }
  }
  const answer = await tool.call(args, { execute, baseUrl: 'https://a', now } as never)
  return { answer, variables: asked.map((operation) => operation.variables) }
}
const warnings = ['agencyKey: x']
const article = {
  uniqueId: 'a_1',
  title: 'T',
  url: 'https://g/',
  agency: null,
  agencyName: null,
  publishedAt: null,
  mostSpecificThemeCode: null,
  mostSpecificThemeLabel: null,
  summary: null,
}
const listed = { uniqueId: 'a_1', title: 'T', url: 'https://g/', page: 'https://a/artigos/a_1' }

describe('statistics', () => {
  it('of days have totals and the most frequent themes and agencies', async () => {
    const data = {
      days: [{ date: '2026-06-15', count: 2 }],
      totals: { total: 2, activeThemes: 1, activeAgencies: 1, dailyAverage: 0.07 },
      topThemes: [{ code: '01', label: 'Saúde', count: 2 }],
      topAgencies: [{ key: 'mec', name: 'MEC', count: 1 }],
    }
    expect(await call(newsTimeline, {}, data)).toEqual({
      answer: { ...data, warnings },
      variables: [{ range: { days: 30 }, top: 10 }],
    })
    const unknown = {
      ...data,
      topThemes: [{ code: null, label: 'x', count: 1 }],
      topAgencies: [{ key: null, name: 'y', count: 1 }],
    }
    expect((await call(newsTimeline, { days: 366 }, unknown)).answer).toMatchObject({
      topThemes: [{ label: 'x', count: 1 }],
      topAgencies: [{ name: 'y', count: 1 }],
    })
    await expect(call(newsTimeline, { days: 367 }, data)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('of what grows name themes with their articles, and entities', async () => {
    const theme = {
      code: '01',
      label: 'Saúde',
      articles: 5,
      usualPerDay: 0.5,
      growth: 2,
      topArticles: [{ uniqueId: 'a_1', title: 'T', agencyName: 'MEC', publishedAt: '2026-06-14' }],
    }
    const entity = {
      entityId: 'Q1',
      name: 'N',
      type: 'ORG',
      articles: 3,
      agencies: 2,
      growth: 4,
    }
    const { answer, variables } = await call(
      trending,
      { agency: 'mec' },
      { themes: [theme], entities: [entity] },
    )
    expect(variables).toEqual([{ windowDays: 7, agencyKey: 'mec', limit: 5 }])
    expect(answer).toEqual({
      themes: [
        {
          code: '01',
          label: 'Saúde',
          articles: 5,
          usualPerDay: 0.5,
          growth: 2,
          topArticles: [{ ...theme.topArticles[0], page: 'https://a/artigos/a_1' }],
        },
      ],
      entities: [{ entityId: 'Q1', name: 'N', type: 'ORG', articles: 3, agencies: 2, growth: 4 }],
      warnings: ['agency: x'],
    })
  })

  it('of agencies begin with the newest period', async () => {
    const row = {
      period: '2026-05-01',
      agency: 'mec',
      agencyName: 'MEC',
      articles: 3,
      sentiment: 0.1,
      positive: 0.2,
      negative: 0.3,
      readability: 40,
      words: 500,
    }
    const later = { ...row, period: '2026-06-01', sentiment: null }
    const { answer, variables } = await call(
      agencyAnalytics,
      { agencies: ['mec'], limit: 1 },
      { rows: [row, later] },
    )
    expect(variables).toEqual([
      {
        agencies: ['mec'],
        dateFrom: '2025-07-01',
        dateTo: '2026-06-15',
        granularity: 'MONTH',
        metrics: ['VOLUME', 'SENTIMENT', 'READABILITY'],
      },
    ])
    const shown = {
      agency: 'mec',
      agencyName: 'MEC',
      articles: 3,
      positive: 0.2,
      negative: 0.3,
      readability: 40,
      words: 500,
    }
    expect(answer).toEqual({ rows: [{ ...shown, period: '2026-06-01' }], isComplete: false, warnings })
    const both = await call(agencyAnalytics, { agencies: ['mec'], limit: 2 }, { rows: [row, later] })
    expect(both.answer).toMatchObject({
      rows: [{ period: '2026-06-01' }, { period: '2026-05-01' }],
      isComplete: true,
    })
    const whole = await call(agencyAnalytics, { agencies: ['mec'], metrics: [] }, { rows: [row] })
    expect(whole.answer).toMatchObject({
      rows: [{ ...shown, period: '2026-05-01', sentiment: 0.1 }],
      isComplete: true,
    })
    expect(whole.variables[0]).toMatchObject({ metrics: ['VOLUME'] })
  })
})

describe('clippings', () => {
  const clipping = {
    id: 'c',
    name: 'N',
    description: null,
    schedule: '0 8 * * *',
    nextRunAt: '2026-06-16',
    active: true,
    isAuthor: false,
    listingId: 'l',
    recortes: [{ title: 'R' }],
  }
  const { description: _, ...own } = clipping
  const shown = { ...own, recortes: ['R'] }

  it('of a person are listed, at most a hundred', async () => {
    const { answer } = await call(myClippings, {}, { clippings: Array.from({ length: 101 }, () => clipping) })
    expect((answer['clippings'] as object[]).length).toBe(100)
    expect((answer['clippings'] as object[])[0]).toEqual(shown)
  })

  it('have releases', async () => {
    const release = {
      id: 'r',
      articles: 2,
      refTime: 't',
      preview: 'p '.repeat(200),
      createdAt: 'c',
      page: 'u',
    }
    const bare = { ...release, refTime: null, preview: null, createdAt: null }
    const data = { clipping: { ...clipping, releases: [release, bare] } }
    const { answer, variables } = await call(clippingReleases, { clippingId: 'c', before: 'b' }, data)
    expect(variables).toEqual([{ id: 'c', limit: 10, before: 'b' }])
    expect(answer).toEqual({
      clipping: shown,
      releases: [
        {
          id: 'r',
          page: 'u',
          createdAt: 'c',
          refTime: 't',
          articles: 2,
          preview: expect.stringMatching(/^<texto-citado>\n(?:p ?){130,150}…?\n<\/texto-citado>$/) as string,
        },
        { id: 'r', page: 'u', articles: 2 },
      ],
      warnings,
    })
    await expect(call(clippingReleases, { clippingId: 'c' }, { clipping: null })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('are created after a confirmation when they bring many articles', async () => {
    const none = {
      agencies: [],
      excludeAgencies: [],
      keywords: [],
      excludeKeywords: [],
      entityCanonical: [],
      states: [],
    }
    const recorte = { title: 'R', themes: ['01'], ...none }
    const input = { name: 'N', schedule: '0 8 * * *', recortes: [recorte] }
    const estimate = (warning: string | null) => ({
      recorte0: { lastDay: 1, articlesPerDay: 60, warning },
    })
    const created = { createClipping: clipping }
    await expect(call(createClipping, input, estimate('demais'), created)).rejects.toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      message: expect.stringMatching(/^R: demais Se a pessoa/) as string,
    })
    const made = await call(createClipping, input, estimate(null), created)
    expect(made.answer).toEqual({ clipping: shown, warnings })
    expect(made.variables[1]).toEqual({
      input: {
        ...input,
        description: null,
        deliveryChannels: expect.objectContaining({ email: true, push: false }) as object,
      },
    })
    const asked = { ...input, description: 'D', channels: [], acceptManyArticles: true }
    const { variables } = await call(createClipping, asked, created)
    expect(variables).toMatchObject([{ input: { description: 'D', deliveryChannels: { email: false } } }])
  })

  it('have releases with articles, of which twenty are shown', async () => {
    const release = {
      id: 'r',
      clippingId: 'c',
      clippingName: 'N',
      refTime: null,
      sinceHours: 24,
      preview: 'p',
      articlesCount: 21,
      page: 'u',
    }
    const articles = Array.from({ length: 21 }, () => article)
    const { answer } = await call(getRelease, { id: 'r' }, { release, articles })
    const { preview: _, refTime: __, ...facts } = release
    expect(answer).toEqual({
      ...facts,
      preview: '<texto-citado>\np\n</texto-citado>',
      articles: Array.from({ length: 20 }, () => listed),
      warnings,
    })
    await expect(call(getRelease, { id: 'r' }, { release: null, articles })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

it('related articles are those of a known article', async () => {
  const data = { article: { uniqueId: 'a_1' }, relatedArticles: [article] }
  const { answer, variables } = await call(relatedArticles, { uniqueId: 'a_1' }, data)
  expect(variables).toEqual([{ uniqueId: 'a_1', limit: 5 }])
  expect(answer).toEqual({ articles: [listed], warnings })
  await expect(call(relatedArticles, { uniqueId: 'a_1' }, { ...data, article: null })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
