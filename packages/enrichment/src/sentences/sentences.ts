import { listParagraphs, type Span } from './paragraphs.ts'

/** A full stop after these ends no sentence, because a name or a number follows. */
const ABBREVIATIONS = new Set(
  (
    'sr sra srs sras srta dr dra drs dras prof profa profs exmo exma ilmo ilma sen dep gov pres gen cel maj cap ten ' +
    'sgt brig alm eng enga adv sto sta av pça nº nr num art arts inc incs par pág págs pg fl fls cf vol obs tel vs ' +
    'aprox máx mín jan fev abr mai jun jul ago nov séc'
  ).split(' '),
)
/** The same, if capitalised; otherwise they are words such as "ver" and "mar". */
const CAPITAL_ABBREVIATIONS = new Set(
  'Ver Des Min Pe Fr Dom Juiz Rod Tv Al Ed Ref Mar Set Out Dez'.split(' '),
)
// Words that start a sentence far more often than they follow an initial.
const STARTERS = new Set(
  (
    'a o as os um uma em no na nos nas de do da para por com ao à e mas se já segundo conforme além durante após esta ' +
    'este essa esse isso entre desde até também ele ela eles elas foi são é'
  ).split(' '),
)

const TERMINATOR = /(?<![.!?…])(?:[.!?…]+["'”’»)\]*]*)(?=\s)|(?<=\p{Ll}{2})[.!?](?=\p{Lu}[\p{Ll} ])/gu
const TOKEN_BEFORE = /[^\s(["'“‘«]*$/u
const WORD_AFTER = /^\s+["'“‘«([–—-]*\s*([\p{L}\p{N}º]+)?/u
const INITIALS = /^\p{Lu}(?:\.\p{Lu})*$/u
/** Maximum length of an abbreviation, or of a number with its sign. */
const LOOKED_AT_CHARACTERS = 40

function endsSentence(text: string, at: number, end: number): boolean {
  const mark = text.slice(at, end)
  if (/\p{Lu}/u.test(text[end] ?? '')) return true
  const next = WORD_AFTER.exec(text.slice(end, end + LOOKED_AT_CHARACTERS))?.[1] ?? ''
  if (/^\p{Ll}/u.test(next)) return false
  // "Dados para quê? - Formulação e uso" is one title.
  if (/^[?!]/.test(mark) && /^[^\S\n]+[–—-]\s/u.test(text.slice(end, end + LOOKED_AT_CHARACTERS)))
    return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const token = TOKEN_BEFORE.exec(text.slice(Math.max(0, at - LOOKED_AT_CHARACTERS), at))?.[0] ?? ''
  if (INITIALS.test(token)) return STARTERS.has(next.toLowerCase())
  // "1. Primeiro passo" is a list item if the number starts the line.
  if (
    /^\d{1,2}$/.test(token) &&
    /(?:^|\n)\s*$/.test(text.slice(Math.max(0, at - token.length - 8), at - token.length))
  )
    return false
  return !ABBREVIATIONS.has(token.toLowerCase()) && !CAPITAL_ABBREVIATIONS.has(token)
}

/**
 * Returns the sentences of a readable text by their offsets, without surrounding blanks. A paragraph ends its last
 * sentence; `paragraphs` are those of the text. Full stops inside numbers, or after abbreviations, initials and ordinals, end no sentence; neither does a
 * mark before a lower-case letter.
 */
export function listSentences(text: string, paragraphs = listParagraphs(text)): Span[] {
  const sentences: Span[] = []
  for (const paragraph of paragraphs) {
    const body = text.slice(paragraph.start, paragraph.end)
    let start = 0
    const add = (end: number) => {
      const piece = body.slice(start, end)
      if (/[\p{L}\p{N}]/u.test(piece)) {
        const lead = piece.length - piece.trimStart().length
        sentences.push({
          start: paragraph.start + start + lead,
          end: paragraph.start + start + piece.trimEnd().length,
        })
      }
      start = end
    }
    for (const match of body.matchAll(TERMINATOR)) {
      const end = match.index + match[0].length
      if (endsSentence(body, match.index, end)) add(end)
    }
    add(body.length)
  }
  return sentences
}
