import { upsertFeatures, type FeatureUpsert } from '@pauta/core/features/features'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { loadConfig } from '@pauta/platform/config/config'
import { scoreArticles } from '@pauta/functions/jobs/rank-articles/handler'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const RUNS = byForm({ short: 5, long: 100 })
const SEED = seedByForm(20_260_606)
const NOW = new Date('2026-06-10T12:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'embed'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await tables.articles.clear(stack.db)
})

interface Story {
  publishedAt: string
  themeL1Code: string | null
  /** A score that it has from before; undefined for an article without features. */
  score: number | null | undefined
  takenDown: boolean
}

const idOf = (n: number) => `noticia_${String(n).padStart(6, '0')}`

async function write(stories: readonly Story[], { indexed = false } = {}): Promise<void> {
  const features: FeatureUpsert[] = stories.flatMap(({ score }, n) =>
    score === undefined ? [] : [{ uniqueId: idOf(n), features: { trending_score: score, view_count: 3 } }],
  )
  const articles = stories.map(({ publishedAt, themeL1Code }, n) =>
    anArticle({
      uniqueId: idOf(n),
      publishedAt,
      themeL1Code,
      themeL1Label: themeL1Code && `T${themeL1Code}`,
    }),
  )
  if (indexed) await stack.publish(articles, features)
  else {
    await stack.write(articles)
    await upsertFeatures(stack.db, features)
  }
  await setTakenDown(
    stack.db,
    stories.flatMap(({ takenDown }, n) => (takenDown ? [idOf(n)] : [])),
    NOW,
  )
}

/** The scores by the documented formula, with loops over the stories. Null for a story without a score. */
function scoresOf(stories: readonly Story[], now: Date): Record<string, number | null> {
  const within = (story: Story, days: number) => {
    const age = now.getTime() - new Date(story.publishedAt).getTime()
    return !story.takenDown && age >= 0 && age <= days * DAY_MS
  }
  return Object.fromEntries(
    stories.map((story, n) => {
      const same = stories.filter((other) => other.themeL1Code === story.themeL1Code)
      const day = same.filter((other) => within(other, 1)).length
      const dailyMean = same.filter((other) => within(other, 7)).length / 7
      const scored = within(story, 1) && story.themeL1Code !== null
      return [idOf(n), scored ? Number((day / dailyMean).toFixed(3)) : null]
    }),
  )
}

async function readScores(): Promise<Record<string, number | null>> {
  const rows = await stack.db<{ uniqueId: string; score: number | null }[]>`
    select a.unique_id, f.features -> 'trending_score' as score
    from articles a left join article_features f using (unique_id)`
  return Object.fromEntries(rows.map(({ uniqueId, score }) => [uniqueId, score]))
}

/** Ids of articles whose index step is open. */
const listDue = async () => {
  const rows = await stack.db<{ uniqueId: string }[]>`
    select unique_id from pipeline_steps where step = 'index' and status <> 'done' order by 1`
  return rows.map(({ uniqueId }) => uniqueId)
}

/** Runs the job at an instant, without its queue. */
const runAt = (now: Date, signal = new AbortController().signal) =>
  scoreArticles({
    db: stack.db,
    config: loadConfig('settings', 'database', 'indexQueue'),
    now,
    signal,
  } as unknown as Parameters<typeof scoreArticles>[0])

const story: fc.Arbitrary<Story> = fc.record({
  publishedAt: fc
    .oneof(
      { weight: 3, arbitrary: fc.integer({ min: -2, max: 30 }).map((hours) => hours * HOUR_MS) },
      { weight: 2, arbitrary: fc.integer({ min: 24, max: 9 * 24 }).map((hours) => hours * HOUR_MS) },
      { weight: 1, arbitrary: fc.constantFrom(0, DAY_MS - 1000, DAY_MS, DAY_MS + 1000, 7 * DAY_MS) },
    )
    .map((age) => new Date(NOW.getTime() - age).toISOString()),
  themeL1Code: fc.constantFrom('01', '01', '02', '03', null),
  score: fc.constantFrom(undefined, null, 1.5, 7),
  takenDown: fc.constantFrom(false, false, false, false, true),
})

describe('the scores of articles', () => {
  it('equal a plain count of the stories, and are written only when they differ', async () => {
    let scored = 0
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 40, size: 'max' }), async (stories) => {
        await tables.articles.clear(stack.db)
        await write(stories)
        const before = await readScores()
        const expected = scoresOf(stories, NOW)
        const result = await runAt(NOW)
        expect(await readScores()).toEqual(expected)
        const changed = Object.keys(expected).filter((id) => expected[id] !== before[id])
        expect(Number(result['scored']) + Number(result['cleared'])).toBe(changed.length)
        expect(await runAt(NOW)).toMatchObject({ scored: 0, cleared: 0 })
        scored += Object.values(expected).filter((score) => score !== null).length
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    expect(scored).toBeGreaterThan(RUNS)
  })

  it('are written for more articles than one transaction takes', async () => {
    const publishedAt = new Date(NOW.getTime() - HOUR_MS).toISOString()
    const same = { publishedAt, themeL1Code: '01', score: undefined, takenDown: false }
    await write(Array.from({ length: 501 }, () => same))
    expect(await runAt(NOW)).toEqual({ themes: 1, scored: 501, cleared: 0 })
    expect(await runAt(NOW)).toMatchObject({ scored: 0 })
  })

  it('are visible to readers, and are removed when the article is a day old', async () => {
    const read = async (n: number) => {
      const { article } = await stack.query(
        'query ($id: String!) { article(uniqueId: $id) { features { trendingScore viewCount } } }',
        { id: idOf(n) },
      )
      return article.features as unknown
    }
    const plain = { score: null, takenDown: false }
    const stories = [
      { publishedAt: ago({ hours: 2 }), themeL1Code: '01', ...plain },
      { publishedAt: ago({ hours: 23 }), themeL1Code: '01', ...plain },
      { publishedAt: ago({ days: 3 }), themeL1Code: '01', ...plain, score: 4 },
      { publishedAt: ago({ hours: 1 }), themeL1Code: null, ...plain },
    ]
    await write(stories, { indexed: true })
    const { result } = await (await startRun(stack, 'rank-articles')).until('succeeded')
    expect(result).toEqual({ themes: 1, scored: 2, cleared: 1 })
    await expect.poll(listDue).toEqual([])
    // Two of the day by three of the week: 2 / (3 / 7).
    expect(await Promise.all([0, 1, 2, 3].map(read))).toEqual([
      { trendingScore: 4.667, viewCount: 3 },
      { trendingScore: 4.667, viewCount: 3 },
      { trendingScore: null, viewCount: 3 },
      { trendingScore: null, viewCount: 3 },
    ])
    const { articles } = await stack.query<{ articles: { articles: { uniqueId: string }[] } }>(
      '{ articles(sort: TRENDING, limit: 2) { articles { uniqueId } } }',
    )
    expect(articles.articles.map(({ uniqueId }) => uniqueId)).toEqual([idOf(0), idOf(1)])
    const later = new Date(Date.now() + 2 * HOUR_MS)
    expect(await runAt(later, AbortSignal.abort())).toMatchObject({ scored: 0, cleared: 0 })
    expect(await runAt(later)).toMatchObject({ cleared: 1 })
    await expect.poll(listDue).toEqual([])
    expect(await read(1)).toEqual({ trendingScore: null, viewCount: 3 })
    const found = await stack.index.search({ q: '*', filter_by: `id:=${idOf(1)}` })
    expect(found.hits?.[0]?.document).not.toHaveProperty('trending_score')
  })
})
