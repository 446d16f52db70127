import { XMLValidator } from 'fast-xml-parser'
import { DomUtils, parseDocument } from 'htmlparser2'

type Node = Parameters<typeof DomUtils.getChildren>[0]

/** The contents of a feed, in any format. */
export interface ReadFeed {
  title: string
  /** Address of the page for readers. */
  home: string | undefined
  /** Links by their relation; `next` only when there is one. */
  links: Record<string, string>
  items: ReadItem[]
  /** Broken rules of the format. */
  faults: string[]
}

interface ReadItem {
  id: string
  title: string
  link: string | undefined
  published: Date
  updated: Date
  categories: string[]
  enclosures: { url: string; type: string }[]
}

const XML_RULE = 'is well-formed XML'
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/

/** Collects the names of broken rules. */
function rules() {
  const faults: string[] = []
  const check = (rule: string, holds: boolean) => {
    if (!holds) faults.push(rule)
  }
  return { faults, check }
}

const isAddress = (text: string | undefined): boolean =>
  text !== undefined &&
  /^https?:\/\/[\x21-\x7e]+$/.test(text) &&
  URL.canParse(text) &&
  !/[<>"\\^`{|}]/.test(text)
const isDate = (date: Date): boolean => !Number.isNaN(date.getTime())
const isUri = (text: string): boolean =>
  /^urn:[a-z][a-z0-9-]{1,31}:[\x21-\x7e]+$/.test(text) || isAddress(text)
const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

/** The elements of a name directly below a node. */
function below(node: Node, name: string) {
  return DomUtils.getChildren(node).filter((child) => 'name' in child && child.name === name)
}
const textOf = (node: Node, name: string): string | undefined => {
  const [child] = below(node, name)
  return child === undefined ? undefined : DomUtils.textContent(child).trim()
}
const attribute = (node: Node, name: string): string => ('attribs' in node ? (node.attribs[name] ?? '') : '')

function parseXml(text: string, check: ReturnType<typeof rules>['check']): Node {
  check(XML_RULE, XMLValidator.validate(text) === true)
  check('declares UTF-8 first', text.startsWith('<?xml version="1.0" encoding="utf-8"?>'))
  return parseDocument(text, { xmlMode: true })
}

const linksOf = (nodes: readonly Node[]): Record<string, string> =>
  Object.fromEntries(nodes.map((link) => [attribute(link, 'rel') || 'alternate', attribute(link, 'href')]))

/** The rules on days and times of RFC 822, with a year of four digits. */
const RFC_822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** Reads RSS 2.0 by another parser than the writer's, and checks the rules of the W3C's validator. */
export function readRss(text: string): ReadFeed {
  const { faults, check } = rules()
  const root = parseXml(text, check)
  const [rss] = below(root, 'rss')
  const channel = rss && below(rss, 'channel')[0]
  if (!rss || !channel)
    return { title: '', home: undefined, links: {}, items: [], faults: [...faults, 'has a channel'] }
  check('has version 2.0', attribute(rss, 'version') === '2.0')
  for (const name of ['title', 'link', 'description'])
    check(`channel has one ${name}`, below(channel, name).length === 1 && textOf(channel, name) !== '')
  check('channel link is an address', isAddress(textOf(channel, 'link')))
  check('has an atom:link to itself', linksOf(below(channel, 'atom:link'))['self'] !== undefined)
  check('last build is a date', RFC_822.test(textOf(channel, 'lastBuildDate') ?? ''))
  const items = below(channel, 'item').map((item): ReadItem => {
    const guid = below(item, 'guid')[0]
    check('guid without permalink is a URI', attribute(guid ?? item, 'isPermaLink') === 'false')
    check('item has title and description', Boolean(textOf(item, 'title') && textOf(item, 'description')))
    check('item link is an address', below(item, 'link').length === 0 || isAddress(textOf(item, 'link')))
    check('publication is a date', RFC_822.test(textOf(item, 'pubDate') ?? ''))
    check('update is a date', RFC_3339.test(textOf(item, 'atom:updated') ?? ''))
    check('item has at most one enclosure', below(item, 'enclosure').length <= 1)
    for (const enclosure of below(item, 'enclosure')) {
      check('enclosure has a length', /^\d+$/.test(attribute(enclosure, 'length')))
      check('enclosure has type and address', isAddress(attribute(enclosure, 'url')))
      check('enclosure has a media type', MEDIA_TYPE.test(attribute(enclosure, 'type')))
    }
    return {
      id: textOf(item, 'guid') ?? '',
      title: textOf(item, 'title') ?? '',
      link: textOf(item, 'link'),
      published: new Date(textOf(item, 'pubDate') ?? ''),
      updated: new Date(textOf(item, 'atom:updated') ?? ''),
      categories: below(item, 'category').map((category) => DomUtils.textContent(category).trim()),
      enclosures: below(item, 'enclosure').map((one) => ({
        url: attribute(one, 'url'),
        type: attribute(one, 'type'),
      })),
    }
  })
  check('ids are distinct', areDistinct(items.map(({ id }) => id)))
  return {
    title: textOf(channel, 'title') ?? '',
    home: textOf(channel, 'link'),
    links: linksOf(below(channel, 'atom:link')),
    items,
    faults,
  }
}

/** Reads Atom by another parser than the writer's, and checks the rules of RFC 4287. */
export function readAtom(text: string): ReadFeed {
  const { faults, check } = rules()
  const [feed] = below(parseXml(text, check), 'feed')
  if (!feed) return { title: '', home: undefined, links: {}, items: [], faults: [...faults, 'has a feed'] }
  check('has a language', attribute(feed, 'xml:lang') === 'pt-BR')
  check('has the namespace of Atom', attribute(feed, 'xmlns') === 'http://www.w3.org/2005/Atom')
  const checkRequired = (node: Node, what: string) => {
    for (const name of ['id', 'title', 'updated'])
      check(`${what} has one ${name}`, below(node, name).length === 1 && textOf(node, name) !== '')
    check(`${what} id is a URI`, isUri(textOf(node, 'id') ?? ''))
    check(`${what} was updated at a date`, RFC_3339.test(textOf(node, 'updated') ?? ''))
    for (const link of below(node, 'link'))
      check(`${what} links are addresses`, isAddress(attribute(link, 'href')))
  }
  checkRequired(feed, 'feed')
  check('feed has an author', below(feed, 'author').length === 1)
  const items = below(feed, 'entry').map((entry): ReadItem => {
    checkRequired(entry, 'entry')
    const links = below(entry, 'link')
    const alternate = links.find((link) => attribute(link, 'rel') === 'alternate')
    check('entry has a link or a content', alternate !== undefined || below(entry, 'content').length === 1)
    check('publication is a date', RFC_3339.test(textOf(entry, 'published') ?? ''))
    for (const category of below(entry, 'category'))
      check('category has a term', attribute(category, 'term') !== '')
    return {
      id: textOf(entry, 'id') ?? '',
      title: textOf(entry, 'title') ?? '',
      link: alternate && attribute(alternate, 'href'),
      published: new Date(textOf(entry, 'published') ?? ''),
      updated: new Date(textOf(entry, 'updated') ?? ''),
      categories: below(entry, 'category').map((one) => attribute(one, 'label') || attribute(one, 'term')),
      enclosures: links
        .filter((link) => attribute(link, 'rel') === 'enclosure')
        .map((one) => ({ url: attribute(one, 'href'), type: attribute(one, 'type') })),
    }
  })
  check('ids are distinct', areDistinct(items.map(({ id }) => id)))
  const links = linksOf(below(feed, 'link'))
  return { title: textOf(feed, 'title') ?? '', home: links['alternate'], links, items, faults }
}

interface JsonFeedText {
  version: string
  title: string
  home_page_url: string
  feed_url: string
  next_url?: string
  items: {
    id: string
    url?: string
    title: string
    content_html: string
    date_published: string
    date_modified: string
    tags?: string[]
    attachments?: { url: string; mime_type: string }[]
  }[]
}

/** Reads JSON Feed and checks the rules of version 1.1. */
export function readJsonFeed(text: string): ReadFeed {
  const { faults, check } = rules()
  const feed = JSON.parse(text) as JsonFeedText
  check('has version 1.1', feed.version === 'https://jsonfeed.org/version/1.1')
  check('has a title', typeof feed.title === 'string' && feed.title !== '')
  check('links are addresses', [feed.home_page_url, feed.feed_url].every(isAddress))
  const items = feed.items.map((item): ReadItem => {
    check('item has an id', typeof item.id === 'string' && isUri(item.id))
    check('item has a content', typeof item.content_html === 'string')
    check('item dates are RFC 3339', RFC_3339.test(item.date_published) && RFC_3339.test(item.date_modified))
    check('item link is an address', item.url === undefined || isAddress(item.url))
    for (const { url, mime_type } of item.attachments ?? [])
      check('attachment has type and address', isAddress(url) && MEDIA_TYPE.test(mime_type))
    return {
      id: item.id,
      title: item.title,
      link: item.url,
      published: new Date(item.date_published),
      updated: new Date(item.date_modified),
      categories: item.tags ?? [],
      enclosures: (item.attachments ?? []).map(({ url, mime_type }) => ({ url, type: mime_type })),
    }
  })
  check(
    'dates exist',
    items.every(({ published, updated }) => isDate(published) && isDate(updated)),
  )
  check('ids are distinct', areDistinct(items.map(({ id }) => id)))
  const links = { self: feed.feed_url, ...(feed.next_url === undefined ? {} : { next: feed.next_url }) }
  return { title: feed.title, home: feed.home_page_url, links, items, faults }
}

/** A reader per format. */
export const FEED_READERS = { rss: readRss, atom: readAtom, json: readJsonFeed } as const
