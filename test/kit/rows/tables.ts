// Rows that tests write into the tables directly: states of the past, of failures and of other processes, which the
// service itself does not make on demand. Tests name columns in camel case and import nothing but `tables`.
import type { Db } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { emptyTables } from './empty-tables.ts'

type Value = string | number | boolean | Date | null | readonly (string | null)[] | readonly object[] | object
/** Values by column, in camel case. An object and a list of objects become JSON. */
type Columns = Readonly<Record<string, Value>>

const snakeCase = (column: string): string =>
  column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function isJson(value: Value): value is object {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null)
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

const writeRow = (db: Db, columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      snakeCase(column),
      isJson(value) ? db.json(value as never) : value,
    ]),
  ) as Record<string, never>

/** The condition for rows with these values. An array matches each of its values. No columns match every row. */
function matching(db: Db, where: Columns) {
  const conditions = Object.entries(where).map(([column, value]) => {
    const name = db(snakeCase(column))
    if (value === null) return db`${name} is null`
    return Array.isArray(value) ? db`${name} = any(${value as string[]})` : db`${name} = ${value as string}`
  })
  return conditions.reduce((all, one) => db`${all} and ${one}`, db`where true`)
}

/** Returns the present, but never the same millisecond twice: a clipping has one release per `ref_time`. */
function nextMoment(): Date {
  lastMoment = Math.max(Date.now(), lastMoment + 1)
  return new Date(lastMoment)
}
let lastMoment = 0

/** Values of columns that must not be null and that most tests do not care about. */
type Defaults = () => Columns

function table(name: string, defaults: Defaults = () => ({})) {
  return {
    async add(db: Db, rows: Columns | readonly Columns[]): Promise<void> {
      const list = [rows].flat().map((row) => ({ ...defaults(), ...row }))
      if (list.length === 0) return
      await db`insert into ${db(name)} ${db(list.map((row) => writeRow(db, row)))}`
    },
    /** Sets columns of the rows that match. Returns their number. */
    async set(db: Db, where: Columns, changes: Columns): Promise<number> {
      const { count } = await db`
        update ${db(name)} set ${db(writeRow(db, changes))} ${matching(db, where)}`
      return count
    },
    async remove(db: Db, where: Columns = {}): Promise<void> {
      await db`delete from ${db(name)} ${matching(db, where)}`
    },
    async count(db: Db, where: Columns = {}): Promise<number> {
      const [row] = await db<{ rows: number }[]>`
        select count(*)::int as rows from ${db(name)} ${matching(db, where)}`
      return row?.rows ?? 0
    },
    /** Empties the table and every table that refers to it. Workers may hold locks on them in another order. */
    async clear(db: Db): Promise<void> {
      await retryDeadlock(() => emptyTables(db, [name]))
    },
  }
}

