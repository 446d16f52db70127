import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let service: Client

interface IntegrityCandidate {
  uniqueId: string
  integrity: unknown
}

const RECORD = `uniqueId title url imageUrl videoUrl content summary subtitle editorialLead category tags agencyKey
  agencyName publishedAt extractedAt themeL1Code themeL1Label themeL2Code themeL2Label themeL3Code themeL3Label
  mostSpecificThemeCode mostSpecificThemeLabel features`
const DERIVED =
  'sentimentLabel sentimentScore trendingScore wordCount hasImage hasVideo imageBroken readabilityFlesch'

const FEATURES = {
  sentiment: { label: 'positive', score: 0.75 },
  word_count: 6,
  readability_flesch: 51.5,
  trending_score: 1.25,
  has_image: true,
  has_video: false,
  own_key: { of: ['a worker'] },
}
const EMPTY_FEATURES = {
  sentimentLabel: null,
  sentimentScore: null,
  trendingScore: null,
  wordCount: null,
  hasImage: null,
  hasVideo: null,
  imageBroken: null,
  readabilityFlesch: null,
}
const DERIVED_VALUES = {
  sentimentLabel: 'positive',
  sentimentScore: 0.75,
  trendingScore: 1.25,
  wordCount: 6,
  hasImage: true,
  hasVideo: false,
  imageBroken: null,
  readabilityFlesch: 51.5,
}

const FULL = {
  uniqueId: 'completa_aaaaaa',
  title: 'Ministério da Educação abre seleção de bolsas',
  url: 'https://www.gov.br/mec/pt-br/noticias/completa',
  imageUrl: 'https://www.gov.br/mec/imagem.jpg',
  videoUrl: 'https://www.gov.br/mec/video.mp4',
  content: 'As inscrições começam na segunda-feira.',
  summary: 'Inscrições começam.',
  subtitle: 'Subtítulo',
  editorialLead: 'Chapéu',
  category: 'Educação',
  tags: ['bolsas', 'ensino superior'],
  agencyKey: 'mec',
  themeL1Code: '02',
  themeL1Label: 'Educação',
  themeL2Code: '02.01',
  themeL2Label: 'Ensino Básico',
  themeL3Code: '02.01.03',
  themeL3Label: 'Alimentação Escolar',
}
const FULL_RECORD = {
  ...FULL,
  agencyName: 'Ministério da Educação',
  publishedAt: '2026-06-02T02:30:00+00:00',
  extractedAt: '2026-06-02T03:00:00+00:00',
  mostSpecificThemeCode: '02.01.03',
  mostSpecificThemeLabel: 'Alimentação Escolar',
  features: FEATURES,
}
const BARE_RECORD = {
  ...Object.fromEntries(Object.keys(FULL_RECORD).map((key) => [key, null])),
  uniqueId: 'minima_bbbbbb',
  title: 'Nota',
  url: 'https://www.gov.br/saude/nota',
  tags: [],
  agencyKey: 'saude',
  agencyName: 'Ministério da Saúde',
  publishedAt: '2026-06-02T03:00:00+00:00',
}

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  await stack.publish(
    [
      anArticle({
        ...FULL,
        // 11:30 p.m. in Brasília, which is the next day in UTC.
        publishedAt: '2026-06-01T23:30:00-03:00',
        extractedAt: '2026-06-02T03:00:00Z',
      }),
      anArticle({
        uniqueId: 'minima_bbbbbb',
        title: 'Nota',
        url: 'https://www.gov.br/saude/nota',
        content: null,
        agencyKey: 'saude',
        publishedAt: '2026-06-02T00:00:00-03:00',
      }),
      anArticle({ uniqueId: 'retirada_cccccc', publishedAt: '2026-06-01T12:00:00-03:00' }),
    ],
    [{ uniqueId: 'completa_aaaaaa', features: FEATURES }],
  )
  await tables.articles.set(stack.db, { uniqueId: 'retirada_cccccc' }, { deletedAt: new Date() })
})
afterAll(() => stack.stop())

