import { escapeHtml } from '@pauta/platform/text/html'
import type { Document } from 'domhandler'
import { toMarkdown } from '../html/markdown.ts'
import { all, attribute, first, parseHtml } from '../html/page.ts'
import { removeRelated } from '../body/related.ts'
import { publicAddress } from './search-url.ts'
import { slateToHtml, type Json } from './slate.ts'

const BLOCKS_MAX = 2_000
const DEPTH_MAX = 20

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Blocks in the order of the layout; blocks that the layout forgets follow in the order of the object. */
function ordered(holder: Json): Json[] {
  const blocks = isObject(holder['blocks']) ? holder['blocks'] : {}
  const layout = isObject(holder['blocks_layout']) ? holder['blocks_layout']['items'] : undefined
  const named = Array.isArray(layout) ? layout.filter((id): id is string => typeof id === 'string') : []
  const ids = new Set([...named, ...Object.keys(blocks)])
  return [...ids].map((id) => (Object.hasOwn(blocks, id) ? blocks[id] : undefined)).filter(isObject)
}

/** All blocks of an object, the inner ones of grids, columns and accordions included, in reading order. */
export function listBlocks(item: Json, depth = 0): Json[] {
  if (depth > DEPTH_MAX) return []
  const own = ordered(item).slice(0, BLOCKS_MAX)
  return own.flatMap((block) => {
    const inner = [block, block['data']].filter(isObject).flatMap((holder) => listBlocks(holder, depth + 1))
    const columns = Array.isArray(block['columns']) ? block['columns'].filter(isObject) : []
    return [block, ...inner, ...columns.flatMap((column) => [column, ...listBlocks(column, depth + 1)])]
  })
}

const heading = (words: unknown, tag = 'h3') =>
  text(words).trim() === '' ? '' : `<${tag}>${escapeHtml(text(words))}</${tag}>`

/** HTML of what one type of block shows itself, without its inner blocks. */
const WRITERS: Readonly<Record<string, (block: Json, item: Json) => string>> = {
  slate: slateOf,
  introduction: slateOf,
  highlight: (block) => heading(block['title']) + slateOf(block) + richText(block['description']),
  text: (block) => richText(block['text']),
  textBlock: (block) => richText(block['text']),
  html: (block) => text(block['html']),
  slateTable: (block) => tableOf(block['table']),
  table: (block) => tableOf(block['table']),
  heading: (block) => heading(block['heading'], /^h[1-6]$/.exec(text(block['tag']))?.[0] ?? 'h2'),
  quote: quoteOf,
  hero: (block) => pictureOf(block['image'], block) + heading(block['title'], 'h2') + richText(block['text']),
  image: (block) => pictureOf(imageAddress(block), block),
  leadimage: leadPictureOf,
  video: (block) => frameOf(block['url'] ?? block['src']),
  maps: (block) => frameOf(block['url']),
  iframe: (block) => frameOf(block['url'] ?? block['src']),
  __button: (block) => linkOf(block['href'], text(block['title'])),
}

/** HTML of a block. What holds other blocks, such as a panel or a column, shows its title; an unknown type its slate. */
function htmlOf(block: Json, item: Json): string {
  const write = WRITERS[text(block['@type'])]
  if (write !== undefined) return write(block, item)
  const holdsBlocks = [block, block['data']].some((holder) => isObject(holder) && isObject(holder['blocks']))
  return holdsBlocks ? heading(block['title'] ?? block['headline']) : slateOf(block)
}

function slateOf(block: Json): string {
  const html = slateToHtml(block['value'])
  return /[^<>\s](?![^<]*>)/.test(html) ? html : paragraph(text(block['plaintext']))
}

function quoteOf(block: Json): string {
  const words = slateOf(block) || richText(block['text'] ?? block['quote'])
  const html = words.includes('<') ? words : paragraph(words)
  const source = text(block['author'] ?? block['source'])
  return html === '' ? '' : `<blockquote>${html}${paragraph(source)}</blockquote>`
}

