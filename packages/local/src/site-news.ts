import type { SiteNews } from '@pauta/emulators/sites/site-types'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import type { SeedArticle } from '@pauta/sample-data/articles/seed-article'

/** The sites publish new articles in slots of this length. */
const SLOT_MINUTES = 15
/** New articles per slot, over all agencies: one every three minutes. */
const ARTICLES_PER_SLOT = 5
/** Slots whose articles the sites show: 12 × 15 minutes = three hours. */
const SLOTS_SHOWN = 12
/** Slots whose articles keep their pages: the 30 days of a deep pass, and some more. */
const SLOTS_KEPT = 35 * 24 * 4
const MINUTE_MS = 60_000
const SLOT_MS = SLOT_MINUTES * MINUTE_MS
/** The generator fills whole weeks. Only its latest articles are used. */
const GENERATED = { count: 40, days: 8 }
/** One article of so many is edited, half an hour after it appeared. */
const EDITED_OF = 7
const EDITED_AFTER_MS = 30 * MINUTE_MS
const PINNED_OF = 11
const NOTE_OF_EDIT = 'Texto atualizado com novas informações.'
/** Slugs of gov.br are shorter than titles. */
const SLUG_MAX_CHARACTERS = 80

/** An article of a slot, before the site shows it. */
interface Planned {
  agencyKey: string
  news: SiteNews
  isEdited: boolean
}

const slots = new Map<number, Planned[]>()

function toSlug(title: string, slot: number): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return `${words.slice(0, SLUG_MAX_CHARACTERS).replaceAll(/^-+|-+$/g, '')}-${slot.toString(36)}`
}

function plan(article: SeedArticle, slot: number, position: number): Planned {
  const { agencyKey, title, subtitle, editorialLead, content, category, tags, imageUrl } = article
  const number = slot * ARTICLES_PER_SLOT + position
  const publishedAt = new Date(slot * SLOT_MS + ((position * SLOT_MINUTES) / ARTICLES_PER_SLOT) * MINUTE_MS)
  return {
    agencyKey,
    isEdited: number % EDITED_OF === 0,
    news: {
      slug: toSlug(title, slot),
      title,
      subtitle,
      kicker: editorialLead,
      paragraphs: content.split(/\n+/).filter((text) => text.trim() !== ''),
      category,
      tags,
      publishedAt,
      updatedAt: null,
      hasImage: imageUrl !== null,
      isPinned: number % PINNED_OF === 0,
    },
  }
}

/** Caches the articles of a slot: a scrape asks for every agency in turn. */
function listSlot(slot: number): Planned[] {
  const known = slots.get(slot)
  if (known) return known
  const articles = [...generateArticles({ seed: slot, now: new Date(slot * SLOT_MS), ...GENERATED })]
  const latest = articles.slice(-ARTICLES_PER_SLOT).map((article, position) => plan(article, slot, position))
  slots.set(slot, latest)
  for (const old of slots.keys()) if (old < slot - SLOTS_SHOWN) slots.delete(old)
  return latest
}

function showAt({ news, isEdited }: Planned, now: Date): SiteNews {
  const editedAt = new Date(news.publishedAt.getTime() + EDITED_AFTER_MS)
  if (!isEdited || editedAt > now) return news
  return { ...news, updatedAt: editedAt, paragraphs: [...news.paragraphs, NOTE_OF_EDIT] }
}

/** Returns an article of an earlier slot, whose page stays on its site. The end of a slug names the slot. */
export function findSiteNews(key: string, slug: string, now: Date): SiteNews | undefined {
  const slot = Number.parseInt(slug.split('-').at(-1) ?? '', 36)
  const age = Math.floor(now.getTime() / SLOT_MS) - slot
  if (!Number.isSafeInteger(age) || age < 0 || age > SLOTS_KEPT) return undefined
  const planned = listSlot(slot).find(({ agencyKey, news }) => agencyKey === key && news.slug === slug)
  return planned && showAt(planned, now)
}

/**
 * Returns what the site of an agency shows at a time, newest first: sample articles of the last three hours. Another
 * article appears on some site every three minutes, and some are edited or pinned. The same time gives the same articles,
 * also after another start.
 */
export function listSiteNews(key: string, now: Date): SiteNews[] {
  const lastSlot = Math.floor(now.getTime() / SLOT_MS)
  const news: SiteNews[] = []
  for (let slot = lastSlot; slot >= lastSlot - SLOTS_SHOWN; slot -= 1) {
    for (const planned of listSlot(slot).toReversed())
      if (planned.agencyKey === key && planned.news.publishedAt <= now) news.push(showAt(planned, now))
  }
  return news
}

/** Too old for every run, so that nothing reads it. */
const FIRST_NEWS: SiteNews = {
  slug: 'novo-portal',
  title: 'Novo portal de notícias entra no ar',
  subtitle: null,
  kicker: null,
  paragraphs: [
    'As notícias do órgão passam a ser publicadas nesta página, com busca por assunto e por data.',
  ],
  category: null,
  tags: [],
  publishedAt: new Date('2025-01-06T12:00:00Z'),
  updatedAt: null,
  hasImage: false,
}
/** Their listings have no dates, and they always have news. */
const UNDATED_SITES: ReadonlySet<string> = new Set(['agencia_brasil', 'tvbrasil'])

/** Returns what the listing of an agency shows: its news, and an old article, because no listing is ever empty. */
export const listShownNews = (key: string, now: Date): SiteNews[] =>
  UNDATED_SITES.has(key) ? listSiteNews(key, now) : [...listSiteNews(key, now), FIRST_NEWS]
