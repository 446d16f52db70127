import { listAgencyMetrics } from '@pauta/core/analytics/agency-metrics'
import { listDailyCounts } from '@pauta/core/analytics/timeline'
import { listRecordPage } from '@pauta/core/features/records'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { findEntity } from '@pauta/core/entities/queries'
import { listEntityArticles } from '@pauta/core/search-index/entity-articles'
import { listCoverage } from '@pauta/core/entities/queries-coverage'
import { findEntityNetwork, listRelatedEntities } from '@pauta/core/entities/queries-network'
import { findPolicy, listPolicies } from '@pauta/core/entities/queries-policies'
import { searchEntities } from '@pauta/core/entities/queries-search'
import { DAY_MS, startOfLocalDay } from '@pauta/platform/time/time'

export interface CorpusCase {
  name: string
  targetMs: number
  /** `turn` chooses the arguments if the case has several. */
  run: (db: Db, turn: number) => Promise<unknown>
}

const TARGET_MS = 100
const AGENCY_TARGET_MS = 500
const DAYS = 127
const AGENCIES = 160
const PAGE_MAX_BYTES = 4_500_000
const SEARCHES = [
  'ministerio da saude',
  'bolsa familia',
  'minas gerias',
  'petrobrás',
  'lei de licitações',
  'cop',
]

/** The most mentioned entities, which cost the most, and some rare ones. */
async function listSamples(db: DbPool): Promise<{ most: string[]; few: string[]; policy: string }> {
  const counted = await db<{ entityId: string }[]>`
    select entity_id from entity_counts order by articles desc, entity_id`
  const ids = counted.map(({ entityId }) => entityId)
  const [policy] = await db<{ entityId: string }[]>`
    select entity_id from policies join entity_counts using (entity_id) order by articles desc, entity_id limit 1`
  if (ids.length < 100 || !policy) throw new Error('The corpus has next to no entities')
  const middle = Math.floor(ids.length / 2)
  return { most: ids.slice(0, 10), few: ids.slice(middle, middle + 10), policy: policy.entityId }
}

function seriesCases(now: Date, keys: string[], most: readonly string[]): CorpusCase[] {
  const window = { from: startOfLocalDay(now, 1 - DAYS), to: startOfLocalDay(now, 1) }
  const agencies = (granularity: 'DAY' | 'MONTH'): CorpusCase => ({
    name: `agencyAnalytics, ${keys.length} agencies × ${DAYS} days by ${granularity}`,
    targetMs: AGENCY_TARGET_MS,
    run: (db) => listAgencyMetrics(db, { agencies: keys, window, granularity, metrics: null }),
  })
  const coverage = (granularity: 'DAY' | 'MONTH', range: { from?: Date }, what: string): CorpusCase => ({
    name: `entityCoverage by ${granularity}, ${what}`,
    targetMs: TARGET_MS,
    run: (db, turn) =>
      listCoverage(db, { entityId: most[turn % most.length] ?? '', window: range, granularity }),
  })
  return [
    {
      name: 'timeline of 366 days',
      targetMs: TARGET_MS,
      run: (db) => listDailyCounts(db, { days: 366, now }),
    },
    agencies('DAY'),
    agencies('MONTH'),
    coverage('MONTH', {}, 'the ten most mentioned, all years'),
    coverage('DAY', { from: startOfLocalDay(now, -365) }, 'the ten most mentioned, one year'),
  ]
}

function graphCases(most: readonly string[], few: readonly string[], now: Date): CorpusCase[] {
  const network = (ids: readonly string[], limit: number, who: string): CorpusCase => ({
    name: `entityNetwork of ${limit} edges, depth 2, ${who}`,
    targetMs: TARGET_MS,
    run: (db, turn) => findEntityNetwork(db, { entityId: ids[turn % ids.length] ?? '', depth: 2, limit }),
  })
  return [
    {
      name: 'relatedEntities of the most mentioned',
      targetMs: TARGET_MS,
      run: (db, turn) => listRelatedEntities(db, { entityId: most[turn % most.length] ?? '', limit: 100 }),
    },
    network(most, 50, 'the most mentioned'),
    network(most, 500, 'the most mentioned'),
    network(few, 500, 'the seldom mentioned'),
    {
      name: 'entityNetwork of 500 edges, depth 1, the most mentioned, 30 days',
      targetMs: TARGET_MS,
      run: (db, turn) =>
        findEntityNetwork(db, {
          entityId: most[turn % most.length] ?? '',
          depth: 1,
          limit: 500,
          window: { from: startOfLocalDay(now, -30) },
        }),
    },
  ]
}

/** The service's queries to PostgreSQL, with the largest permitted arguments. */
export async function listCorpusCases(db: DbPool, now: Date): Promise<CorpusCase[]> {
  const { most, few, policy } = await listSamples(db)
  const keys = await db<{ key: string }[]>`
    select agency_key as key from article_metrics group by 1 order by 1 limit ${AGENCIES}`
  const first = (turn: number) => most[turn % most.length] ?? ''
  const page = { from: new Date(now.getTime() - 400 * DAY_MS), to: now }
  const [after] = await db<{ uniqueId: string }[]>`
    select unique_id from articles where published_at >= ${new Date(now.getTime() - 200 * DAY_MS)}
    order by published_at, unique_id limit 1`
  return [
    ...seriesCases(
      now,
      keys.map(({ key }) => key),
      most,
    ),
    ...graphCases(most, few, now),
    {
      name: 'entitySearch',
      targetMs: TARGET_MS,
      run: (on, turn) =>
        searchEntities(on, { query: SEARCHES[turn % SEARCHES.length] ?? '', type: undefined, limit: 20 }),
    },
    { name: 'entity', targetMs: TARGET_MS, run: (on, turn) => findEntity(on, first(turn)) },
    {
      name: 'entityArticles, page 200 of the most mentioned',
      targetMs: TARGET_MS,
      run: (on, turn) => listEntityArticles(on, { entityId: first(turn), page: 200, limit: 50 }),
    },
    {
      name: 'policies',
      targetMs: TARGET_MS,
      run: (on) => listPolicies(on, { domain: undefined, lifecyclePhase: undefined, limit: 200, offset: 0 }),
    },
    { name: 'policyDetails', targetMs: TARGET_MS, run: (on) => findPolicy(on, policy) },
    {
      name: 'newsBatchForBigquery, 100 rows after a cursor',
      targetMs: TARGET_MS,
      run: (on) =>
        listRecordPage(on, { window: page, after: after?.uniqueId, limit: 100, maxBytes: PAGE_MAX_BYTES }),
    },
  ]
}
