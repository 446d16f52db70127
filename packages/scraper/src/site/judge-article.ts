import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { all, first, metaContent, parseHtml, textOf, titleOfWindow } from '../html/page.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import { fetchArticle, showPage, type Pages, type Read } from './site-pages.ts'
import type { Site } from './site.ts'
import { dayOf } from '../dates/dates.ts'

/** Share of the words of the listing's title that a heading of the page must have. */
const TITLE_SHARE_MIN = 0.4
/** Words of one or two letters are articles and prepositions. */
const WORD_MIN_CHARACTERS = 3
/** Words that titles of any subject share, without accents. */
const COMMON = new Set(
  'aos com como das dos mais nas nos para pela pelas pelo pelos por que sao ser sobre uma'.split(' '),
)
/** Rules of dates that say nothing of the page itself: the listing's date, and any date of the text. */
const BORROWED_DATES: ReadonlySet<string> = new Set(['listing', 'text', 'created'])

function wordsOf(text: string): Set<string> {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // A shortened title ends within a word.
    .replace(/\S+(?:…|\.\.\.)\s*$/u, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length >= WORD_MIN_CHARACTERS && !COMMON.has(word)))
}

/** Which share of the words of a title a heading has. Kickers, punctuation, accents and a shortened title do not matter. */
function shareOf(title: string, heading: string): number {
  const words = wordsOf(title)
  if (words.size === 0) return 1
  const headingWords = wordsOf(heading)
  return [...words].filter((word) => headingWords.has(word)).length / words.size
}

const minuteOf = ({ iso }: Stamp) => Math.floor(Date.parse(iso) / MINUTE_MS)
const isSameMinute = (one: Stamp, other: Stamp) =>
  one.precision !== 'day' && other.precision !== 'day' && minuteOf(one) === minuteOf(other)

/** The headings of a page: those that name its article, and the other ones, without the name of the site. */
type Headings = { readonly named: readonly string[]; readonly others: readonly string[] }

function headingsOf(html: string): Headings {
  const page = parseHtml(html)
  const isText = (text: string) => text !== ''
  const title = metaContent(page, 'og:title')
  const named = [...all('h1', page).map(textOf), title].filter(isText)
  const lesser = all('h2', page).map(textOf).filter(isText)
  if (named.length > 0) return { named, others: [titleOfWindow(page) ?? '', ...lesser] }
  return { named: [textOf(first('title', page)), ...lesser].filter(isText), others: [] }
}

/** Returns the title that an API object states, or null when the text is no such object. */
function apiTitleOf(text: string): string | null {
  if (!text.trimStart().startsWith('{')) return null
  const { title } = JSON.parse(text) as { title?: unknown }
  return typeof title === 'string' ? title : ''
}

/**
 * Whether a page is the article that its listing names. A heading of it resembles the title; or the page states the
 * minute of the entry, or its day and has a heading with a word of the title, because editors rewrite titles. A notice
 * that answers for every address may state a day, too.
 */
export function isArticleOf(
  { title, stamp }: ListingItem,
  text: string,
  { publishedAt, rules }: ScrapedArticle,
): boolean {
  const apiTitle = apiTitleOf(text)
  const { named, others } = apiTitle === null ? headingsOf(text) : { named: [apiTitle], others: [] }
  if (named.some((heading) => shareOf(title, heading) >= TITLE_SHARE_MIN)) return true
  if (stamp === null || publishedAt === null || BORROWED_DATES.has(rules.publishedAt ?? 'text')) return false
  if (isSameMinute(stamp, publishedAt)) return true
  const hasWord = [...named, ...others].some((heading) => shareOf(title, heading) > 0)
  return hasWord && dayOf(publishedAt) === dayOf(stamp)
}

export const isClosed = (html: string): boolean => /<\/html/i.test(html)

/** Whether the end of a page is missing: it begins a document, and pages of this site end theirs. */
export const isCut = (html: string, closesPages: boolean): boolean =>
  closesPages && /<html[\s>]/i.test(html) && !isClosed(html)

/** Whether a page of a site ended with a closing tag, so that one without it was cut. It is learnt from its pages. */
export type PageEnds = { closesPages: boolean }

/** Returns the error of a page that is not the article of its address, with the page. */
export const wrongPage = (detail: string, page: FetchedPage): ScrapeError =>
  new ScrapeError('wrong_page', detail, { page: showPage(page) })

/** Throws the error again; a notice of the site, such as that of a maintenance, as a page that is not the article. */
function throwNotice(error: unknown): never {
  if (!(error instanceof ScrapeError && error.isNotice && error.kind === 'unknown')) throw error
  throw new ScrapeError('wrong_page', error.message, {
    cause: error,
    ...(error.page && { page: error.page }),
  })
}

/**
 * Fetches, reads and judges the article of an entry. Null when `conditional` is set and the page did not change. Throws
 * ScrapeError, also for a page that was cut and for one that is not the article of its entry.
 */
export async function fetchJudged(
  fetcher: Pages,
  site: Site,
  item: ListingItem,
  { conditional, ends }: { conditional: boolean; ends: PageEnds },
): Promise<Read<ScrapedArticle> | null> {
  const read = await fetchArticle(fetcher, site, item, conditional).catch(throwNotice)
  if (read === null) return null
  const { text } = read.page
  ends.closesPages ||= isClosed(text)
  if (isCut(text, ends.closesPages)) throw new ScrapeError('network_error', 'the page ends early')
  if (!isArticleOf(item, text, read.value)) throw wrongPage(`the page is not "${item.title}"`, read.page)
  return read
}

/** Whether an article that only a feed or a sitemap names is news. A sitemap names folders and forms, too. */
export const isNews = ({ title }: ListingItem, { flags }: ScrapedArticle): boolean =>
  title !== '' || !flags.includes('short')

/** Shorter bodies repeat: "Veja a galeria de fotos". */
const BODY_MIN_CHARACTERS = 30
/** Addresses of one body that show a wrong page. Two may be copies. */
export const SAME_BODY_MAX = 2

/** Returns what two equal bodies have in common; null for a body that proves nothing. */
export function bodyKey({ markdown }: ScrapedArticle): string | null {
  const body = markdown.replace(/\s+/g, ' ').trim()
  return body.length < BODY_MIN_CHARACTERS ? null : createHash('sha256').update(body).digest('base64')
}

/** The text of a stored article. */
export type StoredText = { readonly characters: number; readonly contentHash: string | null }

/** A replacement that keeps no more of a stored text loses it. Shorter stored texts are not judged. */
const KEPT_SHARE_MAX = 1 / 5
const LONG_CHARACTERS = 300

/** Whether a replacement loses four fifths of a stored text. Both are lengths in characters. */
export const losesText = ({ stored, read }: { stored: number; read: number }): boolean =>
  stored >= LONG_CHARACTERS && read <= stored * KEPT_SHARE_MAX

/** Greatest share of changed texts among the articles that a run sees again. Three are always accepted. */
const CHANGED_SHARE_MAX = 0.2
const CHANGED_MIN = 3

/** Whether a run would replace so many texts that the site is at fault. */
export const isMassReplacement = ({ changed, seen }: { changed: number; seen: number }): boolean =>
  changed > Math.max(CHANGED_MIN, Math.floor(seen * CHANGED_SHARE_MAX))
