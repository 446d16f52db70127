import { html as markup } from '@pauta/platform/text/html'
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { FEED_LANGUAGE, GENERATOR, type Feed, type FeedItem } from './feed.ts'

/** A format of feeds: the ending of its addresses. */
export const FEED_FORMATS = ['rss', 'atom', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** Media types by format. */
export const FEED_MEDIA_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

const htmlOf = ({ html, summary }: FeedItem): string => html ?? markup`<p>${summary}</p>`.text

/** Links between pages (RFC 5005), in the form of Atom. */
function pageLinks({ links }: Feed, type: string) {
  const { hub, self, first, next, previous } = links
  return [
    ...(hub === null ? [] : [{ rel: 'hub', href: hub }]),
    { rel: 'self', href: self, type },
    { rel: 'first', href: first, type },
    ...(next === null ? [] : [{ rel: 'next', href: next, type }]),
    ...(previous === null ? [] : [{ rel: 'previous', href: previous, type }]),
  ]
}

function writeRss(feed: Feed): string {
  return generateRssFeed(
    {
      title: feed.title,
      link: feed.links.home,
      description: feed.description,
      language: FEED_LANGUAGE,
      lastBuildDate: feed.updated,
      generator: GENERATOR,
      docs: 'https://www.rssboard.org/rss-specification',
      atom: { links: pageLinks(feed, FEED_MEDIA_TYPES.rss) },
      items: feed.items.map((item) => ({
        title: item.title,
        ...(item.url === null ? {} : { link: item.url }),
        guid: { value: item.id, isPermaLink: false },
        // Readers show a description as HTML.
        description: markup`<p>${item.summary === '' ? item.title : item.summary}</p>`.text,
        ...(item.html === undefined ? {} : { content: { encoded: item.html } }),
        pubDate: item.published,
        atom: { updated: item.updated },
        ...(item.author === null ? {} : { dc: { creators: [item.author] } }),
        categories: item.categories.map(({ name, code }) => ({
          name,
          ...(code === undefined ? {} : { domain: 'urn:pauta:theme' }),
        })),
        // RSS allows one enclosure. Its size is unknown without a request to the agency's site, so it is 0.
        enclosures: item.enclosures.slice(0, 1).map(({ url, type }) => ({ url, type, length: 0 })),
        ...(item.image === null ? {} : { media: { contents: [{ url: item.image, medium: 'image' }] } }),
      })),
    },
    { strict: true },
  )
}

function writeAtom(feed: Feed): string {
  const type = FEED_MEDIA_TYPES.atom
  const text = generateAtomFeed(
    {
      id: feed.id,
      title: { value: feed.title },
      subtitle: { value: feed.description },
      updated: feed.updated,
      authors: [{ name: GENERATOR }],
      generator: { text: GENERATOR },
      links: [...pageLinks(feed, type), { rel: 'alternate', href: feed.links.home, type: 'text/html' }],
      entries: feed.items.map((item) => ({
        id: item.id,
        title: { value: item.title },
        updated: item.updated,
        published: item.published,
        ...(item.author === null ? {} : { authors: [{ name: item.author }] }),
        summary: { value: item.summary === '' ? item.title : item.summary },
        // An entry without a link must have a content (RFC 4287, 4.1.2).
        ...(item.html === undefined && item.url !== null
          ? {}
          : { content: { value: htmlOf(item), type: 'html' } }),
        categories: item.categories.map(({ name, code }) =>
          code === undefined ? { term: name } : { term: code, label: name, scheme: 'urn:pauta:theme' },
        ),
        links: [
          ...(item.url === null ? [] : [{ rel: 'alternate', href: item.url, type: 'text/html' }]),
          ...item.enclosures.map(({ url, type: media }) => ({ rel: 'enclosure', href: url, type: media })),
        ],
      })),
    },
    { strict: true },
  )
  // feedsmith 3.0.1 has no field for the language of a feed.
  return text.replace('<feed ', `<feed xml:lang="${FEED_LANGUAGE}" `)
}

function writeJson(feed: Feed): string {
  const { links } = feed
  const value = generateJsonFeed(
    {
      title: feed.title,
      home_page_url: links.home,
      feed_url: links.self,
      description: feed.description,
      language: FEED_LANGUAGE,
      ...(links.next === null ? {} : { next_url: links.next }),
      ...(links.hub === null ? {} : { hubs: [{ type: 'WebSub', url: links.hub }] }),
      items: feed.items.map((item) => ({
        id: item.id,
        ...(item.url === null ? {} : { url: item.url }),
        title: item.title,
        summary: item.summary,
        content_html: htmlOf(item),
        date_published: item.published,
        date_modified: item.updated,
        ...(item.author === null ? {} : { authors: [{ name: item.author }] }),
        ...(item.categories.length === 0 ? {} : { tags: item.categories.map(({ name }) => name) }),
        ...(item.image === null ? {} : { image: item.image }),
        ...(item.enclosures.length === 0
          ? {}
          : { attachments: item.enclosures.map(({ url, type }) => ({ url, mime_type: type })) }),
        language: FEED_LANGUAGE,
      })),
    },
    { strict: true },
  )
  // feedsmith 3.0.1 leaves an empty list out, which JSON Feed requires.
  return JSON.stringify({ items: [], ...(value as object) })
}

const WRITERS: Record<FeedFormat, (feed: Feed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJson,
}

/** Returns a feed as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. The same feed always gives the same text. */
export function writeFeed(feed: Feed, format: FeedFormat): string {
  return WRITERS[format](feed)
}
