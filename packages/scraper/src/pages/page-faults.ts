import type { Document } from 'domhandler'
import { ScrapeError } from '../errors.ts'
import { all, closest, first, rawText, textOf, type AnyNode, type Element } from '../html/page.ts'
import { squeeze } from '../html/blank.ts'

/** Longest visible text of block, login and error pages, in characters. Articles and listings are longer. */
const SHORT_CHARACTERS = 1_500
const NEAR_TITLE_CHARACTERS = 300
const PROSE_CHARACTERS = 200
/** The smallest first listing page that counts as changed rather than empty. */
export const CHANGED_LISTING_BYTES = 5_000

const CHALLENGE_MARKUP =
  /challenge-platform|cf-browser-verification|jschl_vc|jschl_answer|ray_id|_cf_chl|_incapsula_|\/_sec\/cp_challenge/i
/** A script that Cloudflare adds to pages that it does not block. */
const HARMLESS_MARKUP = /\/cdn-cgi\/challenge-platform\/(?:h\/[a-z]\/)?scripts\/jsd\/|__CF\$cv\$params/g
const CHALLENGE_WORDS =
  /checking your browser|just a moment|verificando (?:o )?seu navegador|verify(?:ing)? (?:that )?you are (?:a )?human|request rejected|requested url was rejected|attention required! \| cloudflare|incapsula incident|enable javascript and cookies to continue/i
const DENIED = /^(?:\d{3}\s*)?(?:acesso negado|access denied|forbidden)\b/i
const CAPTCHA =
  '.g-recaptcha, .h-captcha, .cf-turnstile, iframe[src*="captcha"], img[src*="captcha"], #captcha'
const LOGIN = 'input[type="password"], input[name="__ac_name"], input[name="__ac_password"]'
const NOT_FOUND = String.raw`(?:n[ãa]o (?:foi )?(?:encontrad[oa]|localizad[oa])|n[ãa]o existe|parece n[ãa]o existir|inexistente)`
const MISSING = new RegExp(
  String.raw`^(?:erro\s*)?404(?!\s+(?!not|page|p[áa]gina|erro)\p{L})\b|(?:p[áa]gina|conte[úu]do) ${NOT_FOUND}|page not found`,
  'iu',
)
/** The heading of a page that says nothing else. A page with the menus of a site is as long as an article. */
const MISSING_ALONE = new RegExp(
  String.raw`^(?:erro\s*)?(?:404\s*[-–—:.]?\s*)?(?:(?:desculpe|ops|lamentamos)\W{0,3}(?:mas )?)?(?:(?:a|esta) )?(?:(?:p[áa]gina|conte[úu]do) ${NOT_FOUND}|page not found|not found)[.!…]*$`,
  'i',
)
/** Headings of pages in the frame of a site that are no news, whatever they say below. */
const MAINTENANCE_ALONE =
  /^(?:(?:(?:o|este) )?(?:portal|site|s[íi]tio|sistema|servi[çc]o) (?:est[áa] )?(?:em (?:atualiza[çc][ãa]o|manuten[çc][ãa]o|migra[çc][ãa]o)|(?:temporariamente )?(?:indispon[íi]vel|fora do ar))|em manuten[çc][ãa]o)[.!…]*$/i
const PRIVILEGES_ALONE = /^(?:privil[ée]gios insuficientes|insufficient privileges)[.!…]*$/i
const LOGIN_ALONE =
  /^(?:(?:por favor,? )?(?:identifique-se|autentique-se|conecte-se|fa[çc]a (?:o )?login)|entrar|login|acesse (?:a )?sua conta)[.!…]*$/i
const MAINTENANCE = /em manuten[çc][ãa]o|temporariamente indispon[íi]vel|service unavailable/i

/** Facts about a page that its reader has found already. */
export type PageEvidence = {
  readonly html: string
  readonly page: Document
  /** Whether the reader found an article with a date or a text. Words of an article never count as a challenge. */
  readonly isArticle: boolean
  /** Whether the page states when it was published. Such a page is not "not found". */
  readonly isDated?: boolean
  /** Entries of a listing. Words inside entries never count as a challenge; words around them do. */
  readonly entries: readonly Element[]
}

