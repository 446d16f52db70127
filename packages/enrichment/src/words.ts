/**
 * Words of a readable text: letters and digits with inner hyphens and apostrophes. A number with separators is one
 * word; a currency sign such as `R$` is none.
 */
const WORD =
  /(?!\p{Lu}{1,2}\$)[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD\u200B-\u200D]*(?:[-'’‐‑][\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD]*|(?<=\p{N})[.,](?=\p{N})\p{N}+)*/gu
const INVISIBLES = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/** A word and its offsets. */
export interface Word {
  /** In NFC, without soft hyphens and similar characters. */
  text: string
  start: number
  end: number
}

export function listWords(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0].replace(INVISIBLES, '').normalize('NFC'),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}
