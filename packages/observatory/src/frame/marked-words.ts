import { foldText } from '../fold-text.ts'

/** A piece of a text, and whether a reader searched for it. */
export interface WordPiece {
  text: string
  isMatch: boolean
}

const WORD = /[\p{L}\p{N}]+/gu
/** Shorter words, such as `de`, stand in most titles and tell nothing. */
const LETTERS_MIN = 3

const listWords = (text: string): string[] => foldText(text).match(WORD) ?? []

/**
 * Cuts a text at the words that begin with a searched one, without regard to accents and case. Words that a query
 * excludes (`-futebol`) are not marked. The search index also finds other forms of a word, which stay unmarked.
 */
export function cutAtWords(text: string, query: string): WordPiece[] {
  const wanted = query
    .split(/\s+/)
    .filter((part) => !part.startsWith('-'))
    .flatMap(listWords)
    .filter((word) => word.length >= LETTERS_MIN)
  const pieces: WordPiece[] = []
  let position = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!wanted.some((start) => foldText(word).startsWith(start))) continue
    if (index > position) pieces.push({ text: text.slice(position, index), isMatch: false })
    pieces.push({ text: word, isMatch: true })
    position = index + word.length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isMatch: false })
  return pieces
}
