import type { ErrorKind, ScrapeError } from '@pauta/scraper/errors'

const LATER = 'Nothing is to be done here: the scraper asks again by itself, after a pause.'
const CHANGED =
  'The site has changed. If its listing moved: npm run catalogue -- set site AGENCY --url URL. Otherwise its reader needs work: packages/scraper/README.md'
const MOVED =
  'Open the address in a browser. If the listing moved: npm run catalogue -- set site AGENCY --url URL. If the site refuses this machine alone, read it from another one: docs/sending-news.md'

/** What was found, and what a person does next. */
const EXPLANATIONS: Record<ErrorKind, { found: string; next: string }> = {
  anti_bot: {
    found: 'the site answers with a page for robots',
    next: 'Do not work around it. Read the site from a machine in Brazil: docs/sending-news.md',
  },
  html_changed: { found: 'no known structure matches the page', next: CHANGED },
  url_broken: { found: 'the address does not exist or refuses this machine', next: MOVED },
  network_error: { found: 'the site does not answer', next: LATER },
  empty_content: { found: 'the page has neither title nor text', next: CHANGED },
  not_json: { found: 'the interface of the site answers with another page', next: CHANGED },
  login_page: { found: 'the site asks for a login', next: MOVED },
  incomplete: { found: 'the article has no title or no text', next: CHANGED },
  robots_disallowed: {
    found: 'robots.txt of the site disallows the address',
    next: 'Respect it: npm run catalogue -- pause site AGENCY',
  },
  host_paused: { found: 'the site failed too often and is left alone for a while', next: LATER },
  not_a_page: {
    found: 'the answer is a file, or larger than a page',
    next: 'Name the address of a listing or of an article.',
  },
  wrong_page: { found: 'the page is not the article that the listing names', next: CHANGED },
  unknown: {
    found: 'the site answers with something else than news',
    next: 'Open the address in a browser, and try again later.',
  },
  internal: {
    found: 'Pauta itself failed, not the site',
    next: 'Look at npm run pipeline -- status and report what you find.',
  },
}

/** Returns one sentence with what was found at a target, and one with the next step. `agency` is its key, where known. */
export function explainScrapeError(target: string, error: ScrapeError, agency?: string): string {
  const { found, next } = EXPLANATIONS[error.kind]
  return `${target}: ${found} (${error.kind}: ${error.message}).\n${next.replace('AGENCY', agency ?? 'AGENCY')}`
}
