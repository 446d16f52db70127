import { ExpectedFailure } from '@pauta/platform/errors'

const ERRORS_SHOWN = 5

/** An error of one agency: its kind, a colon and what happened. */
interface SiteError {
  agency: string
  error: string
}

/** Kinds of error that are a fault of a site. Status, metrics and alarms count them. */
const SITE_FAULTS: ReadonlySet<string> = new Set([
  'anti_bot',
  'html_changed',
  'url_broken',
  'network_error',
  'empty_content',
  'not_json',
  'login_page',
  'incomplete',
  'robots_disallowed',
  'host_paused',
  // No fault, but nothing to repair either: another run reads the site, or the next one continues.
  'busy',
  'deadline',
  'not_a_page',
  'wrong_page',
  'unknown',
])

const isSiteFault = ({ error }: SiteError) => SITE_FAULTS.has(/^\w+(?=: )/.exec(error)?.[0] ?? '')

/** Whether all errors of a scrape are faults of the sites themselves. */
export const areSiteFaults = (errors: readonly SiteError[]) => errors.every(isSiteFault)

/** Returns the error of a scrape that is not complete: an ExpectedFailure when every site that failed is at fault itself. */
export function failureOf(reply: { message: string; errors: readonly SiteError[] }, start: string): Error {
  const errors = reply.errors.slice(0, ERRORS_SHOWN).map(({ agency, error }) => `${agency}: ${error}`)
  const message = [start, reply.message, ...errors].filter(Boolean).join('; ')
  const isExpected = reply.errors.length > 0 && areSiteFaults(reply.errors)
  return isExpected ? new ExpectedFailure(message) : new Error(message)
}
