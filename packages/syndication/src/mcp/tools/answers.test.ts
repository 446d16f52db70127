import { describe, expect, it } from 'vitest'
import { callTool } from '../../../../../test/kit/client/call-tool.ts'
import { articleChanges, articleDiff } from './article-changes.ts'
import { listAgencies, listThemes } from './catalogue.ts'
import { entityCoverage, entityNetwork, searchEntities } from './entities.ts'
import { getArticle } from './get-article.ts'
import { estimateRecorte, previewClipping } from './recortes.ts'

const agency = (code: string, label: string) => ({ code, label, isRepublisher: false, inCatalogue: true })
const agencies = [agency('saude', 'Ministério da Saúde'), agency('mec', 'Ministério da Educação')]

describe('the catalogue', () => {
  it('lists agencies with their feeds, at most as many as asked for', async () => {
    const { answer } = await callTool(listAgencies, { limit: 1 }, { agencies })
    expect(answer).toEqual({
      found: 2,
      agencies: [
        {
          key: 'saude',
          name: 'Ministério da Saúde',
          isRepublisher: false,
          inCatalogue: true,
          feed: 'https://a/feeds/agencies/saude.rss',
        },
      ],
      warnings: [],
    })
  })

  const themeTree = ['01', '01.01', '01.01.01', '02', '02.01'].map((code) => ({
    code,
    label: `Tema ${code}`,
  }))
  it.each<[{ level?: number; parent?: string; limit?: number }, string[]]>([
    [{}, ['01', '01.01', '01.01.01', '02', '02.01']],
    [{ level: 2 }, ['01.01', '02.01']],
    [{ parent: '01' }, ['01.01', '01.01.01']],
    [{ parent: '01', level: 3 }, ['01.01.01']],
    [{ parent: '0' }, []],
    [{ limit: 2 }, ['01', '01.01']],
  ])('lists themes with %j: %j', async (args, codes) => {
    const { answer } = await callTool(listThemes, args, { themeTree })
    const themes = answer['themes'] as { code: string; level: number }[]
    expect(themes.map(({ code }) => code)).toEqual(codes)
    expect(themes.map(({ level }) => level)).toEqual(codes.map((code) => code.split('.').length))
    expect(answer['warnings']).toHaveLength(args.parent === '0' ? 1 : 0)
  })
})