describe('newsById', () => {
  const query = `query ($id: String!) { newsById(uniqueId: $id) { ${RECORD} } }`

  it('returns every column, labels and features', async () => {
    expect(await service.query(query, { id: 'completa_aaaaaa' })).toEqual({ newsById: FULL_RECORD })
  })

  it('returns null for missing values', async () => {
    expect(await service.query(query, { id: 'minima_bbbbbb' })).toEqual({ newsById: BARE_RECORD })
  })

  it('is null for an unknown article and for one that was taken down', async () => {
    for (const id of ['nenhuma_000000', 'retirada_cccccc'])
      expect(await service.query(query, { id })).toEqual({ newsById: null })
  })

  it.each([
    ['empty', ''],
    ['too long', 'a'.repeat(129)],
    ['with a NUL', 'a\u0000'],
    ['with quotes and blanks', "'; drop table articles; --"],
  ])('refuses an id that is %s', async (_, id) => {
    expect(await service.codes(query, { id })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('newsBatch', () => {
  const query = 'query ($ids: [String!]!) { newsBatch(uniqueIds: $ids) { uniqueId } }'
  const batch = async (ids: string[]) =>
    (await service.query<{ newsBatch: { uniqueId: string }[] }>(query, { ids })).newsBatch.map(
      ({ uniqueId }) => uniqueId,
    )

  it('keeps the order of the ids, returns each article once and leaves out unknown ones', async () => {
    const ids = ['minima_bbbbbb', 'nenhuma', 'completa_aaaaaa', 'retirada_cccccc', 'minima_bbbbbb']
    expect(await batch(ids)).toEqual(['minima_bbbbbb', 'completa_aaaaaa'])
    expect(await batch(ids.toReversed())).toEqual(['minima_bbbbbb', 'completa_aaaaaa'])
    expect(await batch(['completa_aaaaaa', 'minima_bbbbbb'])).toEqual(['completa_aaaaaa', 'minima_bbbbbb'])
    expect(await batch([])).toEqual([])
  })

  it('accepts at most 500 ids', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => `nenhuma-${i}`)
    expect(await batch([...ids.slice(1), 'completa_aaaaaa'])).toEqual(['completa_aaaaaa'])
    const { errors } = await service.ask(query, { ids: [...ids, 'completa_aaaaaa'] })
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'LIMIT_EXCEEDED', argument: 'uniqueIds' },
    ])
    expect(await service.codes(query, { ids: ['completa_aaaaaa', ''] })).toEqual(['BAD_USER_INPUT'])
  })

  it('returns complete records', async () => {
    const whole = `{ newsBatch(uniqueIds: ["minima_bbbbbb", "completa_aaaaaa"]) { ${RECORD} } }`
    expect(await service.query(whole)).toEqual({ newsBatch: [BARE_RECORD, FULL_RECORD] })
  })
})

describe('newsForTypesense', () => {
  const query = `query ($id: String!) { newsForTypesense(uniqueId: $id) { ${RECORD} ${DERIVED} contentEmbedding } }`

  it('returns the record with the values of its document and the vector of the configured model', async () => {
    const { newsForTypesense } = await service.query(query, { id: 'completa_aaaaaa' })
    const { contentEmbedding, ...rest } = newsForTypesense
    expect(rest).toEqual({ ...FULL_RECORD, ...DERIVED_VALUES })
    const { hits } = await stack.index.search({ q: '*', filter_by: 'id:=completa_aaaaaa' })
    const indexed = hits?.[0]?.document.content_embedding ?? []
    expect(indexed).toHaveLength(768)
    expect(contentEmbedding).toHaveLength(768)
    for (const [place, value] of indexed.entries()) expect(contentEmbedding[place]).toBeCloseTo(value, 6)
  })

  it('returns null for missing values and for vectors of another model', async () => {
    const before = await service.query(query, { id: 'minima_bbbbbb' })
    expect(before.newsForTypesense).toMatchObject({ ...BARE_RECORD, ...EMPTY_FEATURES })
    expect(before.newsForTypesense.contentEmbedding).toHaveLength(768)
    await tables.articleEmbeddings.set(stack.db, { uniqueId: 'minima_bbbbbb' }, { model: 'outro' })
    const after = await service.query(query, { id: 'minima_bbbbbb' })
    expect(after).toEqual({ newsForTypesense: { ...BARE_RECORD, ...EMPTY_FEATURES, contentEmbedding: null } })
  })

  it('is null for an unknown article and for one that was taken down', async () => {
    for (const id of ['nenhuma_000000', 'retirada_cccccc'])
      expect(await service.query(query, { id })).toEqual({ newsForTypesense: null })
  })
})

