import { ScrapeError } from '../errors.ts'
import { readIso } from '../dates/dates.ts'
import type { Stamp } from '../dates/stamp.ts'
import { squeeze, textOrNull } from '../html/blank.ts'
import { parseHtml, rawText } from '../html/page.ts'
import { refuseFaultyPage } from '../pages/page-faults.ts'

/** An object of the API's answer. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The objects of a list; none when the value is no list. */
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
/** The text of a value; empty when it is no text. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What page builders write into the text and their API does not render. Captions come with theirs. */
const SHORTCODE =
  /\[\/?(?:caption|embed|gallery|audio|video|playlist|(?:vc|et_pb|fusion|av|elementor|wpforms|contact-form)[\w-]*)(?:\s[^\]]*)?\]/g
/** The HTML of a field such as `title`, without shortcodes; empty when the post lacks it. */
export const rendered = (value: unknown): string =>
  isObject(value) ? string(value['rendered']).replace(SHORTCODE, '') : ''
/** The text of HTML on one line; null when there is none. */
export const plain = (html: string): string | null => textOrNull(rawText(parseHtml(html)))

/** Parses the list of an answer. Throws ScrapeError: `not_json` for other text, `url_broken` for an API that is closed. */
export function parsePosts(text: string): Json[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    refuseFaultyPage({ html: text, page: parseHtml(text), isArticle: false, entries: [] })
    throw new ScrapeError('not_json', `the API answered: ${squeeze(text.slice(0, 100))}`)
  }
  if (Array.isArray(answer)) return objects(answer)
  const message = isObject(answer) ? `${string(answer['code'])} ${string(answer['message'])}` : 'no list'
  throw new ScrapeError('url_broken', `the API answered: ${squeeze(message)}`)
}

/** The local time of a post is without an offset, so the one in UTC is read. */
export function stampOf(post: Json, name: 'date' | 'modified'): Stamp | null {
  const utc = string(post[`${name}_gmt`])
  return (utc === '' ? null : readIso(/[Z+]/.test(utc) ? utc : `${utc}Z`)) ?? readIso(post[name])
}
