import { cutAtWord } from '@pauta/platform/text/cut-text'
import { toPlainText } from '@pauta/platform/readable-text/readable-text'

/** Read of a text for its excerpt: enough for 500 characters after an image and a few links. */
const READ_CHARACTERS = 4000

/** Lines of rules, of underlined headings and between the rows of tables. */
const RULE = /^[-*_=|: \t]+$/gm
/** Marks of quotations, headings, lists and tasks. */
const BEGINNING = /^[ \t]*(?:(?:>|(?:#{1,6}|[-*+]|\d{1,3}[.)])(?=[ \t]|$))[ \t]*)+(?:\[[ xX]\](?=[ \t]))?/gm
const HEADING_END = /[ \t]#+[ \t]*$/gm
const CELL_BORDER = /(?<!\\)\|/g
const STRIKE = /~{2,}/g
const HARD_BREAK = /\\$/gm
/** Soft hyphens, blanks without width and word joiners. */
const INVISIBLE = /[\u00AD\u200B\u2060]/g

/**
 * Returns the first characters of a Markdown text as one line of plain text, cut after a word. Images, HTML, rules, share
 * buttons and a first heading that repeats `title` are left out; links keep their text.
 */
export function plainExcerpt(markdown: string, most: number, title = ''): string {
  const lines = markdown
    .slice(0, READ_CHARACTERS)
    .replace(RULE, '')
    .replace(BEGINNING, '')
    .replace(HEADING_END, '')
    .replace(CELL_BORDER, ' ')
    .replace(STRIKE, '')
    .replace(HARD_BREAK, '')
  const plain = toPlainText(lines, title).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
  return cutAtWord(plain, most)
}
