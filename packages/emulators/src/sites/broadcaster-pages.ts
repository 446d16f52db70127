import { escapeHtml } from '../inbox/escape-html.ts'
import { showClock, showDay } from './brasilia-time.ts'
import { addressOf, imageOf } from './site-address.ts'
import type { NewsSite, SiteNews } from './site-types.ts'

const LOADING = '/sites/default/themes/custom/loading_v2.gif'

function frame(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="pt-br"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><header><a href="/">EBC</a> <a href="/ultimas">Últimas notícias</a></header>
${content}
<footer><p>Citar a fonte.</p></footer></body></html>`
}

const pathOf = (address: string) => new URL(address).pathname

function showPicture(site: NewsSite, news: SiteNews): string {
  const address = imageOf(site, news)
  if (address === null) return ''
  return `<figure><img src="${LOADING}" data-echo="${address}" alt="${escapeHtml(news.title)}"></figure>`
}

/** A page of the latest news. Agência Brasil links each article from its picture and from its title. */
export function renderBroadcasterListing(
  site: NewsSite,
  news: readonly SiteNews[],
  nextPage: number | null,
): string {
  const rows = news.map((each) => {
    const path = pathOf(addressOf(site, each))
    const title = escapeHtml(each.title)
    if (site.kind === 'tvbrasil')
      return `<div class="views-row"><h3 class="heading"><a href="${path}">${title}</a></h3></div>`
    return `<div class="item"><a class="capa-noticia" href="${path}"><img src="${LOADING}" alt="${title}"></a><a class="capa-noticia" href="${path}"><h4>${title}</h4></a></div>`
  })
  const more = nextPage === null ? '' : `<a class="page-link" href="/ultimas?page=${nextPage}">Próxima</a>`
  return frame('Últimas notícias', `<div class="view view-ultimas">${rows.join('\n')}</div>${more}`)
}

/** The page of an article of Agência Brasil or of a programme of TV Brasil. */
export function renderBroadcasterArticle(site: NewsSite, news: SiteNews): string {
  const title = escapeHtml(news.title)
  const body = news.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')
  const when = `${showDay(news.publishedAt)} - ${showClock(news.publishedAt)}`
  if (site.kind === 'tvbrasil')
    return frame(
      news.title,
      `<h4 class="txtNoticias"><a href="/reporter-brasil">Repórter Brasil</a></h4><h5>No AR em ${when}</h5><h1>${title}</h1>
<article>${body}<p>*Restrição de uso: conteúdo sem direitos de redistribuição</p></article>`,
    )
  const tags = news.tags.map((tag) => `<a href="/tags/${encodeURIComponent(tag)}">${escapeHtml(tag)}</a>`)
  return frame(
    news.title,
    `<h1 class="titulo-materia">${title}</h1><div class="autor-noticia">Agência Brasil*</div><div class="data">Publicado em ${when}</div>
${showPicture(site, news)}<div class="conteudo-noticia">${body}</div><div class="row-tags">${tags.join(' ')}</div>`,
  )
}
