import { compile, selectAll, selectOne } from 'css-select'
import { DomHandler, isTag, isText, type AnyNode, type Document, type Element } from 'domhandler'
import { textContent } from 'domutils'
import { Parser, type ParserOptions } from 'htmlparser2'
import { ScrapeError } from '../errors.ts'
import { squeeze, textOrNull } from './blank.ts'

export type { AnyNode, Element } from 'domhandler'

/** Real pages stay under 60 levels. The bound keeps every recursive walk safe and the parser linear. */
const DEPTH_MAX = 500
const ELEMENTS_MAX = 100_000
/** A sitemap names 50,000 addresses at most, with up to five elements for each. */
const XML_ELEMENTS_MAX = 300_000
/** The limit of a download; longer text is cut. */
const PAGE_MAX_CHARACTERS = 5 * 1024 * 1024

class BoundedHandler extends DomHandler {
  readonly #elementsMax: number
  #depth = 0
  #elements = 0

  constructor(elementsMax: number) {
    super()
    this.#elementsMax = elementsMax
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1
    this.#elements += 1
    if (this.#depth > DEPTH_MAX || this.#elements > this.#elementsMax) {
      throw new ScrapeError(
        'html_changed',
        `the page has over ${DEPTH_MAX} levels or ${this.#elementsMax} elements`,
      )
    }
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth -= 1
    super.onclosetag()
  }
}

function parse(text: string, options: ParserOptions, elementsMax: number): Document {
  const handler = new BoundedHandler(elementsMax)
  new Parser(handler, { decodeEntities: true, ...options }).end(text.slice(0, PAGE_MAX_CHARACTERS))
  return handler.root
}

/** A character reference whose ampersand is escaped, as in `educa&amp;ccedil;&amp;atilde;o`. */
const ESCAPED_TWICE = /&(?:amp|#38|#x26);(?:amp;)?#?\w{1,32};/i
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});/gi
const DECODED_ATTRIBUTES = ['alt', 'title', 'content']

/** The character of one reference. A reference that HTML does not have stays. */
function decodeReference(reference: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => void (text += part) }, { decodeEntities: true })
  parser.end(reference)
  return text
}

/** Decodes references that editors have escaped twice. Code, and scripts such as JSON-LD, stay as they are. */
function decodeTwice(node: AnyNode): void {
  if (isText(node)) node.data = node.data.replace(REFERENCE, decodeReference)
  if (!('children' in node) || (isTag(node) && VERBATIM.has(node.name))) return
  if (isTag(node))
    for (const name of DECODED_ATTRIBUTES) {
      const value = node.attribs[name]
      if (value !== undefined) node.attribs[name] = value.replace(REFERENCE, decodeReference)
    }
  for (const child of node.children) decodeTwice(child)
}

/**
 * Parses HTML as forgivingly as a browser does, and decodes character references that are escaped twice. Throws
 * ScrapeError `html_changed` for pages nested deeper than 500 levels or with more than 100,000 elements.
 */
export function parseHtml(html: string): Document {
  const page = parse(html, { xmlMode: false }, ELEMENTS_MAX)
  if (ESCAPED_TWICE.test(html)) decodeTwice(page)
  return page
}

/** As parseHtml, for feeds and sitemaps, with up to 300,000 elements. Names of elements are in lower case, as selectors are. */
export function parseXml(xml: string): Document {
  return parse(xml, { xmlMode: true, lowerCaseTags: true }, XML_ELEMENTS_MAX)
}

const compiled = new Map<string, (element: Element) => boolean>()

/** Selectors are constants of the code, so each is compiled once. */
function queryOf(selector: string): (element: Element) => boolean {
  const known = compiled.get(selector)
  if (known !== undefined) return known
  const query = compile<AnyNode, Element>(selector)
  compiled.set(selector, query)
  return query
}

/** Descendants that match a CSS selector, in document order. */
export function all(selector: string, within: AnyNode): Element[] {
  return selectAll<AnyNode, Element>(queryOf(selector), within)
}

/** The first descendant that matches a CSS selector, or null. */
export function first(selector: string, within: AnyNode): Element | null {
  return selectOne<AnyNode, Element>(queryOf(selector), within)
}

