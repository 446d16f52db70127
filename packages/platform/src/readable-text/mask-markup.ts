import { INVISIBLE } from '../text/fold-text.ts'

const TAG_MAX_CHARACTERS = 5000
const ADDRESS_MAX_CHARACTERS = 4000
const IMAGE_TEXT_MAX_CHARACTERS = 1000

const BLOCK_TAG = /^<\/?(?:p|div|li|ul|ol|h[1-6]|table|tr|section|article|blockquote|figure|figcaption|hr)\b/i
const BREAK_TAG = /^<br\b/i
/** Tags inside a word or sentence. Others, such as those of cells, separate words. */
const INLINE_TAG = /^<\/?(?:a|abbr|b|cite|code|em|font|i|mark|s|small|span|strong|sub|sup|u)\b/i
const ADDRESS_IN_BRACKETS = /^<((?:https?:\/\/|[\w.+-]{1,64}@)[^\s<>]+)>$/i
const HIDDEN_TAG = /^<(script|style)\b/i
const SHARE_ADDRESS =
  /^\(\s*(?:https?:)?\/\/(?:[\w-]+\.)?(?:facebook\.com\/shar|twitter\.com\/(?:share|intent)|x\.com\/(?:share|intent)|linkedin\.com\/share|api\.whatsapp\.com|wa\.me\/|t\.me\/share|telegram\.me\/share)/i
/** An asterisk of a product, or alone between blanks, with the characters around. */
const LITERAL_ASTERISK = /^(?:\d\*\d|\s\*\s)$/
const ENTITY = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,8}));/iy
const ACCENTED = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}
const NAMED: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  laquo: '«',
  raquo: '»',
  ordf: 'ª',
  ordm: 'º',
  deg: '°',
}

/** A part of the text and its replacements. */
interface Edit {
  start: number
  /** Has the same length as the part. */
  fill: string
  /** What readers of the rendered text see instead of the part. */
  shown: string
}

/**
 * Returns a function that finds the next match of a pattern from an offset. Caches the match, so that a text with many
 * unclosed openings is still read once.
 */
function makeFinder(text: string, pattern: RegExp): (from: number) => number {
  let searchedFrom = -1
  let found = -2
  return (from) => {
    if (found !== -2 && searchedFrom <= from && (found === -1 || found >= from)) return found
    pattern.lastIndex = from
    found = pattern.exec(text)?.index ?? -1
    searchedFrom = from
    return found
  }
}

function decodeEntity(match: RegExpExecArray): string {
  const [, decimal, hexadecimal, name = ''] = match
  const code =
    decimal !== undefined ? Number(decimal) : hexadecimal !== undefined ? parseInt(hexadecimal, 16) : 0
  if (code !== 0) return code > 0x20 && code < 0xd800 && code !== 0xa0 ? String.fromCharCode(code) : ' '
  const [, letter = '', accent = ''] = ACCENTED.exec(name) ?? []
  if (letter !== '') return (letter + (ACCENTS[accent.toLowerCase()] ?? '')).normalize('NFC')
  return NAMED[name.toLowerCase()] ?? ' '
}

/** Returns where a link's address ends: after the closing parenthesis, or at a blank if there is none. */
function endOfAddress(text: string, open: number): number {
  const limit = Math.min(text.length, open + ADDRESS_MAX_CHARACTERS)
  let depth = 0
  let quoted = false
  for (let at = open; at < limit; at++) {
    const character = text[at]
    if (character === '\n') return at
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '(') depth++
    if (character === ')' && --depth === 0) return at + 1
  }
  return limit
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** Reads markup from left to right. Each rule returns where reading goes on: its own offset where it replaces nothing. */
class MarkupReader {
  readonly edits: Edit[] = []
  private lastOpen = -1
  /** Brackets without their counterpart yet. Readers see them unless they turn out to be those of a link. */
  private readonly openBrackets: Edit[] = []
  private readonly text: string
  private readonly findTagEnd: (from: number) => number
  private readonly findCommentEnd: (from: number) => number
  private readonly findHiddenEnd: (from: number) => number
  private readonly findImageEnd: (from: number) => number

  constructor(text: string) {
    this.text = text
    this.findTagEnd = makeFinder(text, />/g)
    this.findCommentEnd = makeFinder(text, /-->/g)
    this.findHiddenEnd = makeFinder(text, /<\/(?:script|style)\s*>/gi)
    this.findImageEnd = makeFinder(text, /\]\(/g)
  }

