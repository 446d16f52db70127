import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
const ARTICLES = [
  ...generateArticles({ seed: 5, now: new Date('2026-06-01T12:00:00Z'), count: 300, days: 60 }),
]
/** Pairs of words of titles. Some articles contain them, and others are near in meaning. */
const QUERIES = ARTICLES.slice(0, 50).map(({ title }) =>
  title
    .split(/\s+/)
    .filter((word) => /^\p{L}{5,}$/u.test(word))
    .slice(0, 2)
    .join(' '),
)

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    ARTICLES.map(({ title, content, publishedAt }) =>
      anArticle({ title, content, publishedAt: publishedAt.toISOString() }),
    ),
  )
})
afterAll(() => stack.stop())

interface Page {
  found: number
  articles: { uniqueId: string; publishedAt: string }[]
}

const ask = async (query: string, args: string): Promise<Page> => {
  const document = `query ($query: String!) {
    search(query: $query, semantic: true, ${args}) { found articles { uniqueId publishedAt } }
  }`
  const { search } = await stack.query(document, { query })
  return search as Page
}

/** Sends one request after the other: fifty hybrid searches at once would delay each other beyond their time-out. */
async function askEach(args: string): Promise<Page[]> {
  const pages: Page[] = []
  for (const query of QUERIES) pages.push(await ask(query, args))
  return pages
}

describe('an order of a semantic search', () => {
  it.each(['alpha: 0.3', 'alpha: 0.8', 'alpha: 0.3, dedup: true'])(
    'changes no count of 50 queries (%s)',
    async (args) => {
      const byRelevance = await askEach(args)
      const byDate = await askEach(`${args}, sort: DATE`)
      const counts = (pages: readonly Page[]) => pages.map(({ found }) => found)
      expect(counts(byDate)).toEqual(counts(byRelevance))
      expect(new Set(counts(byDate)).size).toBeGreaterThan(5)
      for (const { articles } of byDate) {
        const dates = articles.map(({ publishedAt }) => publishedAt)
        expect(dates).toEqual(dates.toSorted().reverse())
      }
    },
  )

  it.each(['TRENDING', 'VIEWS'])('%s finds the articles of relevance', async (sort) => {
    for (const query of QUERIES.slice(0, 10)) {
      const byRelevance = await ask(query, 'alpha: 0.8')
      expect((await ask(query, `alpha: 0.8, sort: ${sort}`)).found).toBe(byRelevance.found)
    }
  })

  it('continues from page to page without repeats', async () => {
    const query = QUERIES[0] ?? ''
    const [first, second] = await Promise.all([1, 2].map((page) => ask(query, `sort: DATE, page: ${page}`)))
    const ids = [...(first?.articles ?? []), ...(second?.articles ?? [])].map(({ uniqueId }) => uniqueId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(first?.found).toBe(second?.found)
  })
})
