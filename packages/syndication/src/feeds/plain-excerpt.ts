/** Read of a text for its excerpt: enough for 500 characters after an image and a few links. */
const READ_CHARACTERS = 4000

// The lengths are limits on the work, not of Markdown.
const IMAGE = /!\[[^\]\n]{0,500}\]\([^)\n]{0,2500}\)/g
const LINK = /\[([^\]\n]{0,500})\]\([^)\n]{0,2500}\)/g
const TAG = /<[^>\n]{1,500}>/g
const RULE = /^[ \t]*(?:[-*_=][-*_= \t]{2,}|[|:\- \t]*-[|:\- \t]*\|[|:\- \t]*)$/gm
const BEGINNING = /^[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+][ \t]+|\d{1,3}[.)][ \t]+)/gm
const CELLS = /[ \t]*\|[ \t]*/g
const STRONG = /\*\*|__|~~|`+/g
const EMPHASIS = /(?<![\p{L}\p{N}\\*_])([*_])(?=[^\s*_])([^*_\n]{1,300})\1(?![\p{L}\p{N}])/gu
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!|>~<])/g

/**
 * Returns the first characters of a Markdown text as one line of plain text, cut after a word. Images, HTML and rules are
 * left out; links keep their text.
 */
export function plainExcerpt(markdown: string, most: number): string {
  const plain = markdown
    .slice(0, READ_CHARACTERS)
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(TAG, ' ')
    .replace(RULE, '')
    .replace(BEGINNING, '')
    .replace(CELLS, ' ')
    .replace(STRONG, '')
    .replace(EMPHASIS, '$2')
    .replace(ESCAPED, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).toWellFormed()}…`
}
