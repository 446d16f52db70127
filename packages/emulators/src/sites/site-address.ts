import { showMonth } from './brasilia-time.ts'
import type { NewsSite, SiteNews } from './site-types.ts'

/** Kinds of sites that are emulated without pictures. */
const NO_PICTURES: ReadonlySet<string> = new Set(['tvbrasil', 'feed', 'wordpress'])
const PROGRAMME = 'reporter-brasil'

/** Address of an article on the real site. */
export function addressOf(site: NewsSite, news: SiteNews): string {
  if (site.kind === 'agenciabrasil')
    return `https://agenciabrasil.ebc.com.br/geral/noticia/${showMonth(news.publishedAt)}/${news.slug}`
  if (site.kind === 'tvbrasil')
    return `https://tvbrasil.ebc.com.br/${PROGRAMME}/${showMonth(news.publishedAt).replace('-', '/')}/${news.slug}`
  if (site.kind === 'feed' || site.kind === 'wordpress')
    return `${new URL(site.listingUrl).origin}/${news.slug}`
  return `${site.listingUrl}/${news.slug}`
}

/** Address of an article's picture, or null when it has none. */
export function imageOf(site: NewsSite, news: SiteNews): string | null {
  if (!news.hasImage || NO_PICTURES.has(site.kind)) return null
  if (site.kind === 'agenciabrasil') return `https://imagens.ebc.com.br/fotos/${news.slug}.png`
  return `${addressOf(site, news)}/@@images/imagem.png`
}

/** Address of an object of a Plone 6 site in its API: `++api++` follows the first segment of the path. */
export function apiAddress(address: string): string {
  return address.replace(/^(https:\/\/[^/]+\/[^/]+)/, '$1/++api++')
}

/** Time of the latest change of an article. */
export const changedAt = (news: SiteNews): Date => news.updatedAt ?? news.publishedAt