describe('an entity', () => {
  it('is found with its names, of which ten are shown', async () => {
    const found = {
      entityId: 'Q1',
      name: 'Nome',
      type: 'ORG',
      description: 'a '.repeat(400),
      wikidataUrl: 'https://w/Q1',
      agency: 'mec',
      aliases: Array.from({ length: 11 }, (_, at) => `a${at}`),
      articles: 4,
      confidence: 0.5,
    }
    const bare = { ...found, description: null, wikidataUrl: null, agency: null }
    const { answer, variables } = await callTool(
      searchEntities,
      { query: 'n', type: 'ORG', limit: 2 },
      { entities: [found, bare] },
    )
    expect(variables).toEqual({ query: 'n', entityType: 'ORG', limit: 2 })
    const shared = {
      entityId: 'Q1',
      name: 'Nome',
      type: 'ORG',
      aliases: found.aliases.slice(0, 10),
      articles: 4,
      confidence: 0.5,
    }
    expect(answer['warnings']).toEqual([])
    expect(answer['entities']).toEqual([
      {
        ...shared,
        description: expect.stringMatching(/^a .{490,499}$/) as string,
        wikidataUrl: 'https://w/Q1',
        agency: 'mec',
      },
      shared,
    ])
    expect((await callTool(searchEntities, { query: 'n' }, { entities: [] })).variables).toEqual({
      query: 'n',
      entityType: null,
      limit: 5,
    })
  })

  const entity = { entityId: 'Q1', name: 'Nome', type: 'ORG', description: null }
  it('has a network of nodes and edges', async () => {
    const network = {
      nodes: [{ entityId: 'Q2', name: 'Outro', type: 'PER' }],
      edges: [{ from: 'Q1', to: 'Q2', articles: 3 }],
    }
    const { answer, variables } = await callTool(entityNetwork, { entityId: 'Q1' }, { entity, network })
    expect(variables).toEqual({ id: 'Q1', depth: 1, limit: 30 })
    const days = { dateFrom: '2026-01-01', dateTo: '2026-01-31' }
    const asked = await callTool(entityNetwork, { entityId: 'Q1', ...days }, { entity, network })
    expect(asked.variables).toEqual({ id: 'Q1', depth: 1, limit: 30, ...days })
    expect(answer).toEqual({
      entityId: 'Q1',
      name: 'Nome',
      type: 'ORG',
      nodes: [{ entityId: 'Q2', name: 'Outro', type: 'PER' }],
      edges: [{ from: 'Q1', to: 'Q2', articles: 3 }],
      warnings: [],
    })
    await expect(
      callTool(entityNetwork, { entityId: 'Q1' }, { entity: null, network }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('has a coverage whose newest rows come first', async () => {
    const point = (period: string) => ({
      period,
      agencyKey: 'mec',
      agencyName: null,
      articleCount: 1,
      totalMentions: 2,
      avgSentimentScore: null,
    })
    const data = {
      entity: { name: 'Nome' },
      points: [point('2026-01-01'), point('2026-02-01')],
    }
    const coverage = async (limit: number) =>
      (await callTool(entityCoverage, { entityId: 'Q1', limit }, data)).answer
    const row = { agencyKey: 'mec', articleCount: 1, totalMentions: 2 }
    expect(await coverage(2)).toEqual({
      name: 'Nome',
      points: [
        { ...row, period: '2026-02-01' },
        { ...row, period: '2026-01-01' },
      ],
      isComplete: true,
      warnings: [],
    })
    expect(await coverage(1)).toMatchObject({ points: [{ period: '2026-02-01' }], isComplete: false })
    const dates = { dateFrom: '2026-01-01', dateTo: '2026-02-01', granularity: 'WEEK' }
    expect((await callTool(entityCoverage, { entityId: 'Q1', ...dates }, data)).variables).toEqual({
      id: 'Q1',
      ...dates,
    })
    await expect(
      callTool(entityCoverage, { entityId: 'Q1' }, { ...data, entity: null }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('an article', () => {
  const bare = {
    uniqueId: 'a_1',
    title: 'T',
    subtitle: null,
    url: 'https://g/',
    agency: null,
    agencyName: null,
    publishedAt: null,
    category: null,
    tags: [],
    summary: null,
    content: null,
    theme1Level1Code: null,
    theme1Level1Label: null,
    theme1Level2Code: null,
    theme1Level2Label: null,
    theme1Level3Code: null,
    theme1Level3Label: null,
    features: null,
  }
  const read = async (article: object | null, args: object = {}) =>
    (await callTool(getArticle, { uniqueId: 'a_1', ...args }, { article })).answer
  const empty = {
    uniqueId: 'a_1',
    title: 'T',
    url: 'https://g/',
    page: 'https://a/artigos/a_1',
    tags: [],
    themes: [],
    content: '<texto-citado>\n\n</texto-citado>',
    contentOffset: 0,
    contentLength: 0,
    entities: [],
    warnings: [],
  }

  it('is returned without what it lacks, and refused when it is unknown', async () => {
    expect(await read(bare)).toEqual(empty)
    await expect(read(null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is returned with what it has', async () => {
    const texts = {
      subtitle: 'S',
      agency: 'mec',
      agencyName: 'MEC',
      publishedAt: '2026-06-01',
      category: 'C',
      summary: 'R',
    }
    const themes = {
      theme1Level1Code: '01',
      theme1Level1Label: 'l1',
      theme1Level2Code: '01.01',
      theme1Level2Label: 'l2',
      theme1Level3Code: '01.01.01',
      theme1Level3Label: null,
    }
    const entities = Array.from({ length: 31 }, (_, at) => ({
      name: `e${at}`,
      type: 'ORG',
      mentions: at,
      entityId: at === 30 ? 'Q1' : null,
    }))
    const tags = Array.from({ length: 51 }, (_, at) => `t${at}`)
    const answer = await read({
      ...bare,
      ...texts,
      ...themes,
      tags,
      content: 'Texto',
      features: { entities },
    })
    expect(answer).toMatchObject({
      ...texts,
      tags: tags.slice(0, 50),
      themes: [{ code: '01', label: 'l1' }, { code: '01.01', label: 'l2' }, { code: '01.01.01' }],
      content: '<texto-citado>\nTexto\n</texto-citado>',
      contentLength: 5,
    })
    const shown = answer['entities'] as object[]
    expect(shown).toHaveLength(30)
    expect(shown.slice(0, 2)).toEqual([
      { name: 'e30', type: 'ORG', mentions: 30, entityId: 'Q1' },
      { name: 'e29', type: 'ORG', mentions: 29 },
    ])
  })

  it.each([
    [12_000, 0, undefined],
    [12_001, 0, 12_000],
    [12_001, 1, undefined],
  ])('of %i characters read from %i continues at %s', async (characters, contentOffset, next) => {
    const answer = await read({ ...bare, content: 'a'.repeat(characters) }, { contentOffset })
    expect([answer['nextContentOffset'], answer['contentOffset'], answer['contentLength']]).toEqual([
      next,
      contentOffset,
      characters,
    ])
  })
})

describe('the changes of an article', () => {
  const versions = { uniqueId: 'mec_1', from: 1, to: 2 }
  const part = (kind: string, text: string) => ({ kind, text })
  const diff = (content: object[]) => ({ grade: 'FIGURES', reason: 'r', title: [], subtitle: [], content })

  it.each([
    [160, '{+x+}', 160, '[-y-]', 160],
    [161, '{+x+}', 80, '[-y-]', 80],
  ])(
    'shows kept texts of %i characters beside what changed',
    async (length, added, before, removed, after) => {
      const kept = ['a', 'b', 'c'].map((letter) => part('KEPT', letter.repeat(length)))
      const [a, b, c] = kept
      const content = [a!, part('ADDED', 'x'), b!, part('REMOVED', 'y'), c!]
      const { answer } = await callTool(articleDiff, versions, { diff: diff(content) })
      const isShort = before < length
      const middle = isShort ? `${'b'.repeat(before)} […] ${'b'.repeat(after)}` : 'b'.repeat(length)
      const shown = `${'a'.repeat(before)}${added}${middle}${removed}${'c'.repeat(after)}`
      const quoted = /^<texto-citado>([^]*)<\/texto-citado>$/.exec(String(answer['content']))?.[1]
      expect(quoted?.trim()).toBe(isShort ? `[…] ${shown} […]` : shown)
      expect(answer).toMatchObject({ ...versions, grade: 'FIGURES', reason: 'r', title: '', subtitle: '' })
    },
  )

  it('says nothing of equal texts, and refuses an unknown article', async () => {
    const { answer } = await callTool(articleDiff, versions, { diff: diff([part('KEPT', 'a')]) })
    expect(answer['content']).toBe('')
    const unknown = callTool(articleDiff, versions, { diff: null })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lists events after a place, without addresses that are no links', async () => {
    const event = { at: 'x', kind: 'EDITED', uniqueId: 'mec_1', agency: 'mec', title: 'Um', version: 2 }
    const more = { grade: 'FIGURES', reason: 'r' }
    const events = ['https://a/1', 'javascript:1'].map((url) => ({ ...event, ...more, url }))
    const args = { agencies: ['mec'], grades: ['FIGURES'], from: '2026-06-01', to: '2026-06-02', after: 'p' }
    const { answer, variables } = await callTool(articleChanges, args, { page: { events, endCursor: 'q' } })
    expect(variables).toMatchObject({
      grades: args.grades,
      from: args.from,
      to: args.to,
      after: 'p',
      first: 20,
      filter: { agencies: ['mec'] },
    })
    expect(answer).toMatchObject({ nextAfter: 'q', changes: [{ ...event, url: 'https://a/1' }, event] })
    expect((answer['changes'] as { url?: string }[])[1]?.url).toBeUndefined()
    const { variables: usual } = await callTool(articleChanges, {}, { page: { events: [], endCursor: null } })
    expect(usual).toMatchObject({ grades: null, from: null, to: null, after: null })
  })
})

describe('a recorte', () => {
  const words = { keywords: ['k'], excludeKeywords: ['x'] }
  const filters = {
    ...words,
    themes: ['01'],
    agencies: ['mec'],
    excludeAgencies: ['saude'],
    entityCanonical: ['Q1'],
    states: ['CE'],
  }
  const estimate = { lastDay: 5, articlesPerDay: 1.5, warning: null }

  it('is estimated by all of its filters', async () => {
    const { answer, variables } = await callTool(estimateRecorte, filters, { estimate })
    expect(variables).toEqual({ recorte: filters })
    expect(answer).toEqual({ lastDay: 5, articlesPerDay: 1.5, warnings: [] })
  })

  it('is shown with its newest articles and its feed', async () => {
    const articles0 = { found: 2, articles: [] }
    const { answer, variables } = await callTool(
      previewClipping,
      { recortes: [{ title: 'T', ...filters }], days: 2, samples: 4 },
      { recorte0: { ...estimate, warning: 'w' }, articles0 },
    )
    expect(variables).toEqual({
      samples: 4,
      recorte0: filters,
      filter0: { ...filters, startDate: '2026-06-13T15:00:00.000Z' },
    })
    expect(answer['recortes']).toEqual([
      {
        title: 'T',
        lastDay: 5,
        articlesPerDay: 1.5,
        warning: 'w',
        found: 2,
        articles: [],
        feed: expect.stringContaining('/feeds/articles.rss?') as string,
      },
    ])
  })

  const preview = (own: object) =>
    callTool(
      previewClipping,
      { recortes: [{ title: 'T', ...own }] },
      { recorte0: estimate, articles0: { found: 0, articles: [] } },
    )

  it.each([
    { themes: ['01'] },
    { agencies: ['mec'] },
    { keywords: ['k'] },
    { entityCanonical: ['Q1'] },
    { states: ['CE'] },
  ])('is shown with %j alone', async (own) => {
    expect((await preview(own)).answer['recortes']).toHaveLength(1)
  })

  it.each([{ excludeKeywords: ['x'] }, { excludeAgencies: ['mec'] }, {}])(
    'is refused with %j alone',
    async (own) => {
      await expect(preview(own)).rejects.toThrow(
        'recortes[0]: informe ao menos um tema, órgão, estado, entidade ou palavra-chave.',
      )
    },
  )
})
