/** The word next to an offset, and the characters in between. */
export interface Neighbour {
  word: string
  gap: string
  /** Where the word starts. */
  start: number
}

/** No word in a rule is longer. */
const LOOKED_AT_CHARACTERS = 40

/** The last word, read backwards: a search from the left would try every place. */
const LAST_WORD = /(?<=([\p{L}\p{N}\p{M}]*[\p{L}\p{N}]\p{M}*)(|[^\p{L}\p{N}\p{M}][^\p{L}\p{N}]*))$/u
const FIRST_WORD = /^([^\p{L}\p{N}]*)([\p{L}\p{N}\p{M}]+)/u

/** Returns the word before an offset, or undefined. */
export function wordBefore(text: string, offset: number): Neighbour | undefined {
  const match = LAST_WORD.exec(text.slice(Math.max(0, offset - LOOKED_AT_CHARACTERS), offset))
  if (match === null) return undefined
  const [, word = '', gap = ''] = match
  return { word, gap, start: offset - gap.length - word.length }
}

/** Returns the word after an offset, or undefined. */
export function wordAfter(text: string, offset: number): Neighbour | undefined {
  const match = FIRST_WORD.exec(text.slice(offset, offset + LOOKED_AT_CHARACTERS))
  if (match === null) return undefined
  const [, gap = '', word = ''] = match
  return { word, gap, start: offset + gap.length }
}

/** Whether a sentence or line starts at the offset. */
export function startsSentence(text: string, offset: number): boolean {
  return /(?:^|[.!?…\n][\s"'“‘«(–-]*)$/u.test(text.slice(Math.max(0, offset - LOOKED_AT_CHARACTERS), offset))
}
