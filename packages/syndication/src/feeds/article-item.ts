import { writeOtherAgencies } from '@pauta/core/stories/also-in'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { DocumentField } from '@pauta/core/search-index/search'
import { safeAddress, xmlText, type Category, type Enclosure, type FeedItem } from './feed.ts'
import { plainExcerpt } from './plain-excerpt.ts'

/** The fields that items are made of. */
export const ITEM_FIELDS = [
  'title',
  'url',
  'summary',
  'subtitle',
  'content',
  'agency',
  'agency_name',
  'category',
  'tags',
  'published_at',
  'changed_at',
  'available_at',
  'image',
  'video_url',
  'theme_l1_code',
  'theme_l1_label',
  'most_specific_theme_code',
  'most_specific_theme_label',
] as const satisfies readonly DocumentField[]

/** Characters of an article's text in an item without summary. */
const EXCERPT_CHARACTERS = 500
const CATEGORIES_MAX = 20

/** Media types by file ending. An enclosure needs a type, and no other source names one. */
const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
}

function enclosureOf(address: string | null): Enclosure[] {
  if (address === null) return []
  const ending = /\.([a-z0-9]{3,4})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase()
  const type = MEDIA_TYPES[ending ?? '']
  return type === undefined ? [] : [{ url: address, type }]
}

/** Returns the URI of an article, which stays the same wherever the service runs. */
const articleUri = (uniqueId: string): string => `urn:pauta:article:${encodeURIComponent(uniqueId)}`

/** Lists the themes, category and tags of an article, each name once. */
function categoriesOf(article: IndexDocument): Category[] {
  const themes: [string | undefined, string | undefined][] = [
    [article.theme_l1_label, article.theme_l1_code],
    [article.most_specific_theme_label, article.most_specific_theme_code],
  ]
  const all: Category[] = [
    ...themes.flatMap(([name, code]) => (name && code ? [{ name: xmlText(name), code }] : [])),
    ...[article.category ?? '', ...(article.tags ?? [])].map((name) => ({ name: xmlText(name).trim() })),
  ]
  const byName = new Map<string, Category>()
  for (const category of all)
    if (category.name !== '' && !byName.has(category.name)) byName.set(category.name, category)
  return [...byName.values()].slice(0, CATEGORIES_MAX)
}

/** Returns the item of an article. `otherAgencies` are the names of the other agencies of its story. */
export function articleItem(article: IndexDocument, otherAgencies: readonly string[] = []): FeedItem {
  const published = new Date(article.published_at * 1000)
  const changed = new Date((article.changed_at ?? 0) * 1000)
  const image = safeAddress(article.image)
  const [first = '', ...others] = [article.summary, article.subtitle, article.content].filter(
    (text): text is string => Boolean(text?.trim()),
  )
  const summary =
    first === article.content && others.length === 0
      ? plainExcerpt(first, EXCERPT_CHARACTERS, article.title)
      : first
  return {
    id: articleUri(article.unique_id),
    url: safeAddress(article.url),
    title: xmlText(article.title).trim() || '(sem título)',
    summary: xmlText([summary, writeOtherAgencies(otherAgencies)].filter((text) => text !== '').join('\n\n')),
    author: xmlText(article.agency_name).trim() || null,
    published,
    updated: changed > published ? changed : published,
    arrived: article.available_at === undefined ? published : new Date(article.available_at * 1000),
    categories: categoriesOf(article),
    image,
    enclosures: [...enclosureOf(image), ...enclosureOf(safeAddress(article.video_url))],
  }
}