describe('integrityBatch', () => {
  const query = `query ($size: Int) {
    integrityBatch(batchSize: $size) { uniqueId url imageUrl publishedAt integrity } }`
  const checked = (at: unknown) => ({ integrity: { checked_at: at, image: 'ok' } })

  beforeAll(async () => {
    await stack.publish(
      [
        anArticle({ uniqueId: 'nunca', publishedAt: ago({ days: 3 }), imageUrl: 'https://gov.br/i.jpg' }),
        anArticle({ uniqueId: 'ha-oito-dias', publishedAt: ago({ days: 2 }) }),
        anArticle({ uniqueId: 'ha-seis-dias', publishedAt: ago({ days: 1 }) }),
        anArticle({ uniqueId: 'sem-data', publishedAt: ago({ days: 4 }) }),
        anArticle({ uniqueId: 'data-ilegivel', publishedAt: ago({ days: 5 }) }),
        anArticle({ uniqueId: 'zona-ilegivel', publishedAt: ago({ days: 6 }) }),
        anArticle({ uniqueId: 'ano-longe', publishedAt: ago({ days: 7 }) }),
        anArticle({ uniqueId: 'quase-cinco-meses', publishedAt: ago({ days: 149 }) }),
        anArticle({ uniqueId: 'ha-cinco-meses', publishedAt: ago({ days: 154 }) }),
        anArticle({ uniqueId: 'amanha', publishedAt: ago({ days: -1 }) }),
        anArticle({ uniqueId: 'apagada', publishedAt: ago({ days: 1 }) }),
      ],
      [
        { uniqueId: 'ha-oito-dias', features: checked(ago({ days: 7, minutes: 1 })) },
        { uniqueId: 'ha-seis-dias', features: checked(ago({ days: 6, hours: 23 })) },
        { uniqueId: 'sem-data', features: { integrity: { image: 'broken' } } },
        { uniqueId: 'data-ilegivel', features: checked('2026-13-45') },
        { uniqueId: 'zona-ilegivel', features: checked('2026-01-01 00:00 Marte/Olimpo') },
        { uniqueId: 'ano-longe', features: checked('294277-01-01') },
      ],
    )
    await tables.articles.set(stack.db, { uniqueId: 'apagada' }, { deletedAt: new Date() })
  })

  const due = [
    'ha-oito-dias',
    'nunca',
    'sem-data',
    'data-ilegivel',
    'zona-ilegivel',
    'ano-longe',
    'quase-cinco-meses',
  ]
  const others = new Set(['ha-seis-dias', 'ha-cinco-meses', 'amanha', 'apagada'])

  it('returns articles that were never checked, or more than seven days ago, newest first', async () => {
    const { integrityBatch } = await service.query<{ integrityBatch: IntegrityCandidate[] }>(query)
    // Whether the articles of other tests are recent depends on the current day.
    const own = integrityBatch.filter(({ uniqueId }) => due.includes(uniqueId) || others.has(uniqueId))
    expect(own.map(({ uniqueId }) => uniqueId)).toEqual(due)
    expect(own[0]?.integrity).toEqual({ checked_at: expect.any(String) as string, image: 'ok' })
    expect(own[1]).toMatchObject({ imageUrl: 'https://gov.br/i.jpg', integrity: null })
    expect(own[2]?.integrity).toEqual({ image: 'broken' })
  })

  it('returns at most the requested number', async () => {
    const count = async (size: number) => (await service.query(query, { size })).integrityBatch.length
    expect(await count(2)).toBe(2)
    expect(await count(100_000)).toBeGreaterThanOrEqual(due.length)
    expect(await service.codes(query, { size: 0 })).toEqual(['BAD_USER_INPUT'])
  })
})