export const tables = {
  articles: table('articles'),
  articleEvents: table('article_events'),
  articleStories: table('article_stories'),
  articleTexts: table('article_texts'),
  articleVersions: table('article_versions'),
  articleAvailability: table('article_availability'),
  agencies: table('agencies'),
  articleEntities: table('article_entities'),
  articleMetrics: table('article_metrics'),
  articleEmbeddings: table('article_embeddings'),
  articleFeatures: table('article_features'),
  alertAttempts: table('alert_attempts'),
  alerts: table('alerts'),
  addressConsents: table('address_consents'),
  agentRuns: table('agent_runs'),
  consentQuestions: table('consent_questions'),
  backfillAddresses: table('backfill_addresses'),
  backfills: table('backfills'),
  channelFailures: table('channel_failures'),
  channelPauses: table('channel_pauses'),
  clippings: table('clippings'),
  datasetRows: table('dataset_rows'),
  datasetShards: table('dataset_shards'),
  // By the clock of the process that claims them. The default of the column has microseconds, so a row could be due later
  // than a claim within the same millisecond.
  deliveries: table('deliveries', () => ({ dueAt: new Date() })),
  entities: table('entities'),
  entityCounts: table('entity_counts'),
  entityEdges: table('entity_edges'),
  entityMerges: table('entity_merges'),
  entityOffices: table('entity_offices'),
  removedPeople: table('removed_people'),
  feedSubscriptions: table('feed_subscriptions'),
  incidents: table('incidents'),
  indexSyncs: table('index_syncs'),
  jobRuns: table('job_runs'),
  listingLikes: table('listing_likes'),
  listings: table('listings'),
  pipelineSteps: table('pipeline_steps'),
  pushPreferences: table('push_preferences'),
  pushSubscriptions: table('push_subscriptions'),
  queueDepths: table('queue_depths'),
  recortes: table('recortes'),
  releases: table('releases', () => {
    return { clippingName: 'Saúde', digestHtml: '<p>Oi</p>', articlesCount: 0, refTime: nextMoment() }
  }),
  releaseChanges: table('release_changes', () => {
    const at = nextMoment()
    return { kind: 'edited', position: at.getTime(), at }
  }),
  modelSpending: table('model_spending'),
  nameSightings: table('name_sightings'),
  scrapeAddresses: table('scrape_addresses'),
  scrapeBreakers: table('scrape_breakers'),
  scrapeDays: table('scrape_days'),
  scrapeDrifts: table('scrape_drifts'),
  scrapeHosts: table('scrape_hosts'),
  scrapeListings: table('scrape_listings'),
  scrapeMissing: table('scrape_missing'),
  scrapeNotes: table('scrape_notes'),
  scrapePages: table('scrape_pages'),
  scrapeRawPages: table('scrape_raw_pages'),
  scrapeSites: table('scrape_sites'),
  sites: table('sites'),
  subscriptionChannels: table('subscription_channels'),
  subscriptions: table('subscriptions'),
  suppressedAddresses: table('suppressed_addresses'),
  telegramLinks: table('telegram_links'),
  telegramMoves: table('telegram_moves'),
  telegramTokens: table('telegram_tokens'),
  themeModels: table('theme_models'),
  themes: table('themes'),
  trendingEntities: table('trending_entities', () => ({
    trendingScore: 1,
    volumeRatio: 2,
    windowCount: 3,
    windowAgencies: 4,
    baselineCount: 5,
    baselineAgencies: 6,
    computedAt: new Date(),
  })),
  userActions: table('user_actions'),
  users: table('users'),
}

/** Empties tables and every table that refers to them, in one transaction. */
export async function clearTables(db: Db, names: readonly (keyof typeof tables)[]): Promise<void> {
  await retryDeadlock(() => emptyTables(db, names.map(snakeCase)))
}

/** Writes published clippings of an author that a person follows. The listings have the ids of the clippings. */
export async function addFollowed(
  db: Db,
  ids: readonly string[],
  { authorId, userId }: { authorId: string; userId: string },
): Promise<void> {
  const rows = (make: (id: string) => Columns) => ids.map((id) => ({ id, ...make(id) }))
  await tables.clippings.add(
    db,
    rows(() => ({ authorUserId: authorId, name: 'x', schedule: '0 8 * * *' })),
  )
  const recortes = [{ id: 'r', title: 'T', themes: [], agencies: [], keywords: ['k'] }]
  await tables.listings.add(
    db,
    rows((id) => ({ authorUserId: authorId, sourceClippingId: id, name: 'x', recortes, followerCount: 1 })),
  )
  await tables.subscriptions.add(
    db,
    rows((id) => ({ clippingId: id, userId, role: 'SUBSCRIBER' })),
  )
}

const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }
type Unit = keyof typeof UNIT_MS

/** An instant before now. */
export const timeAgo = (count: number, unit: Unit): Date => new Date(Date.now() - count * UNIT_MS[unit])

/** An instant after now. */
export const timeAhead = (count: number, unit: Unit): Date => timeAgo(-count, unit)
