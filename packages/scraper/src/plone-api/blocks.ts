import { escapeHtml } from '@pauta/platform/text/html'
import type { Document } from 'domhandler'
import { toMarkdown } from '../html/markdown.ts'
import { all, attribute, parseHtml } from '../html/page.ts'
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

function htmlOf(block: Json): string {
  const kind = text(block['@type'])
  if (kind === 'slate') {
    const html = slateToHtml(block['value'])
    return /[^<>\s](?![^<]*>)/.test(html) ? html : paragraph(text(block['plaintext']))
  }
  if (kind === 'text' || kind === 'textBlock') return richText(block['text'])
  if (kind === 'html') return text(block['html'])
  if (kind === 'slateTable' || kind === 'table') return tableOf(block['table'])
  return ''
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
  const fromBlocks = listBlocks(item).map(htmlOf).join('\n')
  const convert = (html: string) => toMarkdown(withPublicLinks(parseHtml(html)), base)
  const blocks = convert(fromBlocks)
  if (blocks !== '') return { markdown: blocks, rule: 'blocks' }
  const whole = convert(richText(item['text']))
  return { markdown: whole, rule: isObject(item['text']) ? 'text.data' : 'text' }
}
