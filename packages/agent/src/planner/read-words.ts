import { foldName } from '@pauta/platform/text/fold-text'

/** A word of a request. */
export interface Word {
  /** As it was written, or as the news spells it. */
  text: string
  /** Without case and accents; may be several words where a hyphen stood. */
  folded: string
  /** Whether punctuation that separates subjects stands before it. */
  afterBreak: boolean
  /** Whether a sentence begins with it. */
  startsSentence: boolean
  /** Its place in the text, by which neighbours are known. */
  position: number
}

const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu
const BREAK = /[,;:.!?…()[\]{}"“”•|/\n]|\s[-–—]\s/u
const SENTENCE_END = /[.!?…\n]/u

/** The words of a text in their order. */
export function readWords(text: string): Word[] {
  const composed = text.normalize('NFC')
  // Capitals everywhere say nothing about which words are names.
  const quiet =
    composed === composed.toUpperCase() && composed.includes(' ') ? composed.toLowerCase() : composed
  const found: Word[] = []
  let end = 0
  for (const match of quiet.matchAll(WORD)) {
    const gap = quiet.slice(end, match.index)
    end = match.index + match[0].length
    found.push({
      text: match[0],
      folded: foldName(match[0]),
      afterBreak: BREAK.test(gap),
      startsSentence: found.length === 0 || SENTENCE_END.test(gap),
      position: found.length,
    })
  }
  return found
}