/** An address as blocks have it: a string, or the object that it names, alone or in a list. */
function addressOf(value: unknown): string {
  const target: unknown = Array.isArray(value) ? value[0] : value
  return isObject(target) ? text(target['@id'] ?? target['download'] ?? target['url']) : text(target)
}

/** Address of the picture of an image block. Its `url` is a page of the site where the block has scales of the picture. */
export function imageAddress(block: Json): string {
  const source = addressOf(block['url'])
  const scales = isObject(block['image_scales']) ? Object.values(block['image_scales']).flat() : []
  const download = text(scales.find(isObject)?.['download'])
  return source === '' || download === '' ? source : `${source.replace(/\/+$/, '')}/${download}`
}

function figure(source: string, alt: string, captions: readonly string[]): string {
  const words = [...new Set(captions.map((caption) => caption.trim()))].filter(Boolean).join(' – ')
  const caption = words === '' ? '' : `<figcaption>${escapeHtml(words)}</figcaption>`
  return `<figure><img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}">${caption}</figure>`
}

function pictureOf(picture: unknown, block: Json): string {
  const source = addressOf(picture)
  const { credit } = block
  const captions = [
    block['caption'],
    block['title'],
    block['description'],
    isObject(credit) ? credit['data'] : credit,
  ]
  return source === '' ? '' : figure(source, text(block['alt']), captions.map(text))
}

/** The picture of the article itself, where the editors have put it into the text. */
function leadPictureOf(_block: Json, item: Json): string {
  const source = addressOf(item['image'] ?? item['preview_image'])
  return source === '' ? '' : figure(source, '', [text(item['image_caption'])])
}

function frameOf(value: unknown): string {
  const address = addressOf(value)
  return address === '' ? '' : `<iframe src="${escapeHtml(address)}"></iframe>`
}

function linkOf(value: unknown, words: string): string {
  const address = addressOf(value)
  return address === '' || words === ''
    ? ''
    : `<p><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`
}

function paragraph(plain: string): string {
  return plain.trim() === '' ? '' : `<p>${escapeHtml(plain)}</p>`
}

/** HTML of a text block: HTML as a string, or the paragraphs of a Draft.js object. */
function richText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return ''
  if (typeof value['data'] === 'string') return value['data']
  const blocks = Array.isArray(value['blocks']) ? value['blocks'].filter(isObject) : []
  return blocks.map((block) => paragraph(text(block['text']))).join('')
}

function tableOf(value: unknown): string {
  const rows = isObject(value) && Array.isArray(value['rows']) ? value['rows'].filter(isObject) : []
  const lines = rows.map((row) => {
    const cells = Array.isArray(row['cells']) ? row['cells'].filter(isObject) : []
    return `<tr>${cells.map((cell) => `<td>${slateToHtml(cell['value'])}</td>`).join('')}</tr>`
  })
  return lines.length === 0 ? '' : `<table>${lines.join('')}</table>`
}

/** Makes links to objects of the API links to their pages. */
function withPublicLinks(page: Document): Document {
  for (const name of ['href', 'src'])
    for (const element of all(`[${name}*="/++api++"]`, page))
      element.attribs[name] = publicAddress(attribute(element, name))
  return page
}

/** Body of an API object: its blocks, else `text.data`, else `text`. `rule` names which of them. */
export function readApiBody(item: Json, base: string): { markdown: string; rule: string } {
  const fromBlocks = listBlocks(item)
    .map((block) => htmlOf(block, item))
    .join('\n')
  const convert = (html: string) => {
    const page = withPublicLinks(parseHtml(`<body>${html}</body>`))
    const body = first('body', page)
    if (body !== null) removeRelated(body)
    return toMarkdown(page, base)
  }
  const blocks = convert(fromBlocks)
  if (blocks !== '') return { markdown: blocks, rule: 'blocks' }
  const whole = convert(richText(item['text']))
  return { markdown: whole, rule: isObject(item['text']) ? 'text.data' : 'text' }
}
