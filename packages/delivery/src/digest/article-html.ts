import sanitize from 'sanitize-html'
import { oneLine } from './plain-text.ts'
import { findSafeUrl } from './safe-url.ts'

const INPUT_MAX_CHARACTERS = 100_000
const NESTING_MAX = 20

/** Elements whose text is no text of the article, or is read differently by parsers that disagree. */
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

/** Their text would run into what stands beside it; a digest has headings of its own. */
const BLOCKS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div']

/** Keeps texts until the room is used up; they come escaped, and a cut at a blank never splits an entity. */
function limitText(room: number): (text: string) => string {
  let left = room
  return (text) => {
    if (left <= 0) return ''
    if (text.length <= left) {
      left -= text.length
      return text
    }
    const cut = text.slice(0, left)
    left = 0
    return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))}…`
  }
}

/**
 * The beginning of an article's HTML, safe to stand in a page and in a mail: paragraphs, lists, emphasis and links to
 * http(s) alone, no attribute but a link's, about `maxCharacters` of text, cut at a word.
 */
export function excerptHtml(html: string, maxCharacters: number): string {
  return sanitize(html.slice(0, INPUT_MAX_CHARACTERS), {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'blockquote', 'a'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: DROPPED_WHOLE,
    nestingLimit: NESTING_MAX,
    textFilter: limitText(maxCharacters),
    transformTags: {
      ...Object.fromEntries(BLOCKS.map((tag) => [tag, 'p'])),
      a: (_, { href }) => {
        const url = findSafeUrl(href)
        // A link that leads nowhere safe leaves its text: `span` is not among the allowed.
        return url === undefined
          ? { tagName: 'span', attribs: {} }
          : { tagName: 'a', attribs: { href: url, target: '_blank', rel: 'noopener noreferrer' } }
      },
    },
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      tag !== 'br' && text.trim() === '' && mediaChildren.length === 0,
  }).trim()
}

/** The text of an excerpt made by `excerptHtml`, on one line. */
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
