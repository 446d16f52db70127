import { generateArticles } from '@pauta/sample-data/generate-articles'
import type { SeedArticle } from '@pauta/sample-data/seed-article'

/** Sites gain news in slots of this length … */
const SLOT_MINUTES = 15
/** … some articles of all agencies together … */
const ARTICLES_PER_SLOT = 5
/** … and show what came in the latest ones: the last three hours. */
const SLOTS_SHOWN = 12
const MINUTE_MS = 60_000
const SLOT_MS = SLOT_MINUTES * MINUTE_MS
/** The generator fills whole weeks; of these only the latest articles are taken. */
const GENERATED = { count: 40, days: 8 }

/** Every agency is asked in turn, so what a slot brought is made once. */
const slots = new Map<number, SeedArticle[]>()

function listSlot(slot: number): SeedArticle[] {
  const known = slots.get(slot)
  if (known) return known
  const articles = [...generateArticles({ seed: slot, now: new Date(slot * SLOT_MS), ...GENERATED })]
  const latest = articles.slice(-ARTICLES_PER_SLOT)
  slots.set(slot, latest)
  for (const old of slots.keys()) if (old < slot - SLOTS_SHOWN) slots.delete(old)
  return latest
}

/** What a scraper knows of an article: neither theme nor summary nor features, which are made later. */
function toScraped(article: SeedArticle, publishedAt: Date, now: Date) {
  const { agencyKey, title, url, subtitle, content, imageUrl, videoUrl, category, tags } = article
  return {
    agencyKey,
    title,
    url,
    publishedAt,
    extractedAt: now,
    subtitle,
    content,
    imageUrl,
    videoUrl,
    category,
    tags,
  }
}

/**
 * Articles that the agencies of the sample have put on their sites in the last three hours, as messages of the queue
 * for news. A site shows the same articles until they are too old, so most of what a scrape brings is known already.
 */
export function listFreshNews(agencies: readonly string[], now: Date): unknown[] {
  const lastSlot = Math.floor(now.getTime() / SLOT_MS)
  const news: unknown[] = []
  for (let slot = lastSlot - SLOTS_SHOWN; slot < lastSlot; slot++) {
    listSlot(slot).forEach((article, position) => {
      const publishedAt = new Date(slot * SLOT_MS + position * MINUTE_MS)
      if (agencies.includes(article.agencyKey)) news.push(toScraped(article, publishedAt, now))
    })
  }
  return news
}
