/** Stands for what belongs inside a word and is no letter of it, as a soft hyphen does; folding leaves it out. */
export const INVISIBLE = '\u00AD'

/** Between two parts that no name may span: the end of a sentence or paragraph, or a wide gap. */
export const BARRIER = '\u0001'

/** A gap wider than this once held markup, such as the address of a link. */
const GAP_MAX_CHARACTERS = 4

const WORD_CHARACTER = /[\p{L}\p{N}]/u
const ATTACHED = /[\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]/u
const SENTENCE_END = /[.;:!?…][^\p{L}\p{N}]*\s|\n[^\S\n]*\n/u

/** Text without case, accents and punctuation, and where each of its characters came from. */
export interface FoldedText {
  /** Letters and digits; a single space or BARRIER for whatever stood between words. */
  text: string
  /** For each UTF-16 unit of `text`, the offset at which its source begins. */
  starts: Int32Array
  /** For each UTF-16 unit of `text`, the offset just after its source, marks that belong to it included. */
  ends: Int32Array
}

/** Units that one character may fold to: a ligature takes three. U+FDFA would take fifteen and make a text as much longer. */
const FOLD_MAX_UNITS = 4

const folds = new Map<string, string>()
/** Distinct characters remembered; text of every script at once stays within it or is folded anew each time. */
const FOLDS_MAX = 4096

/** What a character folds to: '' when it is neither letter nor digit. */
function foldCharacter(character: string): string {
  const known = folds.get(character)
  if (known !== undefined) return known
  const folded = WORD_CHARACTER.test(character)
    ? character
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
        .slice(0, FOLD_MAX_UNITS)
    : ''
  if (folds.size < FOLDS_MAX) folds.set(character, folded)
  return folded
}

/** Folds a text and keeps the way back to its offsets. Takes time linear in the length. */
export function foldText(source: string): FoldedText {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const emit = (units: string, start: number, end: number) => {
    parts.push(units)
    for (let unit = 0; unit < units.length; unit++) {
      starts.push(start)
      ends.push(end)
    }
  }
  let gapStart = 0
  let offset = 0
  for (const character of source) {
    const end = offset + character.length
    const folded = foldCharacter(character)
    if (folded !== '') {
      if (gapStart < offset && parts.length > 0) emit(foldGap(source, gapStart, offset), gapStart, offset)
      emit(folded, offset, end)
      gapStart = end
    } else if (gapStart === offset && ATTACHED.test(character)) {
      if (ends.length > 0) ends[ends.length - 1] = end
      gapStart = end
    }
    offset = end
  }
  return { text: parts.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
}

function foldGap(source: string, start: number, end: number): string {
  if (end - start > GAP_MAX_CHARACTERS) return BARRIER
  return SENTENCE_END.test(source.slice(start, end)) ? BARRIER : ' '
}

/** The folded form alone, for names of a registry: single spaces, trimmed. */
export function foldName(name: string): string {
  return foldText(name).text.replaceAll(BARRIER, ' ')
}
