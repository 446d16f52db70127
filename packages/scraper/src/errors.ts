/**
 * Why a page or a run has no news.
 * - `anti_bot`: a challenge, block or CAPTCHA page answered instead of the site.
 * - `html_changed`: the page is large but none of the known structures matches.
 * - `url_broken`: the address does not exist (403, 404, 410, or a "not found" page).
 * - `network_error`: time-out, refused or reset connection, or a server error after all tries.
 * - `empty_content`: the page has neither title nor text.
 * - `not_json`: the search API answered something other than JSON.
 * - `login_page`: a login form answered instead of the page.
 * - `incomplete`: an EBC article without title or body.
 * - `robots_disallowed`: robots.txt disallows the address.
 * - `host_paused`: the site failed too often; its circuit breaker is open.
 * - `not_a_page`: the answer is a file, such as a PDF, or larger than any page.
 * - `wrong_page`: the answer is a page, but not the article that the listing names.
 * - `unknown`: everything else that a site answers, such as the notice of a maintenance.
 * - `internal`: no fault of the site, but of this code or of a store.
 */
export type ErrorKind =
  | 'anti_bot'
  | 'html_changed'
  | 'url_broken'
  | 'network_error'
  | 'empty_content'
  | 'not_json'
  | 'login_page'
  | 'incomplete'
  | 'robots_disallowed'
  | 'host_paused'
  | 'not_a_page'
  | 'wrong_page'
  | 'unknown'
  | 'internal'

/** The text of a page, and its address after redirects. */
export type UnreadPage = { readonly address: string; readonly text: string }

const MESSAGE_MAX_CHARACTERS = 500
const ABSENT: ReadonlySet<ErrorKind> = new Set([
  'url_broken',
  'html_changed',
  'not_json',
  'login_page',
  'robots_disallowed',
])
const UNANSWERED: ReadonlySet<ErrorKind> = new Set(['network_error', 'anti_bot', 'host_paused'])

/**
 * The only error that readers throw. `kind` decides what a run does; the message (at most 500 characters) is for
 * operators.
 */
export class ScrapeError extends Error {
  readonly kind: ErrorKind
  /** The page was removed: the answer is 404, 410, or a page with a text like "not found". */
  readonly isGone: boolean
  /** The page says, in place of an article, that there is none: maintenance, a login form, a challenge, "not found". */
  readonly isNotice: boolean
  /** The status of the answer, where it is the reason; else null. */
  readonly status: number | null
  /** The page that could not be read, where there is one. */
  page: UnreadPage | null

  constructor(
    kind: ErrorKind,
    message: string,
    options: ErrorOptions & { isGone?: boolean; isNotice?: boolean; status?: number; page?: UnreadPage } = {},
  ) {
    super(message.slice(0, MESSAGE_MAX_CHARACTERS), options)
    this.name = 'ScrapeError'
    this.kind = kind
    this.isGone = options.isGone ?? false
    this.isNotice = options.isNotice ?? false
    this.status = options.status ?? null
    this.page = options.page ?? null
  }

  /** There is no such page, or none that a reader knows. Until somebody changes something it stays so. */
  get isAbsent(): boolean {
    return ABSENT.has(this.kind)
  }

  /** The site does not answer, which says nothing of the address. */
  get isUnanswered(): boolean {
    return UNANSWERED.has(this.kind)
  }
}