  read(): void {
    const special = /[<&![\]*`_\\]/g
    for (let match = special.exec(this.text); match; match = special.exec(this.text)) {
      const end = this.readAt(match.index, match[0])
      special.lastIndex = Math.max(end, match.index + 1)
    }
  }

  private blank(start: number, end: number, shown = ''): number {
    this.edits.push({ start, fill: ' '.repeat(end - start), shown })
    return end
  }

  private readAt(at: number, character: string): number {
    switch (character) {
      case '<':
        return this.readTag(at)
      case '&':
        return this.readEntity(at)
      case '!':
        return this.text[at + 1] === '[' ? this.readImage(at) : at
      case '[':
        return this.readLinkStart(at)
      case ']':
        return this.readLinkEnd(at)
      case '\\':
        return /[!-/:-@[-`{-~]/.test(this.text[at + 1] ?? '') ? this.blank(at, at + 1) + 1 : at
      case '_':
        return isWordCharacter(this.text[at - 1]) && isWordCharacter(this.text[at + 1])
          ? at
          : this.blank(at, at + 1)
      case '*':
        return this.blank(at, at + 1, LITERAL_ASTERISK.test(this.text.slice(at - 1, at + 2)) ? '*' : '')
      default:
        return this.blank(at, at + 1)
    }
  }

  private readTag(at: number): number {
    if (!/[a-z/!]/i.test(this.text[at + 1] ?? '')) return at
    if (this.text.startsWith('<!--', at)) {
      const end = this.findCommentEnd(at)
      return end === -1 ? at + 1 : this.blank(at, end + 3)
    }
    const close = this.findTagEnd(at)
    if (close === -1 || close - at > TAG_MAX_CHARACTERS) return at
    const tag = this.text.slice(at, close + 1)
    if (HIDDEN_TAG.test(tag)) {
      const hiddenEnd = this.findHiddenEnd(close)
      if (hiddenEnd !== -1) return this.blank(at, hiddenEnd)
    }
    const breaks = BLOCK_TAG.test(tag) ? '\n\n' : BREAK_TAG.test(tag) ? '\n' : ''
    const shown = ADDRESS_IN_BRACKETS.exec(tag)?.[1] ?? (INLINE_TAG.test(tag) ? '' : breaks || ' ')
    this.edits.push({ start: at, fill: breaks + ' '.repeat(tag.length - breaks.length), shown })
    return close + 1
  }

  private readEntity(at: number): number {
    ENTITY.lastIndex = at
    const match = ENTITY.exec(this.text)
    if (!match) return at
    const decoded = decodeEntity(match)
    const filler = decoded === ' ' ? ' ' : INVISIBLE
    const fill = decoded + filler.repeat(match[0].length - decoded.length)
    this.edits.push({ start: at, fill, shown: decoded })
    return at + match[0].length
  }

  private readImage(at: number): number {
    const close = this.findImageEnd(at)
    if (close === -1 || close - at > IMAGE_TEXT_MAX_CHARACTERS) return at
    return this.blank(at, endOfAddress(this.text, close + 1))
  }

  private readLinkStart(at: number): number {
    const bracket = { start: at, fill: ' ', shown: '[' }
    this.edits.push(bracket)
    this.openBrackets.push(bracket)
    this.lastOpen = at
    return at + 1
  }

  private readLinkEnd(at: number): number {
    const bracket = this.openBrackets.pop()
    if (this.text[at + 1] !== '(') return this.blank(at, at + 1, ']')
    if (bracket) bracket.shown = ''
    const end = endOfAddress(this.text, at + 1)
    const opened = this.lastOpen
    this.lastOpen = -1
    // The text of a share button is no prose either; edits inside it are blanks already.
    if (opened !== -1 && SHARE_ADDRESS.test(this.text.slice(at + 1, at + 80))) {
      while ((this.edits.at(-1)?.start ?? -1) >= opened) this.edits.pop()
      return this.blank(opened, end)
    }
    return this.blank(at, end)
  }
}

function replaceMarkup(text: string, replacementOf: (edit: Edit) => string): string {
  const reader = new MarkupReader(text)
  reader.read()
  const parts: string[] = []
  let at = 0
  for (const edit of reader.edits) {
    parts.push(text.slice(at, edit.start), replacementOf(edit))
    at = edit.start + edit.fill.length
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/**
 * Replaces HTML tags, images, link targets and emphasis marks by blanks of the same length, and decodes character
 * references in place, so that offsets stay valid. Takes linear time, also on broken markup.
 */
export const maskMarkup = (text: string): string => replaceMarkup(text, ({ fill }) => fill)

/**
 * Removes HTML tags, images, link targets and emphasis marks, and decodes character references. Block tags become line
 * breaks. Keeps what readers of the rendered text see: square brackets of no link, `2*3`, and addresses in angle
 * brackets. Takes linear time, also on broken markup.
 */
export const removeMarkup = (text: string): string => replaceMarkup(text, ({ shown }) => shown)
