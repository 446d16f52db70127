/**
 * ASCII spellings of symbols that Unicode decomposition does not return. The tokenizer drops other characters than
 * letters and digits, so a spelling lists only these. An empty string drops the symbol.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  '\u00a0': '',
  '¡': '',
  '¢': 'c',
  '£': 'lb',
  '¤': '',
  '¥': 'yen',
  '¦': '',
  '§': 'ss',
  '¨': '',
  '©': 'c',
  ª: 'a',
  '«': '',
  '¬': 'not',
  '\u00ad': '',
  '®': 'r',
  '¯': '',
  '°': '0',
  '±': '',
  '²': '2',
  '³': '3',
  '´': '',
  µ: 'u',
  '¶': 'p',
  '·': '',
  '¸': '',
  '¹': '1',
  º: 'o',
  '»': '',
  '¼': '14',
  '½': '12',
  '¾': '34',
  '¿': '',
  '×': 'x',
  '÷': '',
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  þ: 'th',
  Þ: 'th',
  ł: 'l',
  Ł: 'l',
  œ: 'oe',
  Œ: 'oe',
  ı: 'i',
  ħ: 'h',
  Ħ: 'h',
  ŧ: 't',
  Ŧ: 't',
  '\u2010': '',
  '\u2011': '',
  '\u2012': '',
  '–': '',
  '—': '',
  '―': '',
  '‘': '',
  '’': '',
  '‚': '',
  '‛': '',
  '“': '',
  '”': '',
  '„': '',
  '‟': '',
  '†': '',
  '‡': '',
  '•': 'o',
  '…': '',
  '′': '',
  '″': '',
  '‹': '',
  '›': '',
  '€': 'eur',
  '™': 'tm',
  '№': 'no',
  '−': '',
  '≤': '',
  '≥': '',
  '≠': '',
  '←': '',
  '→': '',
  '\u2000': '',
  '\u2001': '',
  '\u2002': '',
  '\u2003': '',
  '\u2004': '',
  '\u2005': '',
  '\u2006': '',
  '\u2007': '',
  '\u2008': '',
  '\u2009': '',
  '\u200a': '',
  '\u200b': '',
  '\u202f': '',
  '\ufeff': '',
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const MARKS = /\p{M}/gu

/**
 * Returns the lower-case ASCII form of one non-ASCII character ('ç' becomes 'c'). Returns an empty string for a
 * character that is dropped ('–'), and the character itself when it has no ASCII form ('漢').
 */
export function foldCharacter(character: string): string {
  const spelling = SPELLINGS[character]
  if (spelling !== undefined) return spelling
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
