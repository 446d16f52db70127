import type { ReadableSite } from '../store/listed-sites.ts'
import type { SiteState } from '../store/site-state.ts'
import { DAY_MS, HOUR_MS } from '@pauta/platform/time/time'
import { SITE_KINDS } from '../kinds/site-kind.ts'
import type { RunRequest } from '../crawl/ports.ts'
import type { Site } from '../site/site.ts'
import { deepWindow, isDeepDay, usualWindow, windowSince } from './run-window.ts'
import type { ScrapeBody } from './requests.ts'

/** Time between two second looks: edits show within eight hours. */
const LOOK_AGAIN_MS = 8 * HOUR_MS
/** Least time between two deep passes. A failed pass is repeated on the same day. */
const DEEP_PASS_MS = 6 * DAY_MS
/** Most requests of a day to all sites. Second looks and follow-ups stop earlier, to leave requests for new articles. */
export const REQUESTS_PER_DAY = 12_000
const STORED_BUDGET = 0.7 * REQUESTS_PER_DAY

/** The run of one agency. */
export interface Plan {
  site: Site
  request: RunRequest
}

const isKind = (kind: string | null | undefined) => SITE_KINDS.find((known) => known === kind)

/** Returns a site with the kind that answered last, which may differ from the configured one. */
export const asItAnswers = (site: ReadableSite, state: Pick<SiteState, 'kind'> | undefined): Site => ({
  ...site,
  kind: isKind(state?.kind) ?? site.kind,
})

/**
 * Requests that include today reach back to two days before the last run that read the site, at most 30 days: late in the
 * evening and after an outage news of these days may be missing. On Sundays such a request becomes the weekly deep pass once.
 */
export function planSite(
  site: ReadableSite,
  state: Pick<SiteState, 'kind' | 'lastDeepAt' | 'lastLookedAgainAt' | 'lastSuccessAt'> | undefined,
  { body, now, deadline, requests }: { body: ScrapeBody; now: Date; deadline: number; requests: number },
): Plan {
  const { start_date: start, end_date: end, allow_update: allowUpdate } = body
  const usual = usualWindow(now)
  const isUsual = !allowUpdate && start <= usual.end && end >= usual.end
  const sinceDeep = now.getTime() - (state?.lastDeepAt?.getTime() ?? 0)
  const isDeep = isUsual && state !== undefined && isDeepDay(now) && sinceDeep > DEEP_PASS_MS
  const sinceLook = now.getTime() - (state?.lastLookedAgainAt?.getTime() ?? 0)
  const asksStored = isUsual && !isDeep && requests < STORED_BUDGET
  const looksAgain = asksStored && state !== undefined && sinceLook > LOOK_AGAIN_MS
  const followsUp = asksStored && !looksAgain
  const earliest = isDeep
    ? deepWindow(now).start
    : isUsual
      ? windowSince(state?.lastSuccessAt ?? now, now).start
      : start
  const window = { start: start < earliest ? start : earliest, end }
  return {
    site: asItAnswers(site, state),
    request: { window, allowUpdate, isDeep, looksAgain, followsUp, deadline },
  }
}
