/** Stands for a character inside a word that is no letter, such as a soft hyphen. Folding removes it. */
export const INVISIBLE = '\u00AD'

/** Separates two parts that no name may span: the end of a sentence or paragraph, or a wide gap. */
export const BARRIER = '\u0001'

/** Wider gaps contained markup, such as the address of a link. */
const GAP_MAX_CHARACTERS = 4

const WORD_CHARACTER = /[\p{L}\p{N}]/u
const ATTACHED = /[\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]/u
const SENTENCE_END = /[.;:!?…][^\p{L}\p{N}]*\s|\n[^\S\n]*\n/u

/** Text without case, accents and punctuation, with the source offset of each character. */
export interface FoldedText {
  /** Letters and digits, with a single space or BARRIER between words. */
  text: string
  /** For each UTF-16 unit of `text`: the offset where its source begins. */
  starts: Int32Array
  /** For each UTF-16 unit of `text`: the offset after its source, combining marks included. */
  ends: Int32Array
}

/**
 * Most UTF-16 units to which one character may fold. A ligature needs three. U+FDFA would need fifteen and so lengthen
 * the text.
 */
const FOLD_MAX_UNITS = 4

const folds = new Map<string, string>()
/** Most characters in the cache. Characters beyond the limit are folded again each time. */
const FOLDS_MAX = 4096

/** Returns the folded character; '' when it is neither letter nor digit. */
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

/** What the characters of most texts fold to, by their code: looking it up costs less than the cache. */
const LATIN = Array.from({ length: 0x250 }, (_, code) => foldCharacter(String.fromCharCode(code)))
/** No character below is attached to the one before: the soft hyphen is the first that is. */
const FIRST_ATTACHED = 0xad

/** Receives the folded text in pieces, with their half-open source offsets. */
interface FoldReader {
  emit: (units: string, start: number, end: number) => void
  /** A mark that belongs to the last character moves its end. */
  extend: (end: number) => void
}

/** Folds a text. Takes time linear in the length. */
function foldInto(source: string, { emit, extend }: FoldReader): void {
  let isEmpty = true
  let gapStart = 0
  for (let offset = 0; offset < source.length;) {
    const code = source.codePointAt(offset) ?? 0
    const end = offset + (code > 0xffff ? 2 : 1)
    const folded = LATIN[code] ?? foldCharacter(String.fromCodePoint(code))
    if (folded !== '') {
      if (gapStart < offset && !isEmpty) emit(foldGap(source, gapStart, offset), gapStart, offset)
      emit(folded, offset, end)
      isEmpty = false
      gapStart = end
    } else if (code >= FIRST_ATTACHED && gapStart === offset && ATTACHED.test(String.fromCodePoint(code))) {
      extend(end)
      gapStart = end
    }
    offset = end
  }
}

/** Returns the numbers in an array of twice the length. */
function grow(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}

/** Folds a text and records the source offsets. Takes time linear in the length. */
export function foldText(source: string): FoldedText {
  let text = ''
  // Most texts do not become longer.
  let starts = new Int32Array(source.length + FOLD_MAX_UNITS)
  let ends = new Int32Array(source.length + FOLD_MAX_UNITS)
  let length = 0
  foldInto(source, {
    emit: (units, start, end) => {
      text += units
      if (length + units.length > starts.length) {
        starts = grow(starts)
        ends = grow(ends)
      }
      for (let unit = 0; unit < units.length; unit++) {
        starts[length] = start
        ends[length++] = end
      }
    },
    extend: (end) => {
      if (length > 0) ends[length - 1] = end
    },
  })
  return { text, starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
}

function foldGap(source: string, start: number, end: number): string {
  if (end - start > GAP_MAX_CHARACTERS) return BARRIER
  // Most gaps are one blank; whatever ends a sentence has a blank behind it.
  if (end - start === 1) return ' '
  return SENTENCE_END.test(source.slice(start, end)) ? BARRIER : ' '
}

/** Returns only the folded text, for names of a registry: single spaces, trimmed. */
export function foldName(name: string): string {
  let text = ''
  foldInto(name, { emit: (units) => (text += units === BARRIER ? ' ' : units), extend: () => {} })
  return text
}
