import { knowWord, type KnownWord } from './known-word.ts'

/**
 * Words of a readable text: letters and digits with inner hyphens and apostrophes. A number with separators is one
 * word; a currency sign such as `R$` is none.
 */
const WORD =
  /(?!\p{Lu}{1,2}\$)[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD\u200B-\u200D]*(?:[-'’‐‑][\p{L}\p{N}][\p{L}\p{N}\p{M}\u00AD]*|(?<=\p{N})[.,](?=\p{N})\p{N}+)*/gu
const INVISIBLES = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/** A word and its offsets. */
export interface Word {
  known: KnownWord
  start: number
  end: number
}

/** Lists the words of a text in order. Takes time linear in the length. */
export function listWords(text: string): Word[] {
  // Most texts have neither soft hyphens nor letters in several parts.
  const isClean = !/[\u00AD\u200B-\u200D\u2060\uFEFF]/.test(text) && text.normalize('NFC') === text
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    known: knowWord(isClean ? word : word.replace(INVISIBLES, '').normalize('NFC')),
    start: index,
    end: index + word.length,
  }))
}
