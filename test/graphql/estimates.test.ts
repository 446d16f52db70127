import { captureRecortes } from '@pauta/clippings/recortes/capture'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countsOf,
  passes,
  selectsNothing,
  unionOf,
  type KnownArticle,
  type SearchedFilters,
} from '../kit/oracles/captures.ts'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

const RUNS = 8
const RECORTES = 15

let stack: SharedStack

beforeAll(async () => {
  // A worker that still indexes would add requests to those that are counted.
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
  await registerOnly(stack, ENTITIES)
})

const NOTHING = { themes: [], agencies: [], keywords: [] }
const FILTERS = [
  'themes',
  'agencies',
  'excludeAgencies',
  'keywords',
  'excludeKeywords',
  'entityCanonical',
  'states',
] as const
const VARIABLES = FILTERS.map((name) => `$${name}: [String!]! = []`).join(', ')
const ARGUMENTS = FILTERS.map((name) => `${name}: $${name}`).join(', ')
const ESTIMATE = `query (${VARIABLES}, $sinceHours: Int! = 24) {
  estimateRecorteCount(${ARGUMENTS}, sinceHours: $sinceHours) }`
const OLD_ESTIMATE = `query (${VARIABLES}) { clippingEstimate(${ARGUMENTS}) { totalEstimate } }`
const estimate = async (filters: Partial<SearchedFilters>, sinceHours = 24) =>
  (await stack.query(ESTIMATE, { ...filters, sinceHours })).estimateRecorteCount as number

/** What the three fields that estimate answer for one recorte. */
const ESTIMATES = `query (${VARIABLES}, $recorte: RecorteFiltersInput!) {
  estimateRecorteCount(${ARGUMENTS})
  clippingEstimate(${ARGUMENTS}) { totalEstimate articlesPerDay }
  recorteEstimate(recorte: $recorte) { totalEstimate articlesPerDay } }`

const clear = async () => {
  await tables.articles.clear(stack.db)
  const live = await stack.index.findLiveCollection()
  if (live !== undefined) await stack.index.remove(await allIds())
}
async function allIds(): Promise<string[]> {
  const { hits = [] } = await stack.index.search({ q: '*', per_page: 250, include_fields: 'unique_id' })
  return hits.map(({ document }) => document.unique_id)
}

// Words that differ by an accent, a letter or an ending. Only whole words without typos distinguish them.
const WORDS = [
  'vacina',
  'Vacinas',
  'VACINA',
  'vácina',
  'vacima',
  'gripe',
  'saúde',
  'saude',
  'escola',
  'no',
  'de',
]
const phrase = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max }).map((list) => list.join(' '))
const CODES = ['01', '01.02', '01.02.03', '02', '02.01']
const pathOf = (code: string) => code.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'))
const AGENCIES = ['mec', 'saude', 'anp']
const STATES = ['CE', 'DF', 'SP']
const ENTITIES = ['Q921', 'Q922'].map((id) => anEntity({ id, canonicalName: `Entidade ${id}` }))
/** Most recortes name no place and no entity: with all kinds of filters at once they would capture nothing. */
const rarely = (values: readonly string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, fc.subarray([...values], { minLength: 1 }))
const article = fc.record({
  agency: fc.constantFrom(...AGENCIES),
  title: phrase(3),
  summary: fc.option(phrase(3)),
  themes: fc.option(fc.constantFrom(...CODES)).map((code) => (code === null ? [] : pathOf(code))),
  states: fc.subarray(STATES),
  entities: fc.subarray(ENTITIES),
  secondsAgo: fc.integer({ min: 60, max: 80_000 }),
})
const filters = fc.record({
  themes: fc.subarray([...CODES, '99']),
  agencies: fc.subarray([...AGENCIES, 'nenhum']),
  excludeAgencies: fc.subarray([...AGENCIES, 'nenhum'], { maxLength: 2 }),
  keywords: fc.uniqueArray(phrase(3), { maxLength: 4 }),
  excludeKeywords: fc.uniqueArray(phrase(2), { maxLength: 1 }),
  states: rarely([...STATES, 'AM']),
  entityCanonical: rarely([...ENTITIES.map(({ id }) => id), 'Q929']),
})

