/** The word next to a place in a text, and what stands between. */
export interface Neighbour {
  word: string
  gap: string
}

/** No word that a rule asks for is longer. */
const LOOKED_AT_CHARACTERS = 40

const LAST_WORD = /([\p{L}\p{N}\p{M}]+)([^\p{L}\p{N}]*)$/u
const FIRST_WORD = /^([^\p{L}\p{N}]*)([\p{L}\p{N}\p{M}]+)/u

/** The word before an offset, or undefined at the beginning of the text. */
export function wordBefore(text: string, offset: number): Neighbour | undefined {
  const match = LAST_WORD.exec(text.slice(Math.max(0, offset - LOOKED_AT_CHARACTERS), offset))
  return match ? { word: match[1] ?? '', gap: match[2] ?? '' } : undefined
}

/** The word after an offset, or undefined at the end of the text. */
export function wordAfter(text: string, offset: number): Neighbour | undefined {
  const match = FIRST_WORD.exec(text.slice(offset, offset + LOOKED_AT_CHARACTERS))
  return match ? { word: match[2] ?? '', gap: match[1] ?? '' } : undefined
}

/** Whether the offset stands at the start of a sentence or line. */
export function startsSentence(text: string, offset: number): boolean {
  return /(?:^|[.!?…\n][\s"'“‘«(–-]*)$/u.test(text.slice(Math.max(0, offset - LOOKED_AT_CHARACTERS), offset))
}