/** Returns the length of the paragraphs outside forms: login and block pages have nearly no such text. */
function proseLength(within: AnyNode): number {
  return all('p, li, blockquote', within).reduce((length, paragraph) => length + textOf(paragraph).length, 0)
}

export function hasProse(within: AnyNode): boolean {
  return proseLength(within) >= PROSE_CHARACTERS
}

function headingOf(page: Document): string {
  return squeeze(`${textOf(first('title', page))} ${textOf(first('h1', page))}`)
}

function visibleText(page: Document, except: readonly AnyNode[] = []): string {
  return squeeze(rawText(first('body', page) ?? page, new Set(except)))
}

function hasChallengeMarkup(html: string, words: string): boolean {
  // Words that only stand in the text of an article are no markup of a challenge.
  const markup = html.replace(HARMLESS_MARKUP, '')
  const countParts = (text: string) => text.split(new RegExp(CHALLENGE_MARKUP.source, 'gi')).length
  return countParts(markup) > countParts(words)
}

function isBlocked({ html, page, isArticle, entries }: PageEvidence): boolean {
  const text = visibleText(page, entries)
  if (hasChallengeMarkup(html, text)) return true
  if (isArticle) return false
  const isShort = text.length < SHORT_CHARACTERS
  const near = `${headingOf(page)} ${text.slice(0, NEAR_TITLE_CHARACTERS)}`
  if (CHALLENGE_WORDS.test(isShort ? `${near} ${text}` : near)) return true
  if (isShort && (DENIED.test(text) || DENIED.test(headingOf(page)))) return true
  const asksForProof = first(CAPTCHA, page) !== null || /\bcaptcha\b/i.test(headingOf(page))
  return isShort && entries.length === 0 && asksForProof && !hasProse(page)
}

/** Whether the content has a password field and no text. A login box beside the content does not count. */
function isLogin(page: Document): boolean {
  const field = first(LOGIN, page)
  if (field === null) return false
  const content = closest(field, ({ name, attribs }) => name === 'main' || attribs['id'] === 'content')
  return !hasProse(content ?? page)
}

const NOTICE = { isNotice: true } as const
const notFound = (page: Document) =>
  new ScrapeError('url_broken', `not found page: ${headingOf(page)}`, { isGone: true, ...NOTICE })

/** The fault that the heading of an undated page names; null for a heading that may be of an article. */
function faultOfHeading(page: Document): ScrapeError | null {
  const heading = textOf(first('h1', page))
  if (MISSING_ALONE.test(heading)) return notFound(page)
  if (MAINTENANCE_ALONE.test(heading))
    return new ScrapeError('unknown', `maintenance page: ${heading}`, NOTICE)
  const isLogin = LOGIN_ALONE.test(heading) && first(LOGIN, page) !== null
  return isLogin || PRIVILEGES_ALONE.test(heading)
    ? new ScrapeError('login_page', `login form instead of the page: ${heading}`, NOTICE)
    : null
}

/**
 * Throws ScrapeError when the answer is not the requested page: `anti_bot`, `login_page`, `url_broken` for a
 * "not found" page, `unknown` for a maintenance page. A page with news passes, except when a challenge script is on it.
 */
export function refuseFaultyPage(evidence: PageEvidence): void {
  const { page, isArticle, isDated = false, entries } = evidence
  if (isBlocked(evidence))
    throw new ScrapeError('anti_bot', `challenge or block page: ${headingOf(page)}`, NOTICE)
  if (entries.length > 0) return
  const fault = isDated ? null : faultOfHeading(page)
  if (fault !== null) throw fault
  if (isArticle) return
  if (isLogin(page)) {
    throw new ScrapeError('login_page', `login form instead of the page: ${headingOf(page)}`, NOTICE)
  }
  const heading = headingOf(page)
  if (visibleText(page).length >= SHORT_CHARACTERS) return
  if (MISSING.test(heading)) throw notFound(page)
  if (MAINTENANCE.test(heading)) throw new ScrapeError('unknown', `maintenance page: ${heading}`, NOTICE)
}
