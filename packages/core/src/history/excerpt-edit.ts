import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import type { EditGrade, VersionColumns } from './event.ts'
import { findEdit, type Change } from './grade-edit.ts'

/** An edit for a message: its grade, and the words of its most serious place before and after. */
export interface ExcerptedEdit {
  grade: EditGrade
  /** At most about 260 characters each, on one line. */
  before: string
  after: string
}

const CONTEXT_MAX_CHARACTERS = 60
const WORDS_MAX_CHARACTERS = 140

/** Returns the end of a text, from a word on, within its last line. */
function endOf(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  if (line.length <= CONTEXT_MAX_CHARACTERS) return line
  const cut = line.slice(-CONTEXT_MAX_CHARACTERS)
  return `…${cut.slice(cut.search(/\s/) + 1)}`
}

/** Returns the beginning of a text, up to a word, within its first line. */
function startOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  const space = /^\s/.test(line) ? ' ' : ''
  return `${space}${cutAtWord(line.trim(), CONTEXT_MAX_CHARACTERS)}`
}

const excerpt = ({ lead, trail }: Change, words: string) => {
  const shown = words.length <= WORDS_MAX_CHARACTERS ? words : `${cutAtWord(words, WORDS_MAX_CHARACTERS)} `
  return oneLine(`${endOf(lead)}${shown}${startOf(trail)}`)
}

/** Returns the grade of an edit with its most serious place; the words are blank where no word changed. */
export function excerptEdit(from: VersionColumns, to: VersionColumns): ExcerptedEdit {
  const { grade, changes } = findEdit(from, to)
  const [change] = changes
  if (!change) return { grade, before: '', after: '' }
  return { grade, before: excerpt(change, change.removed), after: excerpt(change, change.added) }
}
