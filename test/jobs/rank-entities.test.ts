import { upsertFeatures, type FeatureUpsert } from '@pauta/core/features/features'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { listMentionCounts, replaceTrendingEntities } from '@pauta/core/analytics/trending-entities-store'
import { rankByGrowth, WINDOW_DAYS } from '@pauta/core/analytics/trending-entities'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

const RUNS = byForm({ short: 5, long: 100 })
const SEED = seedByForm(20_260_605)
const NOW = new Date('2026-06-10T12:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A country, two bodies, a policy. */
const ENTITIES = [
  { id: 'Q155', place: true },
  { id: 'Q1065', place: false },
  { id: 'Q7817', place: false },
  { id: GAZETTEER.find(({ type }) => type === 'POLICY')?.id ?? '', place: false },
]

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'entityEdges', 'entityCounts', 'trendingEntities'])
})

interface Story {
  publishedAt: string
  agencyKey: string
  /** Ids in the features of the story, some of them twice. */
  ids: string[]
}

async function write(stories: readonly Story[]): Promise<void> {
  const articles = stories.map((story, n) => ({
    ...story,
    uniqueId: `noticia_${String(n).padStart(6, '0')}`,
  }))
  const features: FeatureUpsert[] = articles.map(({ uniqueId, ids }) => ({
    uniqueId,
    features: { entities: ids.map((canonical_id) => ({ text: 'x', type: 'ORG', canonical_id, count: 2 })) },
  }))
  await stack.write(
    articles.map(({ uniqueId, publishedAt, agencyKey }) => anArticle({ uniqueId, publishedAt, agencyKey })),
  )
  await upsertFeatures(stack.db, features)
}

const localDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })

/** The ranking by the documented formula, with loops over the stories. */
function rank(stories: readonly Story[], now: Date) {
  const inWindow = (story: Story, fromDays: number, toDays: number) => {
    const age = now.getTime() - new Date(story.publishedAt).getTime()
    return age <= fromDays * DAY_MS && (toDays === 0 ? age >= 0 : age > toDays * DAY_MS)
  }
  const ranked = ENTITIES.filter(({ place }) => !place).flatMap(({ id }) => {
    const of = stories.filter(({ ids }) => ids.includes(id))
    const window = of.filter((story) => inWindow(story, 7, 0))
    const baseline = of.filter((story) => inWindow(story, 35, 7))
    const days = new Set(window.map(({ publishedAt }) => localDay.format(new Date(publishedAt))))
    const ratio = ((window.length + 1) * 4) / (baseline.length + 1)
    if (window.length < 3 || days.size < 2 || ratio <= 1.5) return []
    const windowAgencies = new Set(window.map(({ agencyKey }) => agencyKey)).size
    const baselineAgencies = new Set(baseline.map(({ agencyKey }) => agencyKey)).size
    const spread = windowAgencies / (baselineAgencies === 0 ? 1 : baselineAgencies)
    const score = 0.5 * ratio + 0.3 * spread + (0.2 * ratio) / (1 + baselineAgencies)
    return [
      {
        id,
        score: score.toFixed(3),
        ratio: ratio.toFixed(3),
        window: [window.length, windowAgencies],
        baseline: [baseline.length, baselineAgencies],
      },
    ]
  })
  return ranked.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Reads the stored ranking in the form of the oracle. */
async function readRanking() {
  const rows = await stack.db<
    {
      entityId: string
      trendingScore: number
      volumeRatio: number
      windowCount: number
      windowAgencies: number
      baselineCount: number
      baselineAgencies: number
    }[]
  >`select * from trending_entities order by entity_id collate "C"`
  return rows.map((row) => ({
    id: row.entityId,
    score: row.trendingScore.toFixed(3),
    ratio: row.volumeRatio.toFixed(3),
    window: [row.windowCount, row.windowAgencies],
    baseline: [row.baselineCount, row.baselineAgencies],
  }))
}

/** Ages around both ends of both windows, around a local midnight, and anywhere. */
const age = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 7 * 24 }).map((hours) => hours * HOUR_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 7 * 24, max: 40 * 24 }).map((hours) => hours * HOUR_MS) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(0, 7 * DAY_MS, 35 * DAY_MS, DAY_MS + 9 * HOUR_MS),
        fc.constantFrom(-1000, 0, 1000),
      )
      .map(([at, beside]) => at + beside),
  },
)
const story = fc.record({
  publishedAt: age.map((ms) => new Date(NOW.getTime() - ms).toISOString()),
  agencyKey: fc.constantFrom('mec', 'saude', 'mds'),
  ids: fc.array(fc.constantFrom(...ENTITIES.map(({ id }) => id)), { minLength: 1, maxLength: 4 }),
})

describe('the ranking of entities', () => {
  it('equals a plain count of the stories, for any stories', async () => {
    let ranked = 0
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 5, maxLength: 45, size: 'max' }), async (stories) => {
        await clearTables(stack.db, ['articles', 'entityEdges', 'entityCounts'])
        await write(stories)
        await replaceTrendingEntities(stack.db, rankByGrowth(await listMentionCounts(stack.db, NOW)), NOW)
        const expected = rank(stories, NOW)
        expect(await readRanking()).toEqual(expected)
        ranked += expected.length
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    expect(ranked).toBeGreaterThan(RUNS)
  })

  it('counts a story of the first instant of the week in the week, and one before it in the baseline', async () => {
    const edge = NOW.getTime() - WINDOW_DAYS * DAY_MS
    const story = (ms: number, agencyKey: string, id: string) => ({
      publishedAt: new Date(ms).toISOString(),
      agencyKey,
      ids: [id],
    })
    await write([
      story(edge, 'mec', 'Q1065'),
      story(edge - 1000, 'saude', 'Q1065'),
      story(edge - 1000, 'mec', 'Q155'),
    ])
    expect([...(await listMentionCounts(stack.db, NOW))]).toEqual([
      {
        entityId: 'Q1065',
        type: 'ORG',
        windowCount: 1,
        windowAgencies: 1,
        activeDays: 1,
        baselineCount: 1,
        baselineAgencies: 1,
      },
    ])
  })

  it('is computed from current articles, and replaces the previous one', async () => {
    const stories = [1, 2, 3, 4].map((days) => ({
      publishedAt: ago({ days }),
      agencyKey: days > 2 ? 'mec' : 'saude',
      ids: ['Q1065', 'Q155'],
    }))
    await write(stories)
    await tables.trendingEntities.add(stack.db, { entityId: 'Q7817', trendingScore: 9 })
    const { result } = await (await startRun(stack, 'rank-entities')).until('succeeded')
    expect(result).toEqual({ mentioned: 2, ranked: 1 })
    expect(await readRanking()).toEqual(rank(stories, new Date()))
    const { trendingEntities } = await stack.query(
      '{ trendingEntities { entityId canonicalName windowCount windowAgencies baselineCount isNew } }',
    )
    expect(trendingEntities).toEqual([
      {
        entityId: 'Q1065',
        canonicalName: 'Organização das Nações Unidas',
        windowCount: 4,
        windowAgencies: 2,
        baselineCount: 0,
        isNew: true,
      },
    ])
    await tables.articles.clear(stack.db)
    expect((await (await startRun(stack, 'rank-entities')).until('succeeded')).result).toEqual({
      mentioned: 0,
      ranked: 0,
    })
    expect(await readRanking()).toEqual([])
  })
})
