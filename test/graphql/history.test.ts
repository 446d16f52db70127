import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { localDay } from '@pauta/platform/time/time'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { themed } from '../kit/rows/themes.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()
const EDITED = anArticle({
  uniqueId: 'editada_000001',
  agencyKey: 'saude',
  title: 'Casos de dengue',
  content: 'Foram 1.200 casos em <b>Belém</b>.',
  imageUrl: 'https://www.gov.br/dengue.jpg',
  updatedAt: at(0),
  tags: ['dengue'],
  publishedAt: at(0),
  extractedAt: at(0),
  ...themed('03.02'),
})
const REMOVED = anArticle({
  uniqueId: 'removida_000002',
  agencyKey: 'mec',
  title: 'Vagas em creches',
  summary: 'Prefeituras aderem.',
  publishedAt: at(0),
  extractedAt: at(0),
  ...themed('04'),
})
const HIDDEN = anArticle({
  uniqueId: 'oculta_000003',
  agencyKey: 'mec',
  title: 'Nome de pessoa',
  content: 'Texto antigo.',
  publishedAt: at(0),
  extractedAt: at(0),
  ...themed('05'),
})

beforeAll(async () => {
  stack = await shareTestStack()
  const { db, index, model } = stack
  await stack.publish([EDITED, REMOVED, HIDDEN])
  await upsertArticles(db, [
    received({ ...EDITED, content: 'Foram 1.500 casos em <b>Belém</b>.', extractedAt: at(1) }),
    received({ ...HIDDEN, content: 'Palavra secreta.', extractedAt: at(1) }),
  ])
  await removeArticles(db, [
    { uniqueId: 'removida_000002', agencyKey: 'mec', url: received(REMOVED).url, removedAt: new Date(at(2)) },
  ])
  await setTakenDown(db, ['oculta_000003'], new Date())
  // The classifier has chosen the theme of one article.
  const chosen = { themeModel: 'learned', themeSource: 'learned', themeConfidence: 0.5 }
  await tables.articles.set(db, { uniqueId: 'removida_000002' }, chosen)
  await syncIndex({ db, index, model, now: () => new Date() }, {})
})
afterAll(() => stack.stop())

const CHANGES = `query ($filter: ArticleFilter, $grades: [EditGrade!], $kinds: [ArticleEventKind!], $from: String,
  $to: String, $first: Int! = 50, $after: String) {
  articleChanges(filter: $filter, grades: $grades, kinds: $kinds, from: $from, to: $to, first: $first, after: $after) {
    events { position at kind seenBy uniqueId agency title url version grade reason } endCursor } }`

async function list(variables: Record<string, unknown> = {}) {
  const { articleChanges } = await stack.query(CHANGES, variables)
  const events: { kind: string; uniqueId: string }[] = articleChanges.events
  return events.map(({ kind, uniqueId }) => [kind, uniqueId.split('_')[0]])
}

