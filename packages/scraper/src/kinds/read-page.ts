import { readGeneralArticle } from '../any-page/article.ts'
import { KINDS } from './kinds.ts'
import type { Listing } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from './site-kind.ts'
import { ScrapeError, type ErrorKind } from '../errors.ts'
import type { PageContext } from '../pages/page-context.ts'

/** A fault of a reader must end one page, not the run, so anything unexpected becomes a ScrapeError `internal`. */
function asScrapeError(error: unknown): ScrapeError {
  if (error instanceof ScrapeError) return error
  return new ScrapeError('internal', error instanceof Error ? error.message : String(error), { cause: error })
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

/** A page on which the rules of its site find no article has perhaps another structure than before. */
const UNKNOWN_STRUCTURE: ReadonlySet<ErrorKind> = new Set(['html_changed', 'empty_content', 'incomplete'])

/** Reads a page that no rule fits. Throws `byRules` when it is no article either. */
function readGenerally(text: string, context: PageContext, byRules: ScrapeError): ScrapedArticle {
  try {
    return readGeneralArticle(text, context)
  } catch (error) {
    throw error instanceof ScrapeError && UNKNOWN_STRUCTURE.has(error.kind) ? byRules : error
  }
}

/**
 * Reads an article from the decoded text of its page, or of its API object where the kind has an API.
 * Throws nothing but ScrapeError; a returned article always has a title.
 */
export function readArticle(kind: SiteKind, text: string, context: PageContext): ScrapedArticle {
  const { agency = KINDS[kind].agency, ...page } = context
  const known = agency === undefined ? page : { ...page, agency }
  return guarded(() => {
    try {
      return KINDS[kind].readArticle(text, known)
    } catch (error) {
      const isUnknown = error instanceof ScrapeError && UNKNOWN_STRUCTURE.has(error.kind)
      if (!isUnknown || KINDS[kind].articleAs !== 'html') throw error
      return readGenerally(text, known, error)
    }
  })
}