const VERBATIM = new Set(['script', 'style', 'pre', 'code'])
const UNSEEN = new Set(['script', 'style', 'noscript', 'template'])

/** The visible text on one line. Every element boundary counts as a blank only where the page has one. */
export function textOf(node: AnyNode | null): string {
  return node === null ? '' : squeeze(rawText(node))
}

/** All text of a node except that of scripts, styles and the nodes of `except`; blanks as they stand. */
export function rawText(node: AnyNode, except: ReadonlySet<AnyNode> = new Set()): string {
  const pieces: string[] = []
  collectText(node, pieces, except)
  return pieces.join('')
}

const BREAKING =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul|option)$/

function collectText(node: AnyNode, pieces: string[], except: ReadonlySet<AnyNode>): void {
  if (isText(node)) pieces.push(node.data)
  if (!('children' in node) || except.has(node) || (isTag(node) && UNSEEN.has(node.name))) return
  const breaks = isTag(node) && BREAKING.test(node.name)
  if (breaks) pieces.push(' ')
  for (const child of node.children) collectText(child, pieces, except)
  if (breaks) pieces.push(' ')
}

/** The text of a node, or null when it has more than `characters` letters. Reads no further than that. */
export function textUpTo(node: AnyNode, characters: number): string | null {
  const pieces: string[] = []
  let left = characters
  const visit = (part: AnyNode): void => {
    if (left < 0) return
    if (isText(part)) {
      pieces.push(part.data)
      left -= squeeze(part.data).length
    }
    if (!('children' in part) || (isTag(part) && UNSEEN.has(part.name))) return
    const breaks = isTag(part) && BREAKING.test(part.name)
    if (breaks) pieces.push(' ')
    for (const child of part.children) visit(child)
    if (breaks) pieces.push(' ')
  }
  visit(node)
  const text = squeeze(pieces.join(''))
  return text.length > characters ? null : text
}

/** Text of an element's own text nodes, without that of its children. */
export function ownText(element: Element): string {
  return squeeze(element.children.map((child) => (isText(child) ? child.data : ' ')).join(''))
}

/** Content of a script or style element. */
export function scriptText(element: Element): string {
  return textContent(element)
}

/** Value of an attribute, trimmed; empty when absent. */
export function attribute(element: Element | null, name: string): string {
  return element?.attribs[name]?.trim() ?? ''
}

/** The classes of an element, in lower case. */
export function classesOf(element: Element): string[] {
  return attribute(element, 'class').toLowerCase().split(/\s+/).filter(Boolean)
}

/** The nearest enclosing element for which the test holds, the element itself included. */
export function closest(element: Element, test: (candidate: Element) => boolean): Element | null {
  let candidate: AnyNode | null = element
  while (candidate !== null) {
    if (isTag(candidate) && test(candidate)) return candidate
    candidate = candidate.parent as AnyNode | null
  }
  return null
}

/** Content of a `meta` element by its `name`, `property` or `itemprop`, in any case; empty when absent. */
export function metaContent(page: Document | Element, name: string): string {
  const named = ['property', 'name', 'itemprop'].map((key) => `meta[${key}="${name}" i]`)
  return attribute(first(named.join(', '), page), 'content')
}

/** How many characters of an element's text are links. */
export function linkedLength(element: Element): number {
  return all('a', element).reduce((length, link) => length + textOf(link).length, 0)
}

/** The words of the window's title before the name of the site ("Notícia — Ministério"), or null without that name. */
export function titleOfWindow(page: Document): string | null {
  const parts = textOf(first('head title', page) ?? first('title', page)).split(/\s[—–|]\s/)
  return textOrNull(parts.slice(0, -1).join(' – '))
}

/**
 * Takes elements out of their tree. All at once, because taking out one searches the children of its parent.
 */
export function removeAll(elements: Iterable<Element>): void {
  const removed = new Set<AnyNode>(elements)
  const parents = new Set([...removed].map(({ parent }) => parent))
  for (const parent of parents) {
    if (parent === null) continue
    parent.children = parent.children.filter((child) => !removed.has(child))
    parent.children.forEach((child, at) => {
      child.prev = parent.children[at - 1] ?? null
      child.next = parent.children[at + 1] ?? null
    })
  }
  for (const node of removed) {
    node.parent = null
    node.prev = null
    node.next = null
  }
}