describe('articleChanges', () => {
  it('lists what happened, the last first, and shows no word of what an operator took down', async () => {
    const { articleChanges } = await stack.query(CHANGES)
    const events: Record<string, unknown>[] = articleChanges.events
    expect(
      events.map(({ kind, title, version, grade, reason }) => [kind, title, version, grade, reason]),
    ).toEqual([
      ['TAKEN_DOWN', null, null, null, null],
      ['REMOVED', 'Vagas em creches', null, null, null],
      ['EDITED', null, 2, 'SMALL', null],
      ['EDITED', 'Casos de dengue', 2, 'FIGURES', 'números alterados: “1.200” → “1.500”'],
      ['APPEARED', null, 1, null, null],
      ['APPEARED', 'Vagas em creches', 1, null, null],
      ['APPEARED', 'Casos de dengue', 1, null, null],
    ])
    expect(JSON.stringify(events)).not.toMatch(/secreta|pessoa/)
    expect(events.map(({ seenBy }) => seenBy)).toContain('OPERATOR')
  })

  it.each([
    [{ kinds: ['REMOVED'] }, [['REMOVED', 'removida']]],
    [{ grades: ['FIGURES', 'NAMES'] }, [['EDITED', 'editada']]],
    [{ kinds: [], grades: [], first: 1 }, [['TAKEN_DOWN', 'oculta']]],
    [
      { filter: { agencies: ['saude'] } },
      [
        ['EDITED', 'editada'],
        ['APPEARED', 'editada'],
      ],
    ],
    [{ filter: { agencies: ['SAÚDE'] }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    // The article that was taken down is of the excluded agency, too.
    [{ filter: { excludeAgencies: ['MEC'] }, kinds: ['EDITED', 'TAKEN_DOWN'] }, [['EDITED', 'editada']]],
    [
      { filter: { excludeAgencies: ['saude'] }, kinds: ['REMOVED', 'EDITED'], first: 1 },
      [['REMOVED', 'removida']],
    ],
    [{ filter: { themes: ['03'] }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    [{ filter: { themes: ['03.02'] }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    [{ filter: { themes: ['02'] } }, []],
    [{ filter: { tags: ['Dengue'] }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    [{ filter: { keywords: ['creches prefeituras'] }, kinds: ['REMOVED'] }, [['REMOVED', 'removida']]],
    [{ filter: { keywords: ['creche'] } }, []],
    [{ filter: { keywords: ['pessoa'] } }, []],
    [{ filter: { excludeKeywords: ['vagas creches'], agencies: ['mec', 'saude'] }, kinds: ['REMOVED'] }, []],
    [{ filter: { themeLabel: 'saude' }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    [{ filter: { entities: ['Ibama'] } }, []],
    [{ filter: { themeSource: ['site'] }, kinds: ['EDITED'] }, [['EDITED', 'editada']]],
    [{ filter: { themeSource: ['learned'] }, kinds: ['REMOVED'] }, [['REMOVED', 'removida']]],
    [{ filter: { themeSource: ['rules'] } }, []],
    [{ filter: { minThemeConfidence: 0.5 }, kinds: ['REMOVED'] }, [['REMOVED', 'removida']]],
    [{ filter: { minThemeConfidence: 0 }, kinds: ['EDITED'] }, []],
    [{ filter: { minThemeConfidence: 0.51 } }, []],
    [{ filter: { states: ['PA'] } }, []],
    [{ filter: { oneStoryPer: true }, first: 1 }, [['TAKEN_DOWN', 'oculta']]],
    [{ filter: { entityCanonical: ['Q1'] } }, []],
    [{ filter: { sentiment: ['positive'] } }, []],
    [
      { filter: { startDate: '2026-06-01', endDate: '2026-06-01', dedup: true }, kinds: ['EDITED'] },
      [
        ['EDITED', 'oculta'],
        ['EDITED', 'editada'],
      ],
    ],
    [{ filter: { startDate: '2026-06-02' } }, []],
    [{ filter: { endDate: '2026-05-31' } }, []],
    [{ to: '2026-01-01' }, []],
    [{ from: '2100-01-01' }, []],
  ])('takes %j', async (variables, expected) => {
    expect(await list(variables)).toEqual(expected)
  })

  it('pages to the end without loss and repeat', async () => {
    const whole = await list()
    const paged: unknown[] = []
    let after: string | null = null
    do {
      const {
        articleChanges,
      }: { articleChanges: { events: { kind: string; uniqueId: string }[]; endCursor: string | null } } =
        await stack.query(CHANGES, { first: 2, after })
      paged.push(
        ...articleChanges.events.map(({ kind, uniqueId }: { kind: string; uniqueId: string }) => [
          kind,
          uniqueId.split('_')[0],
        ]),
      )
      after = articleChanges.endCursor
    } while (after !== null)
    expect(paged).toEqual(whole)
  })

  it.each([
    [{ first: 0 }, /first/],
    [{ after: 'abc' }, /after/],
    [{ after: '-1' }, /after/],
    [{ from: 'ontem' }, /from/],
    [{ from: '2026-06-02', to: '2026-06-01' }, /to/],
    [{ filter: { startDate: 'ontem' } }, /filter\.startDate/],
  ])('refuses %j', async (variables, message) => {
    const { errors } = await stack.ask(CHANGES, variables)
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })
})

describe('articleChangeCounts', () => {
  const COUNTS = `query ($by: ChangeDimension! = DAY, $agencies: [String!], $themes: [String!], $grades: [EditGrade!],
    $kinds: [ArticleEventKind!], $from: String, $to: String, $limit: Int! = 50) {
    articleChangeCounts(by: $by, agencies: $agencies, themes: $themes, grades: $grades, kinds: $kinds, from: $from,
      to: $to, limit: $limit) { key label count } }`
  const count = async (variables: Record<string, unknown>) => {
    const { articleChangeCounts } = await stack.query(COUNTS, variables)
    return articleChangeCounts.map(({ key, count }: { key: string; count: number }) => [key, count])
  }
  const today = localDay(new Date())
  const startOf = (unit: 'week' | 'month') => DateTime.fromISO(today).startOf(unit).toISODate()

  it.each([
    [{ by: 'DAY' }, [[today, 7]]],
    [{ by: 'WEEK' }, [[startOf('week'), 7]]],
    [{ by: 'MONTH' }, [[startOf('month'), 7]]],
    [
      { by: 'AGENCY' },
      [
        ['mec', 5],
        ['saude', 2],
      ],
    ],
    [{ by: 'AGENCY', limit: 1 }, [['mec', 5]]],
    [
      { by: 'KIND' },
      [
        ['APPEARED', 3],
        ['EDITED', 2],
        ['REMOVED', 1],
        ['TAKEN_DOWN', 1],
      ],
    ],
    [
      { by: 'GRADE' },
      [
        ['FIGURES', 1],
        ['SMALL', 1],
      ],
    ],
    [{ by: 'GRADE', agencies: ['saude'] }, [['FIGURES', 1]]],
    [
      { by: 'KIND', themes: ['03'] },
      [
        ['APPEARED', 1],
        ['EDITED', 1],
      ],
    ],
    [{ by: 'KIND', themes: ['03.02'], kinds: ['EDITED'] }, [['EDITED', 1]]],
    // Of articles that readers may see: the site itself removed the first, an operator took the second down.
    [
      { by: 'KIND', themes: ['04'] },
      [
        ['APPEARED', 1],
        ['REMOVED', 1],
      ],
    ],
    [{ by: 'KIND', themes: ['05'] }, []],
    [{ by: 'AGENCY', grades: ['FIGURES', 'NAMES'] }, [['saude', 1]]],
    [{ by: 'DAY', agencies: ['nenhum'] }, []],
    [{ by: 'DAY', to: '2026-01-01' }, []],
    [{ by: 'DAY', from: '2100-01-01', to: '2100-02-01' }, []],
  ])('takes %j', async (variables, expected) => {
    expect(await count(variables)).toEqual(expected)
  })

  it('names what it counts', async () => {
    const { articleChangeCounts } = await stack.query(COUNTS, { by: 'GRADE' })
    expect(articleChangeCounts.map(({ label }: { label: string }) => label)).toEqual([
      'números alterados',
      'pequena mudança',
    ])
  })

  it.each([
    [{ from: '2025-01-01', to: '2026-01-01' }, []],
    [{ from: '2025-01-01', to: '2026-01-02' }, ['LIMIT_EXCEEDED']],
    [{ limit: 0 }, ['BAD_USER_INPUT']],
    [{ from: 'ontem' }, ['BAD_USER_INPUT']],
    [{ agencies: Array.from({ length: 201 }, (_, n) => `orgao-${n}`) }, ['LIMIT_EXCEEDED']],
    [{ themes: ['x'.repeat(301)] }, ['BAD_USER_INPUT']],
  ])('has limits: %j', async (variables, codes) => {
    const { errors } = await stack.ask(COUNTS, variables)
    expect((errors ?? []).map(({ extensions }) => extensions?.['code'])).toEqual(codes)
  })
})

describe('articleVersionPages', () => {
  const PAGES = `query ($id: String!) { articleVersionPages(uniqueId: $id) { number objectKey } }`
  const id = 'paginas_000009'
  const version = (minute: number, content: string) =>
    received(anArticle({ uniqueId: id, title: 'Páginas', content, extractedAt: at(minute) }))
  const page = (objectKey: string, first: number, last: number) => ({
    agencyKey: 'mec',
    url: 'https://www.gov.br/mec/p',
    digest: objectKey,
    objectKey,
    kind: 'plone-html',
    uniqueId: id,
    entry: {},
    firstSeenAt: new Date(at(first)),
    lastSeenAt: new Date(at(last)),
  })

  it('names the page that showed each version, to listed accounts alone', async () => {
    await upsertArticles(stack.db, [version(10, 'Um.')])
    // The same text is read again in another page, such as with other links around it.
    await upsertArticles(stack.db, [version(20, 'Um.')])
    await upsertArticles(stack.db, [version(30, 'Dois.')])
    await upsertArticles(stack.db, [version(40, 'Três.')])
    await tables.scrapeRawPages.add(stack.db, [
      page('a', 10, 10),
      page('b', 20, 20),
      page('c', 30, 30),
      page('futura', 50, 50),
    ])
    const service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    expect((await service.query(PAGES, { id })).articleVersionPages).toEqual([
      { number: 1, objectKey: 'b' },
      { number: 2, objectKey: 'c' },
    ])
    expect(await stack.codes(PAGES, { id })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('the versions of an article', () => {
  const VERSION = `query ($id: String!, $number: Int!) { articleVersion(uniqueId: $id, number: $number) {
    number title subtitle content image publishedAt updatedAt contentHash grade reason seenAt } }`
  const DIFF = `query ($id: String!, $from: Int! = 1, $to: Int! = 2) { articleDiff(uniqueId: $id, from: $from, to: $to) {
    from to grade reason title { kind text } subtitle { kind text } content { kind text } html } }`

  it('are listed with the article, and read one by one', async () => {
    const { article, articles } = await stack.query(`{
      article(uniqueId: "editada_000001") { removedAt versions { number title grade reason seenAt } }
      articles { articles { uniqueId versions { number } } } }`)
    expect(article).toMatchObject({
      removedAt: null,
      versions: [
        { number: 1, grade: null, reason: null, title: 'Casos de dengue' },
        { number: 2, grade: 'FIGURES', reason: expect.stringContaining('1.500') },
      ],
    })
    expect(articles.articles).toEqual([
      { uniqueId: 'editada_000001', versions: [{ number: 1 }, { number: 2 }] },
    ])
    const texts = await Promise.all(
      [1, 2].map(
        async (number) => (await stack.query(VERSION, { id: 'editada_000001', number })).articleVersion,
      ),
    )
    expect(texts).toMatchObject([
      {
        number: 1,
        content: 'Foram 1.200 casos em <b>Belém</b>.',
        image: 'https://www.gov.br/dengue.jpg',
        updatedAt: '2026-06-01T12:00:00+00:00',
        grade: null,
      },
      { number: 2, content: 'Foram 1.500 casos em <b>Belém</b>.', grade: 'FIGURES' },
    ])
  })

  it('differ by words, also in HTML that runs nothing', async () => {
    const { articleDiff } = await stack.query(DIFF, { id: 'editada_000001' })
    expect(articleDiff).toMatchObject({
      grade: 'FIGURES',
      title: [{ kind: 'KEPT', text: 'Casos de dengue' }],
      subtitle: [],
      content: [
        { kind: 'KEPT', text: 'Foram ' },
        { kind: 'REMOVED', text: '1.200' },
        { kind: 'ADDED', text: '1.500' },
        { kind: 'KEPT', text: ' casos em <b>Belém</b>.' },
      ],
      html: expect.stringMatching(/<del>.*1\.200.*<\/del><ins>.*1\.500.*<\/ins>.*&lt;b&gt;Belém/),
    })
  })

  it('stay readable of an article that its site removed', async () => {
    const { article } = await stack.query(
      '{ article(uniqueId: "removida_000002") { title removedAt versions { number } } }',
    )
    expect(article).toEqual({
      title: 'Vagas em creches',
      removedAt: '2026-06-01T12:02:00+00:00',
      versions: [{ number: 1 }],
    })
    const { search } = await stack.query('{ search(query: "creches") { found } }')
    expect(search).toEqual({ found: 0 })
  })

  it.each([
    ['oculta_000003', 1],
    ['oculta_000003', 2],
    ['editada_000001', 3],
    ['nenhuma_000009', 1],
  ])('are null for %s, version %i', async (id, number) => {
    const { articleVersion } = await stack.query(VERSION, { id, number })
    const { articleDiff } = await stack.query(DIFF, { id, from: number, to: number })
    expect([articleVersion, articleDiff]).toEqual([null, null])
  })

  it.each([
    [1, 3],
    [3, 1],
  ])('of which one does not exist have no difference: %i and %i', async (from, to) => {
    expect(await stack.query(DIFF, { id: 'editada_000001', from, to })).toEqual({ articleDiff: null })
  })

  it('have numbers from 1', async () => {
    expect(await stack.codes(VERSION, { id: 'editada_000001', number: 0 })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(DIFF, { id: 'editada_000001', from: 0 })).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(DIFF, { id: 'editada_000001', to: 0 })).toEqual(['BAD_USER_INPUT'])
  })
})
