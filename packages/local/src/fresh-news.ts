import { generateArticles } from '@pauta/sample-data/generate-articles'
import type { SeedArticle } from '@pauta/sample-data/seed-article'

/** The sites publish new articles once per slot of this length. */
const SLOT_MINUTES = 15
/** New articles per slot, over all agencies. */
const ARTICLES_PER_SLOT = 5
/** Slots whose articles a site shows: 12 × 15 minutes = three hours. */
const SLOTS_SHOWN = 12
const MINUTE_MS = 60_000
const SLOT_MS = SLOT_MINUTES * MINUTE_MS
/** The generator fills whole weeks. Only its latest articles are used. */
const GENERATED = { count: 40, days: 8 }

/** Caches the articles of a slot: a scrape requests every agency in turn. */
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

/** The fields that a scraper reads. Theme, summary and features are added later by enrichment. */
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
 * Returns the articles that the sample's agencies published in the last three hours, as messages for the news queue. A
 * site shows an article for three hours, so most articles of a scrape are already stored.
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
