import type { ListingItem } from '../pages/listing.ts'
import type { MatchedRules, RuledField, ScrapedArticle } from '../article/article.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import { finishArticle } from '../article/finish-article.ts'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import { distinct, textOrNull } from '../html/blank.ts'
import { readIso } from '../dates/dates.ts'
import { firstOf, type Found } from '../html/found.ts'
import { imageAddress, isObject, listBlocks, readApiBody } from './blocks.ts'
import { publicAddress } from './search-url.ts'
import type { Json } from './slate.ts'

const NEWS_TYPE = 'News Item'
const NO_CATEGORY = /^no category$/i

const string = (value: unknown) => (typeof value === 'string' ? value : null)

/** Whether an object is news. Searches also find folders, pictures and pages. An object without a type counts as news. */
export const isNews = (item: Json): boolean => (string(item['@type']) ?? NEWS_TYPE) === NEWS_TYPE

/** The public address of an API object, or null without one. `base` is the listing that named it. */
function addressOfItem(item: Json, base: string): string | null {
  const id = string(item['@id'])
  return id === null ? null : articleAddress(publicAddress(id), base)
}

function subjects(item: Json): string[] {
  const lists = [item['Subject'], item['subjects']].filter((list) => Array.isArray(list))
  return distinct(lists.flat().filter((subject): subject is string => typeof subject === 'string'))
}

function categoryOf(tags: readonly string[]): string | null {
  return tags.find((tag) => !NO_CATEGORY.test(tag)) ?? null
}

/** Address of a picture: absolute, from the root of the host, or below the article. */
function pictureAt(path: unknown, url: string): string | null {
  const address = resolveAddress(string(path), `${url}/`)
  return address === null ? null : publicAddress(address)
}

/** The large scale of a picture whose original is not given, else its first one. */
function largestScale(picture: unknown, url: string): string | null {
  const scales = isObject(picture) && isObject(picture['scales']) ? picture['scales'] : {}
  const scale = [scales['large'], ...Object.values(scales)].find(isObject)
  return pictureAt(scale?.['download'], url)
}

function scaled(item: Json, url: string): string | null {
  const scales = isObject(item['image_scales']) ? item['image_scales'] : {}
  for (const list of Object.values(scales)) {
    const scale = Array.isArray(list) ? list.find(isObject) : undefined
    const address = pictureAt(scale?.['download'], `${url}${string(scale?.['base_path']) ?? ''}`)
    if (address !== null) return address
  }
  return null
}

function findPicture(item: Json, url: string): Found<string> {
  for (const rule of ['image', 'preview_image']) {
    const picture = item[rule]
    const value =
      pictureAt(isObject(picture) ? picture['download'] : picture, url) ?? largestScale(picture, url)
    if (value !== null) return { value, rule }
  }
  return firstOf([
    ['image_scales', () => scaled(item, url)],
    ['image block', () => blockPicture(item, url)],
  ])
}

/** The first picture of the text. */
function blockPicture(item: Json, url: string): string | null {
  const images = listBlocks(item).filter((block) => block['@type'] === 'image')
  return (
    images.map((block) => pictureAt(imageAddress(block), url)).find((address) => address !== null) ?? null
  )
}

function findVideo(item: Json, url: string): string | null {
  const blocks = listBlocks(item).filter((block) => block['@type'] === 'video')
  return (
    blocks.map((block) => resolveAddress(string(block['url']), url)).find((address) => address !== null) ??
    null
  )
}

function rulesOf(values: Partial<Record<RuledField, string | null | undefined>>): MatchedRules {
  return Object.fromEntries(Object.entries(values).filter(([, rule]) => rule !== null && rule !== undefined))
}

/** Publication time; Plone's "never" (1969, 2499) and unreadable values are null. */
function publishedOf(item: Json): Stamp | null {
  return readIso(item['effective'])
}

/** Reads the entry of a listing from an API object; null without title or address. */
export function readApiEntry(item: Json, base: string): ListingItem | null {
  const url = addressOfItem(item, base)
  const title = textOrNull(string(item['title']))
  if (url === null || title === null) return null
  const tags = subjects(item)
  return { url, title, stamp: publishedOf(item), category: categoryOf(tags), tags }
}

/**
 * Reads an article from a full API object. Throws ScrapeError `empty_content` for an object without title or address, or of another type than news.
 */
export function readApiArticle(item: unknown, base: string, agency?: string): ScrapedArticle {
  const entry = isObject(item) ? readApiEntry(item, base) : null
  if (!isObject(item) || entry === null)
    throw new ScrapeError('empty_content', 'API object without title or address')
  if (!isNews(item)) throw new ScrapeError('empty_content', `no news but a ${string(item['@type'])}`)
  const { url, tags, category, stamp } = entry
  const picture = findPicture(item, url)
  const updatedAt = readIso(item['modified'])
  const subtitle = textOrNull(string(item['description']))
  const videoUrl = findVideo(item, url)
  const body = readApiBody(item, url)
  return finishArticle({
    agency: agency ?? firstSegment(url),
    url,
    title: entry.title,
    heading: entry.title,
    publishedAt: stamp,
    updatedAt,
    subtitle,
    editorialLead: null,
    category,
    tags,
    imageUrl: picture?.value ?? null,
    videoUrl,
    markdown: body.markdown,
    flags: [],
    rules: rulesOf({
      title: 'title',
      publishedAt: stamp && 'effective',
      updatedAt: updatedAt && 'modified',
      subtitle: subtitle && 'description',
      category: category && 'Subject',
      tags: tags.length > 0 ? 'Subject' : null,
      imageUrl: picture?.rule,
      videoUrl: videoUrl && 'video block',
      body: body.markdown === '' ? null : body.rule,
    }),
  })
}
