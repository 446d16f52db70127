import { escapeHtml } from '../inbox/escape-html.ts'
import { showClock, showDay, showHour, showIso } from './brasilia-time.ts'
import { addressOf, changedAt, imageOf } from './site-address.ts'
import type { ListingStructure, NewsSite, SiteNews } from './site-types.ts'

const DESCRIPTION_TAGS = ['p class="discreet"', 'div class="documentDescription"', 'p class="description"']

/** The path of an address, as sites of www.gov.br link to each other. */
const pathOf = (address: string) => new URL(address).pathname

/** Frame of a page of www.gov.br. */
function ploneFrame(site: NewsSite, title: string, content: string): string {
  const [, first = '', ...rest] = pathOf(site.listingUrl).split('/')
  const parent = `/${first}/${rest.slice(0, -1).join('/')}`
  return `<!DOCTYPE html>
<html lang="pt-br"><head><meta charset="utf-8"><title>${escapeHtml(title)} — ${escapeHtml(site.key)}</title></head>
<body><header><a href="/pt-br">GOV.BR</a>
<nav class="portal-breadcrumbs"><a href="/${first}/pt-br">Página Inicial</a> <a href="${parent}">Assuntos</a> <a href="${pathOf(site.listingUrl)}">Notícias</a></nav></header>
<main id="main-content"><div id="content">
${content}
</div></main>
<footer><p>Todo o conteúdo deste site está publicado sob a licença Creative Commons Atribuição-SemDerivações 3.0.</p></footer></body></html>`
}

function showEntry(structure: ListingStructure, site: NewsSite, news: SiteNews): string {
  const path = pathOf(addressOf(site, news))
  const title = escapeHtml(news.title)
  const subtitle = escapeHtml(news.subtitle ?? '')
  const { publishedAt } = news
  if (structure === 'list')
    return `<li><span class="subtitle">${escapeHtml(news.category ?? '')}</span><h2 class="titulo"><a href="${path}">${title}</a></h2><span class="descricao"><span class="data">${showDay(publishedAt)}</span> - ${subtitle}</span></li>`
  if (structure === 'entries')
    return `<article class="entry"><span class="summary"><a class="url" href="${path}">${title}</a></span> <span class="documentByLine">última modificação ${showDay(changedAt(news))} ${showHour(changedAt(news))}</span></article>`
  if (structure === 'items')
    return `<div class="item"><a href="${path}">${title}</a> <time datetime="${showIso(publishedAt)}">${showDay(publishedAt)}</time></div>`
  return `<article class="tileItem visualIEFloatFix tile-collective-nitf-content"><div class="tileContent"><h2 class="tileHeadline"><a class="summary url" href="${path}">${title}</a></h2><p class="tileBody"><span class="description">${subtitle}</span></p></div><span class="documentByLine"><span class="hiddenStructure">publicado</span> <span class="summary-view-icon"><i class="icon-day"></i> ${showDay(publishedAt)}</span> <span class="summary-view-icon"><i class="icon-hour"></i> ${showHour(publishedAt)}</span> <span class="summary-view-icon">Notícia</span></span></article>`
}

function wrapEntries(structure: ListingStructure, entries: string): string {
  if (structure === 'list') return `<ul class="noticias listagem-noticias-com-foto">${entries}</ul>`
  return structure === 'entries' ? `<div class="entries">${entries}</div>` : entries
}

/** A page of a classic listing. `news` is what stands on the page; `next` is the offset of the page after it. */
export function renderPloneListing(site: NewsSite, news: readonly SiteNews[], next: number | null): string {
  const structure = site.structure ?? 'tiles'
  const entries = news.map((each) => showEntry(structure, site, each)).join('\n')
  const more =
    next === null
      ? ''
      : `<nav class="pagination"><a class="proximo" href="${pathOf(site.listingUrl)}?b_start:int=${next}">Próximo »</a></nav>`
  return ploneFrame(
    site,
    'Notícias',
    `<h1 class="documentFirstHeading">Notícias</h1><div id="content-core">${wrapEntries(structure, entries)}</div>${more}`,
  )
}

/** The dates of an article in one of the forms of the templates, by `variant`. */
function showByline({ publishedAt, updatedAt, title }: SiteNews, variant: number): string {
  if (variant === 0) {
    const dates = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: title,
      datePublished: showIso(publishedAt),
      ...(updatedAt && { dateModified: showIso(updatedAt) }),
    }
    return `<script type="application/ld+json">${JSON.stringify(dates).replaceAll('<', '\\u003c')}</script>`
  }
  const when = (at: Date) =>
    variant === 1 ? `${showDay(at)} ${showHour(at)}` : `${showDay(at)} - ${showClock(at)}`
  const updated =
    updatedAt === null
      ? ''
      : ` <span class="documentModified"><span>Atualizado em</span> <span class="value">${when(updatedAt)}</span></span>`
  return `<div class="documentByLine"><span class="documentPublished"><span>Publicado em</span> <span class="value">${when(publishedAt)}</span></span>${updated}</div>`
}

function showImage(site: NewsSite, news: SiteNews, variant: number): string {
  const address = imageOf(site, news)
  if (address === null) return ''
  const alt = `alt="${escapeHtml(news.title)}"`
  const path = pathOf(address)
  return variant === 1
    ? `<figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${path}" ${alt}></figure>`
    : `<figure><img src="${path}" ${alt}></figure>`
}

/** Articles of one site vary as the templates of the CMS do. The same article always has the same form. */
const variantOf = ({ slug }: SiteNews, count: number) => slug.length % count

/** The page of an article. */
export function renderPloneArticle(site: NewsSite, news: SiteNews): string {
  const variant = variantOf(news, 3)
  const tag = DESCRIPTION_TAGS[variantOf(news, DESCRIPTION_TAGS.length)] ?? 'p class="discreet"'
  const kicker = news.kicker === null ? '' : `<p class="nitfSubtitle">${escapeHtml(news.kicker)}</p>`
  const subtitle =
    news.subtitle === null ? '' : `<${tag}>${escapeHtml(news.subtitle)}</${tag.split(' ')[0] ?? 'p'}>`
  const tags = news.tags
    .map(
      (each) =>
        `<a href="/${site.key}/pt-br/@@search?Subject=${encodeURIComponent(each)}&origem=keyword" class="link-category">${escapeHtml(each)}</a>`,
    )
    .join(', ')
  const body = news.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')
  return ploneFrame(
    site,
    news.title,
    `<article>${kicker}<h1 class="documentFirstHeading">${escapeHtml(news.title)}</h1>
${subtitle}${showByline(news, variant)}
<div class="social-links"><span>Compartilhe:</span> <a href="https://www.facebook.com/sharer">Facebook</a></div>
<div id="content-core"><div id="parent-fieldname-text">${showImage(site, news, variant)}
${body}
</div></div>
<div class="keywords" id="category">${tags}</div></article>`,
  )
}
