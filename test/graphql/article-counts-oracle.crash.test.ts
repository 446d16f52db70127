import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  countRows,
  KEYS,
  readExport,
  withFoundWords,
  type CountQuestion,
  type Dimension,
} from '../kit/oracles/count-oracle.ts'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { themed } from '../kit/rows/themes.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const QUESTIONS = byForm({ short: 100, long: 1000 })
const SEED = seedByForm(20_261_126)
const ARTICLES = 400
/** More than the values of any dimension here. */
const LIMIT = 100

/** Words of which none is a form, a beginning or a misspelling of another. */
const WORDS = ['dengue', 'ferrovia', 'orquestra', 'bacalhau', 'xisto']
const AGENCIES = ['saude', 'mec', 'agencia_brasil', 'orgao_sem_nome']
const THEMES = ['01', '02.01', '03', '03.02.01']
const STATES = ['SP', 'CE', 'DF', 'AM']
const SENTIMENTS = ['positive', 'neutral', 'negative']
const ENTITIES = ['Q801', 'Q802', 'Q803'].map((id) => anEntity({ id, canonicalName: `Entidade ${id}` }))
/** Around midnights of Brasília at the ends of weeks, months and years. */
const INSTANTS = ['2025-12-31', '2026-01-04', '2026-02-28', '2026-05-31', '2026-06-07'].flatMap((day) =>
  ['T23:59:59-03:00', 'T12:00:00-03:00', 'T00:00:00-03:00'].map((time) => `${day}${time}`),
)
const AFTER_MIDNIGHT = INSTANTS.map((instant) => new Date(Date.parse(instant) + 24 * 3_600_000).toISOString())

const some = <Value>(values: readonly Value[], maxLength = 2) => fc.subarray([...values], { maxLength })
const rarely = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Value[]>([]) }, some(values))

const drawnArticle = fc.record({
  words: some(WORDS, 3),
  agencyKey: fc.constantFrom(...AGENCIES),
  theme: fc.option(fc.constantFrom(...THEMES)),
  states: some(STATES),
  sentiment: fc.option(fc.constantFrom(...SENTIMENTS)),
  entities: some(ENTITIES),
  publishedAt: fc.constantFrom(...INSTANTS, ...AFTER_MIDNIGHT),
})

const drawnQuestion: fc.Arbitrary<CountQuestion> = fc
  .record({
    words: fc.oneof(fc.constant<string[]>([]), some(WORDS)),
    agencies: rarely([...AGENCIES, 'incra']),
    themes: rarely(['01', '02', '03', '04']),
    states: rarely(STATES),
    entityCanonical: rarely(ENTITIES.map(({ id }) => id)),
    sentiment: rarely(SENTIMENTS),
    startDate: fc.option(fc.constantFrom('2025-12-31', '2026-01-05', '2026-06-01'), { nil: undefined }),
    endDate: fc.option(fc.constantFrom('2026-06-07', '2026-06-08', '2026-12-31'), { nil: undefined }),
  })
  .map(({ startDate, endDate, ...question }) => ({
    ...question,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  }))

const COUNTS = `query ($query: String, $filter: ArticleFilter, $limit: Int!) {
  ${(Object.keys(KEYS) as Dimension[])
    .map(
      (by) => `${by}: articleCounts(query: $query, filter: $filter, by: ${by}, limit: $limit) {
    found total items { key count share } }`,
    )
    .join('\n')}
}`

interface Counts {
  found: number
  total: number
  items: { key: string; count: number; share: number }[]
}

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, ENTITIES)
  const drawn = fc.sample(drawnArticle, { numRuns: ARTICLES, seed: SEED })
  const named = drawn.map((article, at) => ({ ...article, uniqueId: `contada-${at}_${1000 + at}` }))
  await stack.publish(
    named.map(({ uniqueId, words, agencyKey, theme, publishedAt }) =>
      anArticle({
        uniqueId,
        agencyKey,
        title: ['Aviso', ...words].join(' '),
        publishedAt,
        ...(theme === null ? {} : themed(theme)),
      }),
    ),
    named.map(({ uniqueId, states, sentiment, entities }) => ({
      uniqueId,
      features: {
        ...mentioning(uniqueId, ...entities).features,
        states,
        sentiment: sentiment === null ? null : { label: sentiment },
      },
    })),
  )
})
afterAll(() => stack.stop())

it('articleCounts equals a count over the rows of the export, for each dimension of drawn questions', async () => {
  const rows = readExport(await (await stack.fetch('/export/articles.csv')).text())
  expect(rows).toHaveLength(ARTICLES)
  let counted = 0
  let empty = 0
  const compared = Object.fromEntries(Object.keys(KEYS).map((by) => [by, 0])) as Record<Dimension, number>
  await fc.assert(
    fc.asyncProperty(drawnQuestion, async (drawn) => {
      const question = withFoundWords(rows, drawn)
      const { words, ...filter } = question
      const variables = { query: words.join(' '), filter, limit: LIMIT }
      const answer = await stack.query<Record<Dimension, Counts>>(COUNTS, variables)
      for (const by of Object.keys(KEYS) as Dimension[]) {
        const { found, total, items } = answer[by]
        const expected = countRows(rows, question, by)
        const asked = { words, filter, by }
        expect({ asked, found, total }).toEqual({ asked, found: expected.found, total: expected.total })
        const byKey = new Map(items.map(({ key, count, share }) => [key, { count, share }]))
        expect({ asked, items: byKey }).toEqual({ asked, items: expected.items })
        expect(byKey.size).toBe(items.length)
        compared[by] += items.length
      }
      counted++
      if (answer.DAY.found === 0) empty++
    }),
    { numRuns: QUESTIONS, seed: SEED, endOnFailure: true },
  )
  expect(counted).toBe(QUESTIONS)
  // Questions without an answer compare nothing.
  expect(empty).toBeLessThan(QUESTIONS / 2)
  for (const by of Object.keys(KEYS) as Dimension[])
    expect([by, compared[by] > QUESTIONS / 2]).toEqual([by, true])
})
