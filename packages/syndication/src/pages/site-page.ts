import type { Listing } from '@pauta/clippings/marketplace/listing'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { Publisher } from '@pauta/platform/config/publisher'
import { renderPublisherHead, SITE_ENTRY, SITE_TITLE } from '@pauta/platform/site/site-page'
import { html, NO_HTML, raw, type Html } from '@pauta/platform/text/html'
import { safeAddress } from '../feeds/feed.ts'
import {
  articleAddress,
  renderArticleBody,
  renderArticleHead,
  type ArticlePageSites,
} from './article-page.ts'
import { renderHead } from './page-head.ts'

/** What a page of the observatory is about, as search engines and previews of links read it. */
export interface SiteSubject {
  title: string
  /** Elements of the head, as `renderHead` writes them. */
  head: string
  /** What a reader without scripts sees. */
  text: Html
  /** Whether search engines may list the page. */
  isListed: boolean
}

/** Describes an article. One that its site removed stays readable, and no search engine lists it. */
export const describeArticle = (
  article: IndexDocument,
  { sites, isListed }: { sites: ArticlePageSites; isListed: boolean },
): SiteSubject => ({
  title: article.title,
  head: renderArticleHead(article, sites),
  text: renderArticleBody(article),
  isListed,
})

/** Describes the versions of an article, or a difference of two: their texts need the script. */
export function describeVersions(
  article: IndexDocument,
  { sites, rest }: { sites: ArticlePageSites; rest: string },
): SiteSubject {
  const what = rest.startsWith('diferencas/') ? 'diferença de versões' : 'versão'
  const title = `${article.title} (${what})`
  const address = articleAddress(article.unique_id, sites)
  const description = 'O que mudou nesta notícia, como foi visto no site do órgão.'
  const head = renderHead({
    title,
    description,
    address: `${address}/${rest}`,
    siteName: sites.siteName,
    kind: 'article',
    image: safeAddress(article.image),
    feeds: [],
    data: { '@context': 'https://schema.org', '@type': 'WebPage', name: title },
  })
  const text = html`<h1>${title}</h1><p>${description}</p><p><a href="${address}">Ler a notícia</a></p>`
  return { title, head, text, isListed: false }
}

/** An agency, theme or entity. */
interface Thing {
  kind: 'agencies' | 'themes' | 'entities'
  id: string
  name: string
  /** One sentence; null without one. */
  about: string | null
}

const FOLDERS = { agencies: 'orgaos', themes: 'temas', entities: 'entidades' } as const
const DESCRIPTIONS = {
  agencies: (name: string) =>
    `${name}: as notícias do órgão, quantas são, os seus temas e o que mudou nelas.`,
  themes: (name: string) =>
    `${name}: as notícias do governo federal sobre o tema, por órgão e ao longo do tempo.`,
  entities: (name: string) =>
    `${name} nas notícias do governo federal: quantas vezes, ao longo do tempo e ao lado de quem.`,
}

/** A page that has a feed. */
interface PageWithFeed {
  /** Behind the address of the site, without a slash at its start. */
  path: string
  name: string
  /** The first one is the description, too. */
  paragraphs: readonly [string, ...string[]]
  /** Behind the folder of the feeds, without a format. */
  feedPath: string
  /** What its feed has, for readers. */
  feedHas: string
}

function describePage(page: PageWithFeed, sites: ArticlePageSites): SiteSubject {
  const { path, name, paragraphs, feedPath, feedHas } = page
  const feed = `${sites.apiUrl}/feeds/${feedPath}.rss`
  const head = renderHead({
    title: name,
    description: paragraphs[0],
    address: `${sites.siteUrl}/${path}`,
    siteName: sites.siteName,
    kind: 'website',
    image: null,
    feeds: [{ type: 'application/rss+xml', title: name, href: feed }],
    data: { '@context': 'https://schema.org', '@type': 'WebPage', name },
  })
  const lines = paragraphs.map((one) => html`<p>${one}</p>`)
  const text = html`<h1>${name}</h1>${lines}<p><a href="${feed}">${feedHas} em RSS</a></p>`
  return { title: name, head, text, isListed: true }
}

/** Describes an agency, theme or entity. */
export function describeThing({ kind, id, name, about }: Thing, sites: ArticlePageSites): SiteSubject {
  const key = encodeURIComponent(id)
  const description = [about, DESCRIPTIONS[kind](name)].filter(Boolean).join('. ')
  return describePage(
    {
      path: `${FOLDERS[kind]}/${key}`,
      name,
      paragraphs: [description],
      feedPath: `${kind}/${key}`,
      feedHas: 'As notícias',
    },
    sites,
  )
}

/** Describes a published clipping by the words of its author, who made it and what it collects. */
export function describeListing(listing: Listing, sites: ArticlePageSites): SiteSubject {
  const { name, description, authorDisplayName, recortes } = listing
  const key = encodeURIComponent(listing.id)
  const collects = `Clipping de ${authorDisplayName}: ${recortes.map(({ title }) => title).join(', ')}.`
  return describePage(
    {
      path: `recortes/${key}`,
      name,
      paragraphs: description === null ? [collects] : [description, collects],
      feedPath: `listings/${key}`,
      feedHas: 'As edições',
    },
    sites,
  )
}

/** The form of a new clipping, which only the script shows. */
export const NEW_CLIPPING: SiteSubject = { title: 'Novo clipping', head: '', text: NO_HTML, isListed: false }

const NOT_FOUND = html`<h1>Página não encontrada</h1><p>Não há nada neste endereço, ou o serviço não respondeu.</p>`
const NOINDEX = html`<meta name="robots" content="noindex">`

/**
 * Returns a page of the observatory with its script, which replaces the text. Without a subject the script says what is
 * missing, or asks again after a failure.
 */
export function renderSitePage(subject: SiteSubject | undefined, publisher: Publisher): string {
  const { name, markUrl } = publisher
  const mark = safeAddress(markUrl) ?? '/icon.svg'
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${raw(renderPublisherHead(publisher, subject?.title ?? SITE_TITLE))}
${subject?.isListed ? NO_HTML : NOINDEX}
${raw(subject?.head ?? '')}
<link rel="stylesheet" href="${SITE_ENTRY.style}"></head>
<body><div id="app"><header class="site-header"><a class="brand" href="/"><img src="${mark}" alt="" height="28"><strong>${name}</strong></a></header>
<main id="conteudo">${subject?.text ?? html`<noscript>${NOT_FOUND}</noscript>`}</main></div>
<script type="module" src="${SITE_ENTRY.script}"></script></body></html>
`.text
}
