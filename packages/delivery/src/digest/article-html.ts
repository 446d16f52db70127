import sanitize from 'sanitize-html'
import { oneLine } from '@pauta/platform/text/cut-text'
import { findSafeUrl } from './safe-url.ts'

const INPUT_MAX_CHARACTERS = 100_000
const NESTING_MAX = 20

/** Elements dropped with their text: it is not part of the article, or parsers disagree about it. */
const DROPPED_WHOLE = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'button',
  'noscript',
  'template',
  'svg',
  'math',
  'title',
  'head',
  'iframe',
  'object',
  'embed',
  'applet',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
  'form',
  'video',
  'audio',
  'canvas',
]

/** Block elements that become paragraphs, so that their texts stay apart. A digest has headings of its own. */
const BLOCKS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div']

/** Marks the cut. From Unicode's private use area, so it occurs in no text. */
const END = '\u{e000}'

/**
 * Returns a function that keeps texts until `room` characters are used. Texts come escaped, and cuts at blanks never
 * split an entity.
 */
function limitText(room: number): (text: string) => string {
  let left = room
  let ended = false
  return (text) => {
    if (ended) return ''
    if (text.length <= left) {
      left -= text.length
      return text
    }
    ended = true
    const cut = text.slice(0, left)
    return cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) + END
  }
}

const RULES: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: NESTING_MAX,
  transformTags: {
    ...Object.fromEntries(BLOCKS.map((tag) => [tag, 'p'])),
    a: (_, { href }) => {
      const url = findSafeUrl(href)
      // An unsafe link becomes its text: `span` is not an allowed element.
      return url === undefined
        ? { tagName: 'span', attribs: {} }
        : { tagName: 'a', attribs: { href: url, target: '_blank', rel: 'noopener noreferrer' } }
    },
  },
  exclusiveFilter: ({ tag, text }) => tag !== 'br' && text.trim() === '',
}

/**
 * Returns the beginning of an article's HTML, safe for a page and a mail: paragraphs, lists, emphasis and http(s)
 * links, no other attributes, about `maxCharacters` of text, cut at a word.
 */
export function excerptHtml(html: string, maxCharacters: number): string {
  const input = html.slice(0, INPUT_MAX_CHARACTERS).replaceAll(END, '')
  const safe = sanitize(input, { ...RULES, textFilter: limitText(maxCharacters) })
  const end = safe.indexOf(END)
  // The second pass closes elements that the cut left open. It leaves clean HTML unchanged.
  return sanitize(end < 0 ? safe : `${safe.slice(0, end).trimEnd()}…`, RULES).trim()
}

/** Returns the text of an excerpt made by `excerptHtml`, on one line. */
export function excerptText(excerpt: string): string {
  const spaced = excerpt.replaceAll(/<(?:br|\/p|\/li|\/blockquote)\b[^>]*>/g, ' ')
  return oneLine(
    sanitize(spaced, { allowedTags: [] })
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )
}
