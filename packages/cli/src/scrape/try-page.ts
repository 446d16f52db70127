import type { Fetcher } from '@pauta/scraper/fetch/fetcher'
import type { Listing } from '@pauta/scraper/pages/listing'
import type { ScrapedArticle } from '@pauta/scraper/article/article'
import type { SiteKind } from '@pauta/scraper/kinds/site-kind'
import { ScrapeError } from '@pauta/scraper/errors'
import { fetchArticle, fetchFirstPage, firstPageUrl } from '@pauta/scraper/site/site-pages'
import { toReadable, type SiteRow } from '@pauta/scraper/store/listed-sites'
import { firstSegment } from '@pauta/scraper/addresses/address'
import { CommandError } from '../terminal/connect.ts'
import { withoutControls } from '../terminal/output.ts'
import { explainScrapeError } from './explain-scrape-error.ts'

const ITEMS_SHOWN = 10
const TEXT_SHOWN_CHARACTERS = 600

/** What the scraper would read at an address or of an agency. */
export type Trial =
  | { what: 'listing'; agency: string; kind: SiteKind; address: string; listing: Listing }
  | { what: 'article'; kind: SiteKind; article: ScrapedArticle }

/** What to try: the address of an article or the key of an agency. `kind` overrides the kind of the row. */
interface Target {
  target: string
  kind: SiteKind | undefined
}

async function tryListing(
  fetcher: Fetcher,
  rows: readonly SiteRow[],
  { target, kind }: Target,
): Promise<Trial> {
  const row = rows.find(({ key }) => key === target)
  const site = row && toReadable(kind ? { ...row, kind } : row)
  const [listingUrl] = site?.listingUrls ?? []
  if (!site || listingUrl === undefined)
    throw new CommandError(`The catalogue has no site for the agency ${target}.`)
  const address = firstPageUrl(site.kind, listingUrl)
  const { kind: answered, read } = await fetchFirstPage(fetcher, site, listingUrl, false)
  if (read === null) throw new CommandError(`${address} gave no page.`)
  return { what: 'listing', agency: target, kind: answered, address, listing: read.value }
}

/** The site that an address belongs to, by the listing of the same host and folder. */
function findSiteOf(rows: readonly SiteRow[], address: URL): SiteRow | undefined {
  const [, folder = ''] = address.pathname.split('/')
  const listings = rows.flatMap((row) => row.listingUrls.map((url) => ({ row, url: new URL(url) })))
  const ofHost = listings.filter(({ url }) => url.host === address.host)
  const ofFolder = ofHost.find(({ url }) => url.pathname.startsWith(`/${folder}/`))
  const hosts = new Set(ofHost.map(({ row }) => row.key))
  return ofFolder?.row ?? (hosts.size === 1 ? ofHost[0]?.row : undefined)
}

async function tryArticle(
  fetcher: Fetcher,
  rows: readonly SiteRow[],
  { target, kind }: Target,
): Promise<Trial> {
  const row = findSiteOf(rows, new URL(target))
  const known = row && toReadable(row)
  const chosen = kind ?? known?.kind ?? 'plone-html'
  const key = known?.key ?? (firstSegment(target) || 'try')
  const site = { key, kind: chosen, listingUrls: known?.listingUrls ?? [target] }
  const item = { url: target, title: '', stamp: null, category: null, tags: [] }
  const read = await fetchArticle(fetcher, site, item, false)
  if (read === null) throw new CommandError(`${target} gave no page.`)
  return { what: 'article', kind: chosen, article: read.value }
}

/**
 * Reads the listing of an agency, or an article at an address, without sending anything. Throws a CommandError with the
 * reason when a page cannot be read.
 */
export async function tryPage(fetcher: Fetcher, rows: readonly SiteRow[], asked: Target): Promise<Trial> {
  try {
    return await (URL.canParse(asked.target) ? tryArticle : tryListing)(fetcher, rows, asked)
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    const row = URL.canParse(asked.target)
      ? findSiteOf(rows, new URL(asked.target))
      : rows.find(({ key }) => key === asked.target)
    throw new CommandError(explainScrapeError(asked.target, error, row?.key), { cause: error })
  }
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
