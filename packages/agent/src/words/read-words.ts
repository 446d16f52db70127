import { foldName } from '@pauta/platform/text/fold-text'

/** A word of a request. */
export interface Word {
  /** As the person wrote it, or as the news spells it. */
  text: string
  /** Without case and accents. A hyphenated word may fold to several words. */
  folded: string
  /** True if punctuation that separates subjects stands before the word. */
  afterBreak: boolean
  /** True for the first word of a sentence. */
  startsSentence: boolean
  /** True inside of round brackets, and directly after a slash: "Sobral (CE)", "Sobral/CE". */
  isAside: boolean
  /** Index in the text; neighbours have consecutive positions. */
  position: number
}

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu
const BREAK = /[,;:.!?…()[\]{}"“”•|/\n]|\s[-–—]\s/u
const SENTENCE_END = /[.!?…\n]/u

/** Returns the words of a text in order. */
export function readWords(text: string): Word[] {
  const composed = text.normalize('NFC')
  // In a text in capitals, a capital letter does not mark a name.
  const quiet =
    composed === composed.toUpperCase() && composed.includes(' ') ? composed.toLowerCase() : composed
  const found: Word[] = []
  let end = 0
  let depth = 0
  for (const match of quiet.matchAll(WORD)) {
    const gap = quiet.slice(end, match.index)
    for (const sign of gap)
      if (sign === '(') depth++
      else if (sign === ')') depth = Math.max(0, depth - 1)
    end = match.index + match[0].length
    found.push({
      text: match[0],
      folded: foldName(match[0]),
      afterBreak: BREAK.test(gap),
      isAside: depth > 0 || gap === '/',
      startsSentence: found.length === 0 || SENTENCE_END.test(gap),
      position: found.length,
    })
  }
  return found
}
