import type { Listing, ScrapedArticle, SiteKind } from './model/article.ts'
import { readEbcArticle } from './ebc/article.ts'
import { readEbcListing } from './ebc/listing.ts'
import { ScrapeError } from './model/errors.ts'
import { readApiArticle } from './plone-api/item.ts'
import { parseApiBody, readSearch } from './plone-api/search.ts'
import { readPloneArticle, type PageContext } from './plone/article.ts'
import { readPloneListing } from './plone/listing.ts'

export type { PageContext } from './plone/article.ts'

/** A fault of a reader must end one page, not the run, so anything unexpected becomes a ScrapeError `unknown`. */
function asScrapeError(error: unknown): ScrapeError {
  if (error instanceof ScrapeError) return error
  return new ScrapeError('unknown', error instanceof Error ? error.message : String(error), { cause: error })
}

function guarded<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw asScrapeError(error)
  }
}

/**
 * Reads a listing page from its decoded text. `address` is the page's own address; it gives the offset.
 * Throws nothing but ScrapeError.
 */
export function readListing(kind: SiteKind, text: string, address: string): Listing {
  return guarded(() => {
    if (kind === 'plone-html') return readPloneListing(text, address)
    if (kind === 'plone6-api') return readSearch(parseApiBody(text), address)
    return readEbcListing(text, address, kind)
  })
}

/**
 * Reads an article from the decoded text of its page, or of its API object for `plone6-api`.
 * Throws nothing but ScrapeError; a returned article always has a title.
 */
export function readArticle(kind: SiteKind, text: string, context: PageContext): ScrapedArticle {
  return guarded(() => {
    if (kind === 'plone-html') return readPloneArticle(text, context)
    if (kind === 'plone6-api') return readApiArticle(parseApiBody(text), context.url, context.agency)
    return readEbcArticle(text, context, kind)
  })
}
