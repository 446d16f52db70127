import type { Db } from '@pauta/platform/database/database'

/** All rows that the entity store derives from articles, in a fixed order. */
export interface EntityStore {
  mentions: Record<string, unknown>[]
  edges: { src: string; dst: string; weight: number }[]
  counts: { entityId: string; articles: number }[]
  metrics: Record<string, unknown>[]
}

/** The current tables. */
export async function readEntityStore(db: Db): Promise<EntityStore> {
  const mentions = await db<EntityStore['mentions']>`
    select unique_id, entity_id, mentions, published_at, agency_key, sentiment_score
    from article_entities order by unique_id collate "C", entity_id collate "C"`
  const edges = await db<EntityStore['edges']>`
    select src, dst, weight from entity_edges order by src collate "C", dst collate "C"`
  const counts = await db<EntityStore['counts']>`
    select entity_id, articles from entity_counts order by entity_id collate "C"`
  const metrics = await db<EntityStore['metrics']>`
    select unique_id, agency_key, day::text, theme_l1_code, sentiment_score, sentiment_label,
      readability_flesch, word_count
    from article_metrics order by unique_id collate "C"`
  return { mentions: [...mentions], edges: [...edges], counts: [...counts], metrics: [...metrics] }
}

/** An article with its features, as in the tables of articles. */
export interface SourceRow {
  uniqueId: string
  agencyKey: string
  publishedAt: Date
  themeL1Code: string | null
  features: Record<string, unknown> | null
}

/** The sources of the derived tables: articles that are not taken down, and the ids of the registry. */
export async function readSources(db: Db): Promise<{ rows: SourceRow[]; known: Set<string> }> {
  const rows = await db<SourceRow[]>`
    select a.unique_id, a.agency_key, a.published_at, a.theme_l1_code, f.features
    from articles a left join article_features f on f.unique_id = a.unique_id
    where a.deleted_at is null order by a.unique_id collate "C"`
  const entities = await db<{ entityId: string }[]>`select entity_id from entities`
  return { rows: [...rows], known: new Set(entities.map(({ entityId }) => entityId)) }
}

const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const keyOf = (key: string, value: unknown) => (value as Record<string, unknown> | null | undefined)?.[key]

/** Number of mentions of each known entity in an article. */
function countMentions(features: Record<string, unknown> | null, known: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  const entities = features?.['entities']
  for (const entity of Array.isArray(entities) ? (entities as unknown[]) : []) {
    const id = keyOf('canonical_id', entity)
    const count = keyOf('count', entity) ?? 1
    if (typeof id !== 'string' || !known.has(id) || typeof count !== 'number' || count < 1) continue
    counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The same tables, computed by loops over the rows. */
export function deriveEntityStore({ rows, known }: Awaited<ReturnType<typeof readSources>>): EntityStore {
  const store: EntityStore = { mentions: [], edges: [], counts: [], metrics: [] }
  const edges = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { uniqueId, agencyKey, publishedAt, themeL1Code, features } of rows) {
    const sentiment = features?.['sentiment']
    const sentimentScore = numberOf(keyOf('score', sentiment))
    const label = keyOf('label', sentiment)
    store.metrics.push({
      uniqueId,
      agencyKey,
      day: days.format(publishedAt),
      themeL1Code,
      sentimentScore,
      sentimentLabel: typeof label === 'string' && label !== '' ? label : null,
      readabilityFlesch: numberOf(features?.['readability_flesch']),
      wordCount: features?.['word_count'] ?? null,
    })
    const mentioned = countMentions(features, known)
    for (const [entityId, mentions] of mentioned) {
      store.mentions.push({ uniqueId, entityId, mentions, publishedAt, agencyKey, sentimentScore })
      counts.set(entityId, (counts.get(entityId) ?? 0) + 1)
      for (const other of mentioned.keys()) {
        if (other !== entityId)
          edges.set(`${entityId} ${other}`, (edges.get(`${entityId} ${other}`) ?? 0) + 1)
      }
    }
  }
  store.edges = [...edges]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pair, weight]) => ({ src: pair.split(' ')[0] ?? '', dst: pair.split(' ')[1] ?? '', weight }))
  store.counts = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([entityId, articles]) => ({ entityId, articles }))
  return store
}
