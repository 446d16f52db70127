/** Longest dateline that is looked for, in characters. */
const DATELINE_MAX_CHARACTERS = 140

const MONTH = '(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)[a-zç]{0,7}'
const DATE = `(?:\\d{1,2}(?:º)?\\s*[/.-]\\s*\\d{1,2}(?:\\s*[/.-]\\s*\\d{2,4})?|\\d{1,2}º?\\s+de\\s+${MONTH}(?:\\s+de\\s+\\d{4})?)`
const TIME = '(?:[,\\s]+(?:[àa]s\\s+)?\\d{1,2}\\s*(?:h|:)\\s*\\d{0,2}(?:min)?)?'
const STATE = '[A-Z]{2}'
const WORD = "(?:\\p{Lu}[\\p{L}'’]*|d[aeo]s?|e|del?)"
const PLACE = `\\p{Lu}[\\p{L}'’]+(?:[ -]${WORD}){0,5}`
const STATE_BEHIND = `(?:\\s*[(\\[/,–—-]\\s*${STATE}\\s*[)\\]]?|\\s+${STATE}(?=[\\s,.–—-]))`
const DASH = '\\s*[.:,)]?\\s*[–—―-]{1,2}\\s*'
const COLON = '\\s*[)]?\\s*:\\s+'

/** "Brasília, 12/3/2025 –", "Brasília/DF (18/12/2025) –", "(Rio de Janeiro – RJ, 10/01/2019)", "Brasília 06/02/2026 -". */
const WITH_DATE = new RegExp(
  `^[([]?\\s*(?:Em\\s+)?(?:${PLACE}${STATE_BEHIND}?\\s*[,.;–—-]?\\s*)?[([]?\\s*(?:[Ee]m\\s+)?${DATE}${TIME}\\s*(?:[)\\]](?:${DASH}|\\s*[:.]?\\s*)|${DASH}|${COLON})`,
  'u',
)
/** "Brasília (DF) –", "João Pessoa/PB -", "Brasília-DF –". */
const WITH_STATE = new RegExp(`^[([]?\\s*${PLACE}${STATE_BEHIND}\\s*[)\\]]?${DASH}`, 'u')
/** "BRASÍLIA –", "Brasília –", "São Paulo –": without state and date, only where news is dated from most. */
const WITH_CITY =
  /^(?:bras[íi]lia|s[ãa]o paulo|rio de janeiro|rio|belo horizonte|salvador|recife|fortaleza|porto alegre|curitiba|manaus|bel[ée]m|goi[âa]nia|florian[óo]polis|vit[óo]ria|natal|jo[ãa]o pessoa|macei[óo]|aracaju|teresina|s[ãa]o lu[íi]s|palmas|porto velho|rio branco|macap[áa]|boa vista|cuiab[áa]|campo grande|genebra|nova york|nova iorque|washington|londres|paris|lisboa|montevid[ée]u|buenos aires)\s*[.:]?\s*[–—―-]{1,2}\s+/iu
/** "Da Agência Brasil –", "Da Redação -", "Ascom/MS –". */
const WITH_DESK =
  /^(?:(?:d[ao] )?(?:redação|ag[êe]ncia [\p{Lu}][\p{L}]+(?: [\p{Lu}][\p{L}]+)?|assessoria(?: de (?:comunicação|imprensa))?(?: d[aeo] [\p{L}]+)?)|ascom[\p{L}/ ]{0,30}|assessoria de (?:comunicação|imprensa)[^–—.\n]{0,60})\s*[–—-]{1,2}\s+/iu
const PATTERNS = [WITH_DATE, WITH_STATE, WITH_CITY, WITH_DESK] as const
/** What follows a dateline starts a sentence. */
const STARTS_SENTENCE = /^["'“‘«(]*[\p{Lu}\p{N}]/u

/**
 * Returns the length of the dateline at the beginning of a paragraph: place, state, date or desk up to the dash, such as
 * "Brasília (DF), 4 de março de 2026 – ". 0 when there is none, or when no sentence follows.
 */
export function datelineLength(text: string): number {
  const beginning = text.slice(0, DATELINE_MAX_CHARACTERS)
  for (const pattern of PATTERNS) {
    const length = pattern.exec(beginning)?.[0].length ?? 0
    if (length > 0 && STARTS_SENTENCE.test(text.slice(length, length + 8))) return length
  }
  return 0
}
