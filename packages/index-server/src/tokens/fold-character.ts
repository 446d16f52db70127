/** Symbols that the search engine drops when it folds a text. */
const DROPPED =
  '\u00a0¡¤¦¨«\u00ad¯±´·¸»¿÷\u2010\u2011\u2012–—―‘’‚‛“”„‟†‡…′″‹›−≤≥≠←→\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\ufeff'

/**
 * ASCII spellings of symbols that Unicode decomposition does not return, with their symbols. The tokenizer drops other
 * characters than letters and digits, so a spelling lists only these.
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  c: '¢©',
  lb: '£',
  yen: '¥',
  ss: '§ßẞ',
  a: 'ª',
  not: '¬',
  r: '®',
  0: '°',
  2: '²',
  3: '³',
  u: 'µ',
  p: '¶',
  1: '¹',
  o: 'ºøØ•',
  14: '¼',
  12: '½',
  34: '¾',
  x: '×',
  ae: 'æÆ',
  d: 'đĐðÐ',
  th: 'þÞ',
  l: 'łŁ',
  oe: 'œŒ',
  i: 'ı',
  h: 'ħĦ',
  t: 'ŧŦ',
  eur: '€',
  tm: '™',
  no: '№',
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...Array.from(DROPPED, (symbol) => [symbol, ''] as const),
  ...Object.entries(SYMBOLS).flatMap(([spelling, symbols]) =>
    Array.from(symbols, (symbol) => [symbol, spelling] as const),
  ),
])

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const MARKS = /\p{M}/gu

/** Most characters in the cache. Characters beyond the limit are folded again each time. */
const FOLDS_MAX = 4096
const folds = new Map<string, string>()

function decompose(character: string): string {
  const base = character.normalize('NFKD').replace(MARKS, '')
  if (base === '') return ''
  let folded = ''
  for (const part of base) {
    const code = part.charCodeAt(0)
    if (code > 127) return character
    if (isAlphanumeric(code)) folded += part.toLowerCase()
  }
  return folded
}

/**
 * Returns the lower-case ASCII form of one non-ASCII character ('ç' becomes 'c'). Returns an empty string for a
 * character that is dropped ('–'), and the character itself when it has no ASCII form ('漢').
 */
export function foldCharacter(character: string): string {
  const known = SPELLINGS.get(character) ?? folds.get(character)
  if (known !== undefined) return known
  const folded = decompose(character)
  if (folds.size < FOLDS_MAX) folds.set(character, folded)
  return folded
}
