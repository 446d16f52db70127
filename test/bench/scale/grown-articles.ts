// A corpus that grows as the service does: every day has as many articles as before, and there are more days.
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { upsertAgencies } from '@pauta/core/agencies/writes'
import type { EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { seedRegistry } from '@pauta/core/entities/registry'
import { mergeFeatures } from '@pauta/core/features/features'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { THEMES } from '@pauta/core/themes/catalogue'
import { seedThemes } from '@pauta/core/themes/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { listSeedPeople } from '@pauta/sample-data/texts/cast'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { toIncomingSeed } from '@pauta/sample-data/load'
import type { SeedArticle } from '@pauta/sample-data/articles/seed-article'
import { migrateWithVectors } from '../../kit/stack/outside-stores.ts'

/** Articles of a day, as at present. */
const ARTICLES_PER_DAY = 250
const AGENCIES_COUNT = 160
const SEED = 1

/** Makes no vectors: Debian 12 has no pgvector, in whose table vectors are kept. */
export const NO_VECTORS: EmbeddingModel = {
  name: 'none',
  textsAtOnce: 1000,
  maxDistanceOf: () => 1,
  embed: async () => [],
}

async function writeBatch(db: DbPool, batch: readonly SeedArticle[], now: Date): Promise<void> {
  await upsertArticles(
    db,
    batch.map((article) => toIncomingSeed(article, now)),
  )
  await mergeFeatures(
    db,
    batch.flatMap(({ uniqueId, features }) => (features ? [{ uniqueId, features }] : [])),
  )
}

/** Everything was searchable ten minutes after its publication, and no step is due. */
async function settle(db: DbPool): Promise<void> {
  await db`update pipeline_steps set status = 'done'`
  await db`
    insert into article_availability (unique_id, available_at, written)
    select unique_id, date_trunc('second', published_at + interval '10 minutes'), true from articles
    on conflict (unique_id) do nothing`
}

/** Days for which the scraper keeps an address after a listing showed it, as the job `purge` does. */
const ADDRESSES_DAYS = 90

/** The addresses of the last 90 days, as the scraper keeps them. */
async function recordAddresses(db: DbPool): Promise<void> {
  await db`
    insert into scrape_addresses (agency_key, url, unique_id, first_seen_at, last_seen_at, sent_at)
    select agency_key, url, unique_id, published_at, published_at, published_at from articles
    where published_at > now() - make_interval(days => ${ADDRESSES_DAYS})
    on conflict do nothing`
}

/** Days over which so many articles spread. */
const daysOf = (articles: number) => Math.max(1, Math.round(articles / ARTICLES_PER_DAY))

/** Makes the schema and writes generated articles of the days before `now`, 250 of each day. */
export async function loadFirstArticles(db: DbPool, articles: number, now: Date): Promise<void> {
  await migrateWithVectors(db)
  await upsertAgencies(db, AGENCIES)
  await seedThemes(db, THEMES)
  await seedRegistry(db, [...GAZETTEER, ...listSeedPeople()])
  let batch: SeedArticle[] = []
  const options = { seed: SEED, now, count: articles, days: daysOf(articles), agencies: AGENCIES_COUNT }
  for (const article of generateArticles(options)) {
    batch.push(article)
    if (batch.length < UPSERT_MAX_ARTICLES) continue
    await writeBatch(db, batch, now)
    batch = []
  }
  if (batch.length > 0) await writeBatch(db, batch, now)
  await settle(db)
  await recordAddresses(db)
  await rebuildEntityStore(db)
  await db`create table first_articles as select unique_id from articles`
  await db`alter table first_articles add primary key (unique_id)`
}

/** How often the first articles are copied, each time this many days earlier. */
interface Growth {
  fromCopy: number
  toCopy: number
  days: number
}

async function copyArticles(db: DbPool, { fromCopy, toCopy, days }: Growth): Promise<void> {
  await db`
    insert into articles (unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle,
      editorial_lead, content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code,
      theme_l3_code, most_specific_theme_code, content_hash, created_at, updated_at, version_at)
    select a.unique_id || '_' || k, a.agency_key, a.title, a.url || '-' || k, a.published_at - k * shift,
      a.source_updated_at - k * shift, a.extracted_at - k * shift, a.subtitle, a.editorial_lead, a.content, a.summary,
      a.image_url, a.video_url, a.category, a.tags, a.theme_l1_code, a.theme_l2_code, a.theme_l3_code,
      a.most_specific_theme_code, md5(a.content_hash || k), a.created_at - k * shift, a.updated_at - k * shift,
      a.version_at - k * shift
    from generate_series(${fromCopy}::int, ${toCopy}::int) k,
      make_interval(days => ${days}) shift,
      articles a join first_articles using (unique_id)`
}

async function copyBesides(db: DbPool, { fromCopy, toCopy, days }: Growth): Promise<void> {
  const copies = db`generate_series(${fromCopy}::int, ${toCopy}::int) k, make_interval(days => ${days}) shift`
  await db`
    insert into article_features (unique_id, features, updated_at)
    select unique_id || '_' || k, features, updated_at - k * shift
    from ${copies}, article_features join first_articles using (unique_id)`
  await db`
    insert into article_availability (unique_id, available_at, written)
    select unique_id || '_' || k, available_at - k * shift, written
    from ${copies}, article_availability join first_articles using (unique_id)`
  await db`
    insert into pipeline_steps (unique_id, step, status, content_hash, version, due_at, updated_at)
    select unique_id || '_' || k, step, status, content_hash, version, due_at - k * shift, updated_at - k * shift
    from ${copies}, pipeline_steps join first_articles using (unique_id)`
  await db`
    insert into article_entities (unique_id, entity_id, mentions, published_at, agency_key, sentiment_score)
    select unique_id || '_' || k, entity_id, mentions, published_at - k * shift, agency_key, sentiment_score
    from ${copies}, article_entities join first_articles using (unique_id)`
  await db`
    insert into article_metrics (unique_id, agency_key, day, theme_l1_code, sentiment_score, sentiment_label,
      readability_flesch, word_count)
    select unique_id || '_' || k, agency_key, day - k * ${days}::int, theme_l1_code, sentiment_score, sentiment_label,
      readability_flesch, word_count
    from ${copies}, article_metrics join first_articles using (unique_id)`
}

/** Copies at once: one statement writes about 100,000 articles. */
const COPIES_AT_ONCE = 10

/**
 * Adds older copies of the first articles, with all that belongs to them, until there are `articles`. Both counts are
 * multiples of the number of first articles.
 */
export async function growArticles(
  db: DbPool,
  { first, before, articles }: { first: number; before: number; articles: number },
): Promise<void> {
  const days = daysOf(first)
  const last = articles / first - 1
  for (let fromCopy = before / first; fromCopy <= last; fromCopy += COPIES_AT_ONCE) {
    const growth = { fromCopy, toCopy: Math.min(last, fromCopy + COPIES_AT_ONCE - 1), days }
    await copyArticles(db, growth)
    await copyBesides(db, growth)
  }
  const times = articles / before
  await db`update entity_edges set weight = weight * ${times}::numeric`
  await db`update entity_counts set articles = articles * ${times}::numeric`
  await recordAddresses(db)
  await db`vacuum analyze`
}
