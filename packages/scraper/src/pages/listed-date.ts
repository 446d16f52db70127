import type { Stamp } from '../dates/stamp.ts'
import { readBrazilian } from '../dates/dates.ts'
import { all, textOf, textUpTo, type Element } from '../html/page.ts'

const LINE_CHARACTERS = 80
const LETTERS_BESIDE_MAX = 30
const LONG_MONTH = /\sde\s[a-zç]+\sde\s/gi

/** Whether text is a date with a word or two, such as "Publicado em 10/02/2026 - 17h05". */
function isMostlyDate(text: string): boolean {
  const rest = text.replace(LONG_MONTH, '')
  return (rest.match(/\p{L}/gu) ?? []).length <= LETTERS_BESIDE_MAX
}

/** A date, and whether it is from words that may be about something else. */
export type ListedDate = { readonly stamp: Stamp | null; readonly isGuessed: boolean }

/** The date of a listing entry without marked dates: a line that is little more than a date, else any date of its text. */
export function findListedDate(item: Element): ListedDate {
  for (const block of all('p, span, div, li, dd, small, h5, h6', item)) {
    const text = textUpTo(block, LINE_CHARACTERS)
    const stamp = text !== null && isMostlyDate(text) ? readBrazilian(text) : null
    if (stamp !== null) return { stamp, isGuessed: false }
  }
  const stamp = readBrazilian(textOf(item))
  return { stamp, isGuessed: stamp !== null }
}
