import { AGENCY_SITES } from '@pauta/core/agencies/sites'
import { findReadableSite, type ReadableKind } from '@pauta/scraper/store/listed-sites'
import type { Fetcher } from '@pauta/scraper/fetch/fetcher'
import { SITE_KINDS, type Listing, type ScrapedArticle, type SiteKind } from '@pauta/scraper/model/article'
import { KINDS } from '@pauta/scraper/kinds/kinds'
import { readArticle } from '@pauta/scraper/read-page'
import { fetchAsOtherKind, fetchListing, firstPageUrl } from '@pauta/scraper/run/site-pages'
import { CommandError } from '../terminal/connect.ts'
import { withoutControls } from '../terminal/output.ts'

const ITEMS_SHOWN = 10
const TEXT_SHOWN_CHARACTERS = 600

/** What the scraper would read at an address or of an agency. */
export type Trial =
  | { what: 'listing'; agency: string; kind: SiteKind; address: string; listing: Listing }
  | { what: 'article'; kind: SiteKind; article: ScrapedArticle }

async function tryListing(fetcher: Fetcher, agency: string): Promise<Trial> {
  const site = findReadableSite(agency)
  const [listingUrl] = site?.listingUrls ?? []
  if (!site || listingUrl === undefined)
    throw new CommandError(`The catalogue has no site for the agency ${agency}.`)
  const address = firstPageUrl(site.kind, listingUrl)
  try {
    const read = await fetchListing(fetcher, { site, kind: site.kind }, address, false)
    if (read === null) throw new CommandError(`${address} gave no page.`)
    return { what: 'listing', agency, kind: site.kind, address, listing: read.value }
  } catch (error) {
    const other = await fetchAsOtherKind(fetcher, { site, kind: site.kind }, listingUrl, error)
    return { what: 'listing', agency, kind: other.kind, address, listing: other.read.value }
  }
}

/** The kind of the site that an address belongs to, by the longest listing address of the same host and folder. */
function guessKind(address: URL): ReadableKind {
  const folder = address.pathname.split('/')[1] ?? ''
  const ofHost = AGENCY_SITES.filter(({ listingUrls: [url = ''] }) => URL.parse(url)?.host === address.host)
  const site =
    ofHost.find(({ listingUrls: [url = ''] }) => URL.parse(url)?.pathname.startsWith(`/${folder}/`)) ??
    (address.host === 'www.gov.br' ? undefined : ofHost[0])
  return (site && findReadableSite(site.key)?.kind) ?? 'plone-html'
}

/**
 * Reads the listing of an agency, or an article at an address, without sending anything. `kind` overrides the kind of
 * site that the catalogue gives.
 */
export async function tryPage(fetcher: Fetcher, target: string, kind: string | undefined): Promise<Trial> {
  const address = URL.parse(target)
  if (address === null) return await tryListing(fetcher, target)
  const chosen = SITE_KINDS.find((known) => known === kind) ?? guessKind(address)
  const { articleUrl, articleAs } = KINDS[chosen]
  const apiUrl = articleUrl?.(target, []) ?? null
  const url = apiUrl ?? target
  const page = await fetcher.fetchPage(url, articleAs)
  if (page === null) throw new CommandError(`${url} gave no page.`)
  const context = { url: apiUrl === null ? page.finalUrl : target }
  return { what: 'article', kind: chosen, article: readArticle(chosen, page.text, context) }
}

function describeListing({ kind, address, listing }: Extract<Trial, { what: 'listing' }>): string[] {
  const { items, structure, nextUrl } = listing
  return [
    `${address} (${kind})`,
    `${items.length} entries by the rule ${structure ?? 'none'}; next page: ${nextUrl ?? 'none'}`,
    ...items
      .slice(0, ITEMS_SHOWN)
      .map(({ stamp, title, url }) => `${stamp?.iso ?? 'no date'}  ${withoutControls(title)}  ${url}`),
  ]
}

function describeArticle({ kind, article }: Extract<Trial, { what: 'article' }>): string[] {
  const { rules, flags, markdown } = article
  const fields: [string, string, string | undefined][] = [
    ['title', article.title, rules.title],
    ['published', article.publishedAt?.iso ?? '', rules.publishedAt],
    ['updated', article.updatedAt?.iso ?? '', rules.updatedAt],
    ['kicker', article.editorialLead ?? '', rules.editorialLead],
    ['subtitle', article.subtitle ?? '', rules.subtitle],
    ['category', article.category ?? '', rules.category],
    ['tags', article.tags.join(', '), rules.tags],
    ['image', article.imageUrl ?? '', rules.imageUrl],
    ['video', article.videoUrl ?? '', rules.videoUrl],
    ['body', `${markdown.length} characters`, rules.body],
    ['id', article.uniqueId ?? '', undefined],
  ]
  return [
    `${article.url} (${kind}${flags.length > 0 ? `; ${flags.join(', ')}` : ''})`,
    ...fields.map(
      ([name, value, rule]) =>
        `${name.padEnd(10)} ${withoutControls(value) || '—'}${rule === undefined ? '' : `  [${rule}]`}`,
    ),
    '',
    markdown.slice(0, TEXT_SHOWN_CHARACTERS),
  ]
}

/** The trial as lines; each field of an article with the rule that found it. */
export const describeTrial = (trial: Trial): string[] =>
  trial.what === 'listing' ? describeListing(trial) : describeArticle(trial)
