import type { IndexDocument } from '@pauta/core/search-index/collection'
import { html, NO_HTML, raw } from '@pauta/platform/text/html'
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
  'tags',
] as const

const STYLE = `
:root { color-scheme: light dark; --page: #f7f6f2; --text: #1c2421; --muted: #55615c; --link: #0d5548 }
@media (prefers-color-scheme: dark) { :root { --page: #121715; --text: #e8ece9; --muted: #a3afa9; --link: #7ccdb8 } }
body { margin: 0; background: var(--page); color: var(--text); font: 1.05rem/1.65 Charter, Georgia, 'Noto Serif', serif }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1.2rem 4rem; overflow-wrap: anywhere }
h1 { line-height: 1.2 } a { color: var(--link) }
.meta { color: var(--muted); font: .9rem/1.5 system-ui, sans-serif }
table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid var(--muted); padding: .3rem .5rem }
@media print { body { background: #fff; color: #000 } nav { display: none } }
`

const writeMoment = (at: Date): string =>
  at.toLocaleString('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })

/** Returns the page of an article, which needs no scripts. */
export function renderArticlePage(article: IndexDocument, baseUrl: string): string {
  const address = `${baseUrl}/artigos/${encodeURIComponent(article.unique_id)}`
  const published = new Date(article.published_at * 1000)
  const head = renderHead({
    title: article.title,
    description:
      [
        article.summary,
        article.subtitle,
        plainExcerpt(article.content, DESCRIPTION_CHARACTERS, article.title),
      ].find((text) => text?.trim()) ?? article.title,
    address,
    kind: 'article',
    image: safeAddress(article.image),
    feeds: [
      {
        type: 'application/rss+xml',
        title: article.agency_name ?? 'Pauta',
        href: `${baseUrl}/feeds/articles.rss${article.agency ? `?agencies=${encodeURIComponent(article.agency)}` : ''}`,
      },
    ],
    data: { '@context': 'https://schema.org', ...newsArticle(article) },
  })
  const source = safeAddress(article.url)
  const link = source === null ? NO_HTML : html`<a href="${source}">Ler no site de origem</a>`
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${article.title} · Pauta</title>
${raw(head)}
<style>${raw(STYLE)}</style></head>
<body><main><article>
<p class="meta">${article.agency_name ?? ''} · <time datetime="${published.toISOString()}">${writeMoment(published)}</time></p>
<h1>${article.title}</h1>
${article.subtitle ? html`<p><strong>${article.subtitle}</strong></p>` : NO_HTML}
${raw(renderArticleText(article.content ?? article.summary ?? ''))}
</article>
<nav class="meta">${link}</nav></main></body></html>
`.text
}
