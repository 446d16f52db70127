import { FIRST_PAGE, type PlanState } from './plan-page.ts'
import { firstPageUrl } from '../site/site-pages.ts'
import type { Site } from '../site/site.ts'
import type { Progress, RunRequest } from './ports.ts'
import type { RunContext } from './run-context.ts'

/** A page of a listing, what the plan knows before the page, and the articles of the page that were sent. */
export type Place = PlanState & {
  readonly listing: number
  readonly pageUrl: string
  readonly sent: string[]
}

/** How a run begins: with the progress of an earlier run that it continues, and whether an earlier run left a gap. */
export type RunStart = {
  readonly resumed: Progress | null
  /** An earlier run ended early, so articles may be missing behind known ones. */
  readonly hasGap: boolean
}

/** Progress counts for a run that asks for the same days in the same way. */
function requestKey({ window, allowUpdate, isDeep, looksAgain }: RunRequest): string {
  return [window.start, window.end, allowUpdate, isDeep, looksAgain].join(' ')
}

/** Whether a run that left this progress may have sent articles in front of others that it did not send. */
const leavesGap = ({ hasGap, pages, sent }: Progress) => hasGap || pages > 0 || sent.length > 0

/** Decides how a run begins after the saved progress of an earlier one. */
export function startAfter(saved: Progress | null, site: Site, request: RunRequest): RunStart {
  if (saved === null) return { resumed: null, hasGap: false }
  const isListed = saved.listing < site.listingUrls.length
  const isSame = saved.request === requestKey(request)
  return { resumed: isListed && isSame ? saved : null, hasGap: leavesGap(saved) }
}

/** Returns the place before the first page of a listing. */
export const placeAt = (listing: number, pageUrl: string): Place => ({
  ...FIRST_PAGE,
  listing,
  pageUrl,
  sent: [],
})

/** Saves the progress of a run, so that the next run with the same request continues it. */
export class RunProgress {
  readonly hasGap: boolean
  readonly #context: RunContext
  readonly #resumed: Progress | null
  /** The first place at which new texts were read that are sent at the end of the run. */
  #waiting: Place | null = null

  constructor(context: RunContext, { resumed, hasGap }: RunStart) {
    this.#context = context
    this.#resumed = resumed
    this.hasGap = hasGap
  }

  /** The number of the listing with which the run begins. */
  get firstListing(): number {
    return this.#resumed?.listing ?? 0
  }

  /** Returns where the run begins a listing: where an earlier run ended, or at the first page. */
  startOf(listing: number): Place {
    const { site, counts } = this.#context
    const first = placeAt(listing, firstPageUrl(counts.kind, site.listingUrls[listing] ?? ''))
    if (this.#resumed?.listing !== listing) return first
    return { ...first, ...this.#resumed, sent: [...this.#resumed.sent] }
  }

  /** Makes a run that continues this one begin here, because texts of this place are sent at the end. */
  waitAt(place: Place): void {
    this.#waiting ??= place
  }

  /** Saves a place, or the one at which texts wait. */
  async save(place: Place): Promise<void> {
    // Behind the waiting place, this run may have sent articles in front of others that it did not send.
    const hasGap = this.hasGap || this.#waiting !== null
    await this.#put(this.#waiting ?? place, { request: requestKey(this.#context.request), hasGap })
  }

  /** Forgets the progress of a finished run. A gap makes the next run read past known articles; it continues nothing. */
  async end(leavesGap: boolean): Promise<void> {
    const { site, ports } = this.#context
    if (leavesGap) await this.#put(placeAt(0, ''), { request: '', hasGap: true })
    else await ports.saveProgress(site.key, null)
  }

  async #put(place: Place, changes: Pick<Progress, 'request' | 'hasGap'>): Promise<void> {
    const { site, ports, counts } = this.#context
    const { seen: _, ...saved } = place
    await ports.saveProgress(site.key, { ...saved, ...changes, kind: counts.kind })
  }
}
