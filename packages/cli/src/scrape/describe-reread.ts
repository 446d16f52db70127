import type { FieldChange, Reread } from '@pauta/scraper/raw-pages/reread'
import { withoutControls } from '../terminal/output.ts'

/** Characters of a value that are shown, from a little before the first difference. */
const SHOWN_CHARACTERS = 70
const BEFORE_DIFFERENCE = 20

const wordsOf = (value: unknown) =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

/** Returns the part of a value from which it differs from another one. */
function shorten(text: string, first: number): string {
  if (text === '') return '(nothing)'
  const start = Math.max(0, first - BEFORE_DIFFERENCE)
  const end = start + SHOWN_CHARACTERS
  return withoutControls(`"${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}"`)
}

function shortenBoth({ before, after }: FieldChange): { before: string; after: string } {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && old[first] === now[first]) first += 1
  return { before: shorten(old, first), after: shorten(now, first) }
}

const NOTES: Partial<Record<Reread['outcome'], string>> = {
  new: 'is not stored',
  held: 'not sent: the new text lacks four fifths of the stored one (--allow-shorter)',
  unreadable: 'cannot be read',
  missing: 'cannot be read',
  refused: 'not sent: its id belongs to another agency',
}

/** The lines that show a page to an operator: why it was not sent, and each difference. Empty for a page without either. */
export function describePage(page: Reread): string[] {
  const { outcome, uniqueId, agencyKey, url, detail, fields } = page
  const note = NOTES[outcome]
  if (note === undefined && fields.length === 0) return []
  const head = [`${agencyKey}: ${uniqueId ?? url}`, note, detail].filter(Boolean).join(', ')
  return [
    withoutControls(head),
    ...fields.map((change) => {
      const { before, after } = shortenBoth(change)
      return `  ${change.field}: ${before} → ${after}`
    }),
  ]
}

/** A page as the JSON result has it, with shortened values. */
export const toJson = ({ outcome, agencyKey, url, uniqueId, detail, fields }: Reread) => ({
  outcome,
  agencyKey,
  url,
  uniqueId,
  ...(detail !== null && { detail }),
  fields: fields.map((change) => ({ field: change.field, ...shortenBoth(change) })),
})

/** Pages by their outcome, all pages, and the articles that were sent. */
export type RereadCounts = Partial<Record<Reread['outcome'] | 'pages' | 'sent', number>>

export const describeCounts = ({ pages = 0, sent = 0, ...outcomes }: RereadCounts) => {
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
  return `${pages} pages read again, ${sent} articles sent${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}
