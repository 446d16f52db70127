import { listParagraphs } from './paragraphs.ts'
import { countWords } from './words.ts'

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

/** Counts a readable text; null returns null values, not zeros. */
export function countText(text: string | null): Counts {
  if (text === null) return { word_count: null, char_count: null, paragraph_count: null }
  return {
    word_count: countWords(text),
    char_count: countCharacters(text),
    paragraph_count: listParagraphs(text).length,
  }
}
