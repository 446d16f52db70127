import type { Listing } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import type { RunContext } from './run-context.ts'
import type { Place } from './run-progress.ts'
import { fetchAsOtherKind, fetchListing, type Read } from './site-pages.ts'

/** Faults of a listing, not of its site. */
const LISTING_FAULTS = new Set(['url_broken', 'html_changed', 'not_json', 'login_page', 'robots_disallowed'])

/** Reads the pages of the listings of a site, and records which listings cannot be read. */
export class ListingReader {
  readonly #context: RunContext
  /** Why the first page of a listing could not be read, by the number of the listing. */
  readonly #faults = new Map<number, ScrapeError>()

  constructor(context: RunContext) {
    this.#context = context
  }

  get hasFault(): boolean {
    return this.#faults.size > 0
  }

  /** The number of the first listing with a fault; 0 without a fault. */
  get firstFaulty(): number {
    const [listing = 0] = this.#faults.keys()
    return listing
  }

  /** Whether the error is the recorded fault of the listing. */
  isFault(listing: number, error: unknown): error is ScrapeError {
    return error instanceof ScrapeError && this.#faults.get(listing) === error
  }

  /**
   * Reads a page. Returns null when `conditional` is set and the page did not change. A first page that shows another
   * kind of site is read as that kind. Throws ScrapeError.
   */
  async read(place: Place, conditional: boolean): Promise<Read<Listing> | null> {
    const { site, ports, counts } = this.#context
    const source = { site, kind: counts.kind }
    let read: Read<Listing> | null
    try {
      read = await fetchListing(ports.fetcher, source, place.pageUrl, conditional)
    } catch (error) {
      if (place.state.pages > 0) throw error
      read = await this.#readAsOtherKind(place, error)
    }
    if (read === null) counts.unchanged += 1
    else counts.addListing(read.value)
    return read
  }

  /**
   * Reads the first page as another kind of site after an error. Throws the error, and records it as a fault of the
   * listing, when that fails too.
   */
  async #readAsOtherKind({ listing }: Place, error: unknown): Promise<Read<Listing>> {
    const { site, ports, counts, drifts } = this.#context
    const listingUrl = site.listingUrls[listing] ?? ''
    try {
      const { kind, read } = await fetchAsOtherKind(
        ports.fetcher,
        { site, kind: counts.kind },
        listingUrl,
        error,
      )
      counts.kind = kind
      return read
    } catch (failure) {
      if (failure instanceof ScrapeError) {
        await drifts.keepUnread(failure, 'listing')
        if (LISTING_FAULTS.has(failure.kind)) this.#faults.set(listing, failure)
      }
      throw failure
    }
  }
}
