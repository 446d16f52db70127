import { isContact, isSentence } from './contacts.ts'
import { DATE_LINE_CHARACTERS, isCreationLine, isDateAlone, isDateLine } from '../dates/date-line.ts'
import { isShareLabel } from './sharing.ts'

const NAVIGATION = /^(notícias|home|voltar)$/i
/** How often a page was read, as Joomla shows it. */
const READ_COUNT = /^(?:acessos|visualizações|visitas|hits)\s*:\s*[\d.]+$/i
const COPY_LINK = /copiar link|copiar para (a )?área de transferência/i
const SOCIAL_SITE = /\b(facebook|twitter|linkedin|whatsapp|instagram|youtube)\.com\b/i
const KEYWORDS = /^(categorias?|tags?|palavras-chave)\s*(:|$)/i
/** An embedded frame without a title, as the Markdown names it. */
const FRAME = /^Conteúdo de [\w.-]+$/
const EMAIL_ALONE = /^(e-?mail\s*:\s*)?[^\s@]+@[^\s@]+\.[^\s@]+$/i
const RULE = /^={3,}$/
const CONTACT_LINE_CHARACTERS = 80
const COPY_LINK_CHARACTERS = 160
/** Longer lines, addresses of links included, are text. */
const LINE_CHARACTERS = 1_000
/** Bodies of fewer lines are cleaned without asking how much is left. */
const LINES_FOR_GUARD = 5

/** A visible line, without the marks of Markdown and the addresses of links. */
function plainLine(line: string): string {
  return line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\((?:<[^>]*>|[^)]*)\)/g, '$1')
    .replace(/^(\s*(?:[-#>]|\d+\.)+\s)+/, '')
    .replace(/\\(?=[\\*_`[\]#<>&+~=-])|(?<!\\)\*+|~~/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isLeftover(line: string): boolean {
  if (line.length > LINE_CHARACTERS || line.startsWith('|') || /^(```|~~~~)/.test(line)) return false
  const text = plainLine(line)
  if (FRAME.test(text)) return false
  if (NAVIGATION.test(text) || RULE.test(text) || KEYWORDS.test(text) || EMAIL_ALONE.test(text)) return true
  if (READ_COUNT.test(text)) return true
  if (COPY_LINK.test(text) && text.length <= COPY_LINK_CHARACTERS) return true
  if (isShareLabel(text) || isDateLine(text) || isCreationLine(text)) return true
  if (SOCIAL_SITE.test(text) && !isSentence(text) && text.length <= CONTACT_LINE_CHARACTERS) return true
  return isContact(text)
}

/**
 * Removes lines of a Markdown body that are navigation, sharing, dates, keywords or contacts. When more than half of at
 * least five lines would go, all stay: then the rules do not fit the page.
 */
export function removeLeftoverLines(markdown: string): string {
  const lines = markdown.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  // A date before the text is the byline; further down, it may be a heading of a schedule.
  const leftovers = new Set(
    filled.filter(
      (line, at) =>
        isLeftover(line) || (at === 0 && line.length <= DATE_LINE_CHARACTERS && isDateAlone(plainLine(line))),
    ),
  )
  const count = filled.filter((line) => leftovers.has(line)).length
  if (filled.length >= LINES_FOR_GUARD && count > filled.length / 2) return markdown
  const kept = lines.filter((line) => !leftovers.has(line)).join('\n')
  return kept.replace(/\n{3,}/g, '\n\n').trim()
}
