import type { IndexDocument } from '@pauta/core/search-index/collection'
import { html, NO_HTML, raw, type Html } from '@pauta/platform/text/html'
import { SECOND_MS } from '@pauta/platform/time/time'
import { safeAddress } from '../feeds/feed.ts'
import { renderArticleText } from './article-text.ts'
import { plainExcerpt } from '../feeds/plain-excerpt.ts'
import { DESCRIPTION_CHARACTERS, renderHead } from './page-head.ts'
import { newsArticle } from './release-page.ts'

/** The fields of an article that its page reads. */
export const ARTICLE_PAGE_FIELDS = [
  'title',
  'subtitle',
  'url',
  'agency',
  'agency_name',
  'published_at',
  'image',
  'summary',
  'content',
] as const

const STYLE = `
:root { color-scheme: light dark; --page: #f7f6f2; --text: #1c2421; --muted: #55615c; --link: #0d5548 }
@media (prefers-color-scheme: dark) { :root { --page: #121715; --text: #e8ece9; --muted: #a3afa9; --link: #7ccdb8 } }
body { margin: 0; background: var(--page); color: var(--text); font: 1.05rem/1.65 Charter, Georgia, 'Noto Serif', serif }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1.2rem 4rem; overflow-wrap: anywhere }
h1 { line-height: 1.2 } a { color: var(--link) }
.meta { color: var(--muted); font: .9rem/1.5 system-ui, sans-serif }
table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid var(--muted); padding: .3rem .5rem }
@media print { body { background: #fff; color: #000 } }
`

const writeMoment = (at: Date): string =>
  at.toLocaleString('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })

/** Where an article is read, and who publishes it. */
export interface ArticlePageSites {
  apiUrl: string
  /** Base of the observatory; empty where there is none. */
  siteUrl: string
  siteName: string
}

/** Returns the address of an article that search engines keep: the observatory's, else that of its page without scripts. */
export const articleAddress = (uniqueId: string, { apiUrl, siteUrl }: ArticlePageSites): string =>
  `${siteUrl === '' ? `${apiUrl}/artigos` : `${siteUrl}/noticias`}/${encodeURIComponent(uniqueId)}`

/** Returns what search engines and previews of links read of an article. */
export function renderArticleHead(article: IndexDocument, sites: ArticlePageSites): string {
  const { agency, agency_name: agencyName, title, content, summary, subtitle } = article
  return renderHead({
    title,
    description:
      [summary, subtitle, plainExcerpt(content, DESCRIPTION_CHARACTERS, title)].find((text) =>
        text?.trim(),
      ) ?? title,
    address: articleAddress(article.unique_id, sites),
    siteName: sites.siteName,
    kind: 'article',
    image: safeAddress(article.image),
    feeds: [
      {
        type: 'application/rss+xml',
        title: agencyName ?? sites.siteName,
        href: `${sites.apiUrl}/feeds/articles.rss${agency ? `?agencies=${encodeURIComponent(agency)}` : ''}`,
      },
    ],
    data: { '@context': 'https://schema.org', ...newsArticle(article) },
  })
}

/** Returns the text of an article with its agency, time and origin. */
export function renderArticleBody(article: IndexDocument): Html {
  const published = new Date(article.published_at * SECOND_MS)
  const source = safeAddress(article.url)
  const link =
    source === null ? NO_HTML : html`<p class="meta"><a href="${source}">Ler no site de origem</a></p>`
  return html`<article class="article">
<p class="meta">${article.agency_name ?? ''} · <time datetime="${published.toISOString()}">${writeMoment(published)}</time></p>
<h1>${article.title}</h1>
${article.subtitle ? html`<p class="lead"><strong>${article.subtitle}</strong></p>` : NO_HTML}
${raw(renderArticleText(article.content ?? article.summary ?? ''))}
${link}</article>`
}

/** Returns the page of an article, which needs no scripts. */
export function renderArticlePage(article: IndexDocument, sites: ArticlePageSites): string {
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${article.title} · ${sites.siteName}</title>
${raw(renderArticleHead(article, sites))}
<style>${raw(STYLE)}</style></head>
<body><main>${renderArticleBody(article)}</main></body></html>
`.text
}
