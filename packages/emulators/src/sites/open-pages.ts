import { escapeHtml } from '../inbox/escape-html.ts'
import { addressOf, changedAt } from './site-address.ts'
import type { NewsSite, SiteNews } from './site-types.ts'

/** Entries of a feed. */
const FEED_SIZE = 15
const POSTS_MAX = 100

/** The feed of a site of unknown software: RSS 2.0 with titles and dates alone. */
export function renderOpenFeed(site: NewsSite, news: readonly SiteNews[]): string {
  const items = news
    .slice(0, FEED_SIZE)
    .map(
      (each) =>
        `<item><title>${escapeHtml(each.title)}</title><link>${addressOf(site, each)}</link><pubDate>${each.publishedAt.toUTCString()}</pubDate></item>`,
    )
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${escapeHtml(site.key)}</title>${items.join('')}</channel></rss>`
}

/** The home page of a site of unknown software, which names its feed in its head. */
export const renderOpenHome = (site: NewsSite): string =>
  `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>${escapeHtml(site.key)}</title><link rel="alternate" type="application/rss+xml" href="${site.listingUrl}"></head><body><h1>${escapeHtml(site.key)}</h1></body></html>`

/** An article in markup that no rule knows. */
export function renderOpenArticle(site: NewsSite, news: SiteNews): string {
  const text = news.paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')
  return `<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>${escapeHtml(news.title)} | ${escapeHtml(site.key)}</title></head>
<body><div class="topo"><a href="/">Início</a> <a href="/quem-somos">Quem somos</a></div>
<div class="miolo"><h1>${escapeHtml(news.title)}</h1><div class="texto">${text}</div></div>
<div class="rodape"><a href="/contato">Contato</a></div></body></html>`
}

function describePost(site: NewsSite, news: SiteNews) {
  const gmt = (at: Date) => at.toISOString().slice(0, 19)
  const terms = (taxonomy: string, names: readonly string[]) => names.map((name) => ({ taxonomy, name }))
  return {
    link: `${addressOf(site, news)}/`,
    title: { rendered: escapeHtml(news.title) },
    date_gmt: gmt(news.publishedAt),
    modified_gmt: gmt(changedAt(news)),
    content: { rendered: news.paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n') },
    excerpt: { rendered: news.subtitle === null ? '' : `<p>${escapeHtml(news.subtitle)}</p>` },
    _embedded: {
      'wp:term': [
        terms('category', news.category === null ? [] : [news.category]),
        terms('post_tag', news.tags),
      ],
    },
  }
}

/** The posts of the REST API of WordPress that a query selects. */
export function describePosts(site: NewsSite, news: readonly SiteNews[], query: URLSearchParams) {
  const slug = query.get('slug')
  const chosen = slug === null ? news : news.filter((each) => each.slug === slug)
  const start = Number(query.get('offset') ?? 0)
  const size = Math.min(Number(query.get('per_page') ?? 10), POSTS_MAX)
  return chosen.slice(start, start + size).map((each) => describePost(site, each))
}
