import { isText, type Document } from 'domhandler'
import { nextElementSibling } from 'domutils'
import type { ListingItem } from './listing.ts'
import type { Stamp } from '../dates/stamp.ts'
import type { NewsData } from '../html/json-ld.ts'
import {
  all,
  attribute,
  closest,
  first,
  metaContent,
  textOf,
  textUpTo,
  type AnyNode,
  type Element,
} from '../html/page.ts'
import { isCreationLine, isDateAlone, isDateLine } from '../dates/date-line.ts'
import { dayOf, readAnyDate, readBrazilian, startOfDay } from '../dates/dates.ts'

/** Letters between a label such as "publicado em" and its date: a weekday at most. */
const LABEL_GAP_CHARACTERS = 20
const DATE_CHARACTERS = 45
const MINUTE_MILLISECONDS = 60_000
const HOURS_SHIFTED_MAX = 12
/** Longer text with "publicado em" is a sentence that mentions some other publication. */
const LABEL_BLOCK_CHARACTERS = 120
/** "Enviado por ascom em" is Drupal's. */
const PUBLISHED =
  /(?:(?:publicad|postad)[oa](?:\s+em)?|data\s+d[ae]\s+publicação|publicação(?=\s*:)|enviad[oa]\s+por\s+\S+(?:\s+\S+){0,3}?\s+em)\s*:?\s*/gi
const CREATED_META = 'DC.date.created'
const UPDATED =
  /(?:atualizad[oa]|modificad[oa])(?:\s+em)?\s*:?\s*|última\s+(?:modificação|atualização)(?:\s+em)?\s*:?\s*/gi
const DATE_START =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{2}\/\d{2}\/\d{2}(?!\d)|\d{1,2}[º°o]?(?:\s(?:de\s)?|[/-])[a-zç]{3,9}\.?,?(?:\s(?:de\s)?|[/-])\d{4}|[a-z]{3,9}\.?\s\d{1,2},?\s\d{4}/i

export type Dated = { stamp: Stamp; rule: string }
/** Rules that do not show that the page itself is an article: they guess, or read the listing. */
const GUESSES = new Set(['listing', 'time', 'text', 'created'])

/** Whether the page itself states when it was published. */
export const isStated = (published: Dated | null): boolean =>
  published !== null && !GUESSES.has(published.rule)

type Field = {
  readonly classed: string
  /** Elements that other vocabularies mark. */
  readonly marked: readonly string[]
  readonly metas: readonly string[]
  readonly label: RegExp
}

const FIELDS = {
  published: {
    classed: '.documentPublished',
    marked: ['[property="rnews:datePublished"]', '[itemprop="datePublished"]', 'time.entry-date.published'],
    metas: ['article:published_time', 'DC.date.issued', 'dcterms.issued'],
    label: PUBLISHED,
  },
  updated: {
    classed: '.documentModified',
    // Of WordPress, which gives a post that was not changed both classes.
    marked: ['[property="rnews:dateModified"]', '[itemprop="dateModified"]', 'time.updated:not(.published)'],
    metas: ['article:modified_time', 'DC.date.modified', 'dcterms.modified'],
    label: UPDATED,
  },
} satisfies Record<string, Field>

function stampOf(element: Element): Stamp | null {
  const values = [attribute(element, 'content'), attribute(element, 'datetime'), textOf(element)]
  return values.map((value) => readAnyDate(value)).find((stamp) => stamp !== null) ?? null
}

/** The date inside of a byline element: its `.value`, else a machine-readable child, else its text. */
function readWithin(element: Element): Stamp | null {
  const parts = all('.value, [property], time, .pat-moment', element)
  return [...parts, element].map(stampOf).find((stamp) => stamp !== null) ?? null
}

function findMarked(selector: string, page: Document): Stamp | null {
  return (
    all(selector, page)
      .map(readWithin)
      .find((stamp) => stamp !== null) ?? null
  )
}

/** The date that follows a label in text, at most one word away. */
function afterLabel(text: string, label: RegExp): Stamp | null {
  for (const match of text.matchAll(label)) {
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + DATE_CHARACTERS)
    const start = DATE_START.exec(rest)
    const stamp =
      start !== null && start.index <= LABEL_GAP_CHARACTERS ? readBrazilian(rest.slice(start.index)) : null
    if (stamp !== null) return stamp
  }
  return null
}

const LABEL_BLOCKS = 'p, span, div, li, dd, time, small, em, h4, h5'

/** When the page was created, as Joomla shows it. Where it is all that a page states, it is better than no date. */
function findCreated(page: Document): Stamp | null {
  const lines = all(LABEL_BLOCKS, page).map((element) => textUpTo(element, LABEL_BLOCK_CHARACTERS))
  const line = lines.find((text) => text !== null && isCreationLine(text))
  return readBrazilian(line ?? '') ?? readAnyDate(metaContent(page, CREATED_META))
}

function findLabelled(page: Document, label: RegExp): Stamp | null {
  for (const element of all(LABEL_BLOCKS, page)) {
    const text = textUpTo(element, LABEL_BLOCK_CHARACTERS)
    const stamp = text !== null && isDateLine(text) ? afterLabel(text, label) : null
    if (stamp !== null) return stamp
  }
  return null
}

/** The date of a line such as "Publicado em 15/01/2026 - 14:30", wherever it stands on a page. */
export const findPublishedLine = (page: Document): Stamp | null => findLabelled(page, PUBLISHED)

