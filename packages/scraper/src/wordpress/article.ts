import type { Document } from 'domhandler'
import { articleAddress, firstSegment, resolveAddress } from '../addresses/address.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { finishArticle } from '../article/finish-article.ts'
import { cleanLightly } from '../body/read-body.ts'
import { ScrapeError } from '../errors.ts'
import { distinct, squeeze, withoutCutMark } from '../html/blank.ts'
import { toMarkdown } from '../html/markdown.ts'
import { firstPicture } from '../html/media.ts'
import { all, first, parseHtml, rawText, removeAll, type Element } from '../html/page.ts'
import type { PageContext } from '../pages/page-context.ts'
import { isObject, objects, parsePosts, plain, rendered, stampOf, string, type Json } from './posts.ts'

const GONE = 404

/** The names of the terms of one taxonomy: `category` or `post_tag`. */
function termsOf(embedded: Json, taxonomy: string): string[] {
  const lists = Array.isArray(embedded['wp:term']) ? embedded['wp:term'] : []
  const terms = lists.flatMap(objects).filter((term) => term['taxonomy'] === taxonomy)
  return distinct(terms.flatMap((term) => plain(string(term['name'])) ?? []))
}

/** The text of a post, without the buttons and lists of other posts that plugins write into it. */
function readBody(post: Json, title: string): Document | Element {
  const page = parseHtml(`<body>${rendered(post['content'])}</body>`)
  const body = first('body', page)
  if (body !== null) cleanLightly(body, title)
  return body ?? page
}

/** The excerpt, unless WordPress cut it from the text, without the link to the text. */
function findSubtitle(post: Json, markdown: string): string | null {
  const summary = parseHtml(rendered(post['excerpt']))
  removeAll(all('.more-link', summary))
  const excerpt = withoutCutMark(squeeze(rawText(summary)))
  const text = squeeze(rawText(parseHtml(rendered(post['content']))))
  return text.includes(excerpt) || markdown.includes(excerpt) ? null : excerpt
}

function findPicture(post: Json, embedded: Json, url: string): string | null {
  const [media] = objects(embedded['wp:featuredmedia'])
  const featured = resolveAddress(string(media?.['source_url']), url)
  return featured ?? firstPicture(parseHtml(rendered(post['content'])), url)
}

/** Reads the post of an address from the answer of the API. */
export function readWordpressArticle(text: string, { url: asked, agency }: PageContext): ScrapedArticle {
  const [post] = parsePosts(text)
  if (post === undefined)
    throw new ScrapeError('url_broken', 'the API has no such post', { isGone: true, status: GONE })
  const url = articleAddress(string(post['link']), asked) ?? asked
  const title = plain(rendered(post['title']))
  if (title === null) throw new ScrapeError('empty_content', 'a post without a title')
  const embedded = isObject(post['_embedded']) ? post['_embedded'] : {}
  const body = readBody(post, title)
  const markdown = toMarkdown(body, url)
  const publishedAt = stampOf(post, 'date')
  const modified = stampOf(post, 'modified')
  const updatedAt = modified?.iso === publishedAt?.iso ? null : modified
  const subtitle = findSubtitle(post, markdown)
  const categories = termsOf(embedded, 'category')
  const tags = termsOf(embedded, 'post_tag')
  const imageUrl = findPicture(post, embedded, url)
  return finishArticle({
    agency: agency ?? firstSegment(url),
    url,
    title,
    heading: title,
    publishedAt,
    updatedAt,
    subtitle,
    editorialLead: null,
    category: categories[0] ?? null,
    tags,
    imageUrl,
    videoUrl: null,
    markdown,
    flags: [],
    rules: {
      title: 'title',
      ...(publishedAt && { publishedAt: 'date_gmt' }),
      ...(updatedAt && { updatedAt: 'modified_gmt' }),
      ...(subtitle && { subtitle: 'excerpt' }),
      ...(categories.length > 0 && { category: 'wp:term' }),
      ...(tags.length > 0 && { tags: 'wp:term' }),
      ...(imageUrl && { imageUrl: 'wp:featuredmedia' }),
      ...(markdown !== '' && { body: 'content' }),
    },
  })
}
