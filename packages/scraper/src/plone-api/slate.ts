import { escapeHtml } from '@pauta/platform/text/html'

export type Json = Record<string, unknown>

const DEPTH_MAX = 100
const NODES_MAX = 50_000
const TAGS =
  /^(p|h[1-6]|ul|ol|li|blockquote|strong|b|em|i|u|s|del|sub|sup|code|pre|table|thead|tbody|tr|td|th|div|span)$/

function addressOf(node: Json): string {
  const data = node['data']
  const direct = node['url'] ?? node['href']
  if (typeof direct === 'string') return direct
  if (typeof data !== 'object' || data === null) return ''
  const { url, link } = data as { url?: unknown; link?: { internal?: unknown; external?: unknown } }
  if (typeof url === 'string') return url
  return inner(link?.internal) || inner(link?.external)
}

/** Address inside of the lists in which older Volto versions keep link targets. */
function inner(target: unknown): string {
  const list = typeof target === 'object' && target !== null ? Object.values(target).flat() : []
  for (const entry of list) {
    if (typeof entry === 'object' && entry !== null && '@id' in entry) return String(entry['@id'])
    if (typeof entry === 'string') return entry
  }
  return ''
}

function leafToHtml(node: Json): string {
  const words = escapeHtml(String(node['text'])).replaceAll('\n', '<br>')
  const marks = ['bold', 'strong'].some((mark) => node[mark] === true) ? `<strong>${words}</strong>` : words
  return ['italic', 'em'].some((mark) => node[mark] === true) ? `<em>${marks}</em>` : marks
}

/** HTML of the `value` of a slate block: paragraphs, headings, lists, links and emphasis. Empty for anything else. */
export function slateToHtml(value: unknown): string {
  let left = NODES_MAX
  const visit = (node: unknown, depth: number): string => {
    left -= 1
    if (typeof node !== 'object' || node === null || depth > DEPTH_MAX || left < 0) return ''
    const element = node as Json
    if (typeof element['text'] === 'string') return leafToHtml(element)
    const children = Array.isArray(element['children']) ? element['children'] : []
    const html = children.map((child) => visit(child, depth + 1)).join('')
    const type = typeof element['type'] === 'string' ? element['type'].toLowerCase() : ''
    if (type === 'link' || type === 'a') return `<a href="${escapeHtml(addressOf(element))}">${html}</a>`
    if (TAGS.test(type)) return `<${type}>${html}</${type}>`
    // Types of add-ons, such as call-outs, are blocks of the page like paragraphs.
    return depth === 0 && type !== '' ? `<div>${html}</div>` : html
  }
  return Array.isArray(value) ? value.map((node) => visit(node, 0)).join('\n') : ''
}