async function publish(articles: readonly KnownArticle[]): Promise<void> {
  await stack.publish(
    articles.map(({ uniqueId, agency, title, summary, publishedAt, themes }) =>
      anArticle({
        uniqueId,
        agencyKey: agency,
        title,
        summary,
        // Only title and summary are searched. The text has every word, so a search of it would capture too much.
        content: WORDS.join(' '),
        publishedAt: publishedAt.toISOString(),
        themeL1Code: themes[0],
        themeL2Code: themes[1],
        themeL3Code: themes[2],
      }),
    ),
    articles.flatMap(({ uniqueId, states = [], entities = [] }) =>
      states.length + entities.length === 0
        ? []
        : [{ uniqueId, features: { ...mentioning(uniqueId, ...entities).features, states } }],
    ),
  )
}

describe('the articles that a recorte captures', () => {
  beforeEach(clear)

  // Any theme of any level, agency, state and entity; no excluded agency; all words of any keyword, and of no excluded one.
  it('and the three estimates equal those of the oracle, which reads every filter in plain loops', async () => {
    let corpus = 0
    const capturing = {
      filtered: 0,
      byWords: 0,
      byState: 0,
      byEntity: 0,
      byAgency: 0,
      byWord: 0,
      estimated: 0,
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(article, { minLength: 5, maxLength: 40, size: 'max' }),
        fc.array(filters, { minLength: RECORTES, maxLength: RECORTES }),
        async (generated, recortes) => {
          await clear()
          corpus++
          const now = Date.now()
          const articles = generated.map(({ secondsAgo, ...rest }, i): KnownArticle => {
            const seconds = Math.floor(now / 1000) - secondsAgo
            const uniqueId = `c${corpus}-${String(i).padStart(4, '0')}`
            return { ...rest, uniqueId, publishedAt: new Date(seconds * 1000) }
          })
          await publish(articles)
          stack.gates.index.take()
          const captures = await captureRecortes(stack.index, recortes, { articlesPerRecorte: 100 })
          expect(stack.gates.index.take()).toEqual(['POST /multi_search'])
          for (const [i, recorte] of recortes.entries()) {
            const { counts = [], articles: captured = [] } = captures[i] ?? {}
            expect({ recorte, counts }).toEqual({ recorte, counts: countsOf(articles, recorte) })
            expect({ recorte, ids: captured.map((one) => one.unique_id) }).toEqual({
              recorte,
              ids: unionOf(articles, recorte),
            })
            if (captured.length > 0) {
              capturing[recorte.keywords.length > 0 ? 'byWords' : 'filtered']++
              if (recorte.states.length > 0) capturing.byState++
              if (recorte.entityCanonical.length > 0) capturing.byEntity++
              const lengthWith = (values: Partial<SearchedFilters>) =>
                unionOf(articles, { ...recorte, ...values }).length
              if (lengthWith({ excludeAgencies: [] }) > captured.length) capturing.byAgency++
              if (lengthWith({ excludeKeywords: [] }) > captured.length) capturing.byWord++
            }
            const totalEstimate = selectsNothing(recorte)
              ? articles.filter((one) => passes(one, recorte)).length
              : Math.max(0, ...countsOf(articles, recorte))
            const articlesPerDay = Math.round((captured.length / 7) * 10) / 10
            expect({ recorte, ...(await stack.query(ESTIMATES, { ...recorte, recorte })) }).toEqual({
              recorte,
              estimateRecorteCount: totalEstimate,
              clippingEstimate: { totalEstimate, articlesPerDay },
              recorteEstimate: { totalEstimate, articlesPerDay },
            })
            if (totalEstimate > 0) capturing.estimated++
          }
        },
      ),
      { numRuns: RUNS },
    )
    // Recortes that capture nothing would prove little.
    expect(capturing.estimated).toBeGreaterThan(4 * RUNS)
    expect(capturing.filtered).toBeGreaterThan(RUNS)
    expect(capturing.byWords).toBeGreaterThan(3 * RUNS)
    expect(capturing.byState).toBeGreaterThan(RUNS / 2)
    expect(capturing.byEntity).toBeGreaterThan(RUNS / 2)
    expect(capturing.byAgency).toBeGreaterThan(RUNS / 2)
    expect(capturing.byWord).toBeGreaterThan(RUNS / 2)
  })

  it('are the newest of all keywords together when there are too many', async () => {
    const now = Math.floor(Date.now() / 1000)
    const articles = Array.from({ length: 30 }, (_, i): KnownArticle => ({
      uniqueId: `n-${String(i).padStart(4, '0')}`,
      agency: 'mec',
      title: i % 3 === 0 ? 'vacina' : 'gripe',
      summary: null,
      themes: [],
      publishedAt: new Date((now - i * 60) * 1000),
    }))
    await publish(articles)
    const recorte = { ...NOTHING, keywords: ['vacina', 'gripe'] }
    const [capture] = await captureRecortes(stack.index, [recorte], { articlesPerRecorte: 7 })
    expect(capture?.counts).toEqual([10, 20])
    expect(capture?.articles.map((one) => one.unique_id)).toEqual(unionOf(articles, recorte).slice(0, 7))
  })

  it('need one request for each fifty searches', async () => {
    await publish([])
    const keywords = Array.from({ length: 50 }, (_, i) => `palavra${i}`)
    stack.gates.index.take()
    const recortes = [NOTHING, { ...NOTHING, keywords }, { ...NOTHING, themes: ['01'] }]
    const captures = await captureRecortes(stack.index, recortes, { articlesPerRecorte: 1 })
    expect(captures.map(({ counts }) => counts.length)).toEqual([0, 50, 1])
    expect(stack.gates.index.take()).toHaveLength(2)
  })

  it('are selected by the time when articles became searchable, half-open', async () => {
    const now = new Date()
    await publish(
      ['um', 'dois', 'tres'].map((uniqueId) => ({
        uniqueId: `d-${uniqueId}`,
        agency: 'mec',
        title: 'vacina',
        summary: null,
        themes: [],
        publishedAt: now,
      })),
    )
    const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1000)
    const times = { 'd-um': 0, 'd-dois': 10, 'd-tres': 20 }
    for (const [id, seconds] of Object.entries(times))
      await stack.index.update(id, { available_at: at(seconds).getTime() / 1000 })
    const within = async (from: number, to: number) => {
      const recorte = { ...NOTHING, agencies: ['mec'] }
      const available = { from: at(from), to: at(to) }
      const [capture] = await captureRecortes(stack.index, [recorte], { available, articlesPerRecorte: 10 })
      return capture?.articles.map((one) => one.unique_id).sort()
    }
    expect(await within(0, 20)).toEqual(['d-dois', 'd-um'])
    expect(await within(10, 21)).toEqual(['d-dois', 'd-tres'])
    expect(await within(11, 20)).toEqual([])
  })
})

