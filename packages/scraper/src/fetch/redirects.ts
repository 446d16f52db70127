import { ScrapeError } from '../errors.ts'
import { firstSegment } from '../addresses/address.ts'

const LOGIN = /\/(login|require_login|acl_users|@@login|sso)(\/|$|\?)/i
/** A whole segment of the path. In a longer one, such as the slug of an article, it is only a word. */
const MAINTENANCE =
  /\/(?:(?:de|em|site|pagina|portal)[-_])*(?:manuten(?:c|ç|%C3%A7)(?:a|ã|%C3%A3)o|maintenance)(?:\.\w+)?\/?$/i
/** Sites that share one host, each below a folder of its own. */
const SHARED_HOSTS = new Set(['www.gov.br'])

const folderOf = (address: string) => firstSegment(address.replace('/++api++', ''))

/**
 * Returns the address of a redirect. Throws ScrapeError when it leaves the allowed hosts or the site's folder, or
 * leads to a home page (`url_broken`), to a login form (`login_page`) or to a maintenance page (`unknown`).
 */
export function followRedirect(
  from: string,
  location: string | null,
  allowedHosts: ReadonlySet<string>,
): string {
  const target = location === null ? null : URL.parse(location, from)
  if (target === null) throw new ScrapeError('url_broken', 'redirect without an address')
  const to = target.href
  const refuse = (kind: 'url_broken' | 'login_page' | 'unknown', why: string) =>
    new ScrapeError(kind, `redirect to ${why}: ${to}`)
  if (target.protocol !== 'https:' && target.protocol !== new URL(from).protocol)
    throw refuse('url_broken', 'http')
  if (!allowedHosts.has(target.host)) throw refuse('url_broken', 'another host')
  if (LOGIN.test(target.pathname)) throw refuse('login_page', 'a login form')
  if (MAINTENANCE.test(target.pathname)) throw refuse('unknown', 'a maintenance page')
  const depth = target.pathname.split('/').filter(Boolean).length
  const isShared = SHARED_HOSTS.has(target.host)
  if (isShared && folderOf(from) !== folderOf(to)) throw refuse('url_broken', 'another site')
  const isHome = isShared ? depth <= 2 && /\/(pt-br\/?)?$|^\/[^/]+$/.test(target.pathname) : depth === 0
  const startsDeeper = new URL(from).pathname.split('/').filter(Boolean).length > depth
  if (isHome && startsDeeper) throw refuse('url_broken', 'a home page')
  return to
}
