import { KINDS } from './kinds/kinds.ts'
import type { Listing, ScrapedArticle, SiteKind } from './model/article.ts'
import { ScrapeError } from './model/errors.ts'
import type { PageContext } from './model/page-context.ts'

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
  return guarded(() => KINDS[kind].readListing(text, address))
}

/**
 * Reads an article from the decoded text of its page, or of its API object where the kind has an API.
 * Throws nothing but ScrapeError; a returned article always has a title.
 */
export function readArticle(kind: SiteKind, text: string, context: PageContext): ScrapedArticle {
  return guarded(() => KINDS[kind].readArticle(text, context))
}
