import type { Passage } from './sentences/passage.ts'

/** Length of a text; all values are null without text. */
export interface Counts {
  word_count: number | null
  /** Characters as a reader counts them; repeated blanks count once. */
  char_count: number | null
  paragraph_count: number | null
}

const INVISIBLES = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text.replace(INVISIBLES, '').replace(/\s+/g, ' ').trim().normalize('NFC')) count++
  return count
}

/** Counts a passage; null returns null values, not zeros. */
export function countText(passage: Passage | null): Counts {
  if (passage === null) return { word_count: null, char_count: null, paragraph_count: null }
  return {
    word_count: passage.words.length,
    char_count: countCharacters(passage.text),
    paragraph_count: passage.paragraphs.length,
  }
}