describe('estimateRecorteCount', () => {
  beforeEach(clear)

  it('counts from exactly the given number of hours ago', async () => {
    const at = (hours: number, seconds: number) => new Date(Date.now() - hours * 3_600_000 + seconds * 1000)
    await publish(
      [at(2, -30), at(2, 30), at(24, -30), at(24, 30), at(8784, 60), at(8785, 0)].map((publishedAt, i) => ({
        uniqueId: `h-${i}`,
        agency: 'mec',
        title: 'vacina',
        summary: null,
        themes: [],
        publishedAt,
      })),
    )
    const found = await Promise.all(
      [1, 2, 24, 25, 8784].map((hours) => estimate({ agencies: ['mec'] }, hours)),
    )
    expect(found).toEqual([0, 1, 3, 4, 5])
    expect(await stack.query(OLD_ESTIMATE, { agencies: ['mec'] })).toEqual({
      clippingEstimate: { totalEstimate: 3 },
    })
  })

  it('counts all articles of the period when there is no filter', async () => {
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await publish(
      [1, 2, 30].map((hours) => ({
        uniqueId: `x-${hours}`,
        agency: 'mec',
        title: hours === 1 ? 'vacina' : 'escola',
        summary: null,
        themes: [],
        publishedAt: at(hours),
      })),
    )
    expect(await estimate({ keywords: ['vacina'] })).toBe(1)
    expect(await estimate({})).toBe(2)
    expect(await estimate({}, 48)).toBe(3)
    expect(await stack.query(OLD_ESTIMATE)).toEqual({ clippingEstimate: { totalEstimate: 2 } })
  })

  it('reads keywords as words: no operators, and quotes around a phrase', async () => {
    const titles = ['vacina da gripe', 'gripe e vacina', 'dengue']
    await publish(
      titles.map((title, i) => ({
        uniqueId: `k-${i}`,
        agency: 'mec',
        title,
        summary: null,
        themes: [],
        publishedAt: new Date(Date.now() - 60_000),
      })),
    )
    expect(await estimate({ keywords: ['vacina -gripe'] })).toBe(2)
    expect(await estimate({ keywords: ['"vacina da gripe"'] })).toBe(1)
    expect(await estimate({ keywords: ['vacina "'] })).toBe(2)
    expect(await estimate({ keywords: ['vac'] })).toBe(0)
    expect(await estimate({ agencies: ['mec`] || agency:=[`mec'] })).toBe(0)
  })

  type Asked = Partial<SearchedFilters> & { sinceHours?: number }
  const many = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`)
  it.each([
    ['sinceHours', { sinceHours: 0 }, 'BAD_USER_INPUT'],
    ['sinceHours', { sinceHours: 8785 }, 'BAD_USER_INPUT'],
    ['keywords', { keywords: many(51) }, 'LIMIT_EXCEEDED'],
    ['keywords[1]', { keywords: ['a', 'x'.repeat(101)] }, 'BAD_USER_INPUT'],
    ['keywords[0]', { keywords: [''] }, 'BAD_USER_INPUT'],
    ['keywords', { keywords: ['*'] }, 'BAD_USER_INPUT'],
    ['themes', { themes: many(201) }, 'LIMIT_EXCEEDED'],
    ['agencies', { agencies: many(201) }, 'LIMIT_EXCEEDED'],
    ['excludeAgencies', { excludeAgencies: many(201) }, 'LIMIT_EXCEEDED'],
    ['excludeAgencies[0]', { excludeAgencies: ['x'.repeat(129)] }, 'BAD_USER_INPUT'],
    ['excludeKeywords', { excludeKeywords: many(51) }, 'LIMIT_EXCEEDED'],
    ['entityCanonical', { entityCanonical: many(201) }, 'LIMIT_EXCEEDED'],
    ['states', { states: many(201) }, 'LIMIT_EXCEEDED'],
  ])('refuses too many values and names %s', async (argument, { sinceHours, ...filters }: Asked, code) => {
    const documents = [ESTIMATE, ...(sinceHours === undefined ? [OLD_ESTIMATE] : [])]
    for (const document of documents) {
      const { errors } = await stack.ask(document, { ...filters, sinceHours })
      expect(errors.map((error) => error.extensions)).toEqual([{ code, argument }])
      expect(errors[0]?.message.startsWith(`${argument}: `)).toBe(true)
    }
  })

  it('accepts everything at its limit', async () => {
    const codes = many(200)
    const filters = {
      themes: codes,
      agencies: codes,
      excludeAgencies: codes,
      states: codes,
      entityCanonical: codes,
    }
    const all = { ...filters, keywords: many(50), excludeKeywords: many(50) }
    expect(await estimate(all, 8784)).toBe(0)
    expect(await stack.query(OLD_ESTIMATE, all)).toEqual({ clippingEstimate: { totalEstimate: 0 } })
  })
})
