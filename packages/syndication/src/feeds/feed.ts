/** A file that belongs to an item. */
export interface Enclosure {
  url: string
  /** Media type, such as `image/jpeg`. */
  type: string
}

/** A subject of an item. Themes have their code and the address of their feed; tags and categories have a name alone. */
export interface Category {
  name: string
  code?: string
}

/** An item of a feed, independent of the format. Texts contain no character that XML forbids. */
export interface FeedItem {
  /** A URI that never changes. */
  id: string
  /** Address of the page for readers; null when there is none. */
  url: string | null
  title: string
  /** Plain text. */
  summary: string
  /** The same as HTML, when the item is more than a text. */
  html?: string
  author: string | null
  published: Date
  /** When readers last saw a change; the publication when nothing changed. */
  updated: Date
  /** When readers could first see the item, which may be long after its publication. */
  arrived: Date
  categories: Category[]
  image: string | null
  enclosures: Enclosure[]
}

/** A page of a feed, independent of the format. */
export interface Feed {
  /** A URI that is the same for all pages and formats. */
  id: string
  title: string
  description: string
  /**
   * When an item of this page last arrived or changed. A feed without items has the start of 1970, so that its bytes
   * stay equal.
   */
  updated: Date
  items: FeedItem[]
  /** Absolute addresses of this feed in other formats and of other pages (RFC 5005). */
  links: FeedLinks
}

export interface FeedLinks {
  /** Address of the hub that pushes this feed; null for a feed that it does not push. */
  hub: string | null
  /** Address of the page for readers. */
  home: string
  self: string
  first: string
  /** Null on the last page. */
  next: string | null
  /** Null on the first page. */
  previous: string | null
}

export const FEED_LANGUAGE = 'pt-BR'
export const GENERATOR = 'Pauta'

/**
 * Returns the latest arrival or change of the items. An article that arrives with an earlier publication than the
 * newest one changes the page too.
 */
export function latestUpdate(items: readonly FeedItem[]): Date {
  return new Date(
    Math.max(0, ...items.flatMap(({ updated, arrived }) => [updated.getTime(), arrived.getTime()])),
  )
}

/** Removes the characters that XML 1.0 forbids. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

/** Returns an address with every character encoded as URIs require; null for other schemes and unreadable addresses. */
export function safeAddress(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.href.replace(
    /[|^`{}[\]\\"<>']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