/**
 * By how many whole hours the stated time is later than the visible one; negative when it is earlier. Such a site has
 * written the time of Greenwich with the offset of Brasília, or the other way round. 0 for any other difference.
 */
export function hoursLate(stated: Stamp | null, visible: Stamp | null): number {
  if (stated === null || visible === null || visible.precision === 'day') return 0
  const minutes = Math.floor((Date.parse(stated.iso) - Date.parse(visible.iso)) / MINUTE_MILLISECONDS)
  const hours = minutes / 60
  return Number.isInteger(hours) && Math.abs(hours) <= HOURS_SHIFTED_MAX ? hours : 0
}

type Place = [read: () => Stamp | null, rule: string]

/** The first date of a page for a field. One without a time gives way to a later one of the same day that has one. */
function findMarkup(page: Document, field: Field): Dated | null {
  const places: Place[] = [
    [() => findMarked(field.classed, page), field.classed],
    ...field.marked.map((rule): Place => [() => findMarked(rule, page), rule]),
    ...field.metas.map((rule): Place => [() => readAnyDate(metaContent(page, rule)), rule]),
    [() => findLabelled(page, field.label), 'label'],
  ]
  let found: Dated | null = null
  for (const [read, rule] of places) {
    const stamp = read()
    if (stamp === null || (found !== null && dayOf(found.stamp) !== dayOf(stamp))) continue
    if (stamp.precision !== 'day') return { stamp, rule }
    found ??= { stamp, rule }
  }
  return found
}

/** Boxes and lists whose dates are of other articles, and sentences. */
const ELSEWHERE = /^(aside|nav|footer|li|td|dl)$/
const TIME_BLOCK_CHARACTERS = 60

const isElsewhere = (element: Element) => closest(element, ({ name }) => ELSEWHERE.test(name)) !== null

/** Whether no words stand on the same line as an element. */
function hasOwnLine(element: Element): boolean {
  const isBeside = (node: AnyNode | null) => node !== null && isText(node) && node.data.trim() !== ''
  return !isBeside(element.prev) && !isBeside(element.next)
}

/** The first `time` of a page that stands alone, neither in a sentence nor in a list of other articles. */
function findLoneTime(page: Document): Stamp | null {
  for (const time of all('time', page)) {
    const isShort = textUpTo(time.parent ?? time, TIME_BLOCK_CHARACTERS) !== null
    const stamp = (isShort || hasOwnLine(time)) && !isElsewhere(time) ? stampOf(time) : null
    if (stamp !== null) return stamp
  }
  return null
}

/** "Em: 10/03/2026". */
const LINE_LABEL = /^(?:em|data)\b\s*:?\s*/i
const TIME_ALONE = /^(?:às )?\d{1,2}\s?[h:]\s?(?:\d{2})?(?:min)?$/i
const TIME_CHARACTERS = 12

/** The time of day in the element behind a date, or nothing. */
function timeBeside(date: Element): string {
  const next = nextElementSibling(date)
  const text = (next && textUpTo(next, TIME_CHARACTERS)) ?? ''
  return TIME_ALONE.test(text) ? text : ''
}

/** The date of a line between the heading and the text that is nothing else, as "Terça-feira, 10 de março de 2026". */
function findLoneLine(page: Document): Stamp | null {
  const blocks = all('h1, p, span, div, small, h4, h5, h6', page)
  const heading = blocks.findIndex(({ name }) => name === 'h1')
  for (const block of heading === -1 ? [] : blocks.slice(heading + 1)) {
    const text = textUpTo(block, TIME_BLOCK_CHARACTERS)
    if (text === null && block.name === 'p') return null
    if (text === null || !isDateAlone(text.replace(LINE_LABEL, '')) || isElsewhere(block)) continue
    const stamp = readBrazilian(`${text} ${timeBeside(block)}`)
    if (stamp !== null) return stamp
  }
  return null
}

/**
 * Publication time of an article page: JSON-LD, byline, other markup and metadata, labelled text, then the day of the
 * listing, then a `time` that stands alone, then a date after "publicado em" anywhere in the text, which may belong to
 * something else, then a line that is a date, then a date from the words of the listing's entry. At last when the page was
 * created.
 */
export function findPublished(
  page: Document,
  news: NewsData | null,
  item: ListingItem | undefined,
): Dated | null {
  if (news?.published) return { stamp: news.published, rule: 'json-ld' }
  const marked = findMarkup(page, FIELDS.published)
  if (marked !== null) return marked
  const listed: Dated | null = item?.stamp ? { stamp: startOfDay(item.stamp), rule: 'listing' } : null
  if (listed !== null && !item?.isDateGuessed) return listed
  const time = findLoneTime(page)
  if (time !== null) return { stamp: time, rule: 'time' }
  const text = afterLabel(textOf(first('body', page) ?? null), PUBLISHED) ?? findLoneLine(page)
  if (text !== null) return { stamp: text, rule: 'text' }
  if (listed !== null) return listed
  const created = findCreated(page)
  return created && { stamp: created, rule: 'created' }
}

/** Time of the last change of an article page, from the same places; null where the page states none. */
export function findUpdated(page: Document, news: NewsData | null): Dated | null {
  if (news?.modified) return { stamp: news.modified, rule: 'json-ld' }
  return findMarkup(page, FIELDS.updated)
}
