import { formatCount } from '../format.ts'
import { texts } from '../texts/texts.ts'

interface PagesProps {
  /** From 1. */
  page: number
  /** Number of pages. */
  pages: number
  turn: (page: number) => void
  /** Identifier of the element with the list, which can take the focus. */
  list: string
}

/**
 * Buttons to the pages before and after the shown one, which then show the begin of the list and move the focus there. A
 * page after the last one leads back to the last one.
 */
export function Pages({ page, pages, turn, list }: PagesProps) {
  const turnTo = (next: number) => {
    turn(next)
    document.getElementById(list)?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }
  if (page === 1 && pages < 2) return null
  const position =
    page > pages ? texts.search.pastEnd : texts.search.page(formatCount(page), formatCount(pages))
  return (
    <nav class="pages" aria-label={position}>
      <button
        type="button"
        disabled={page <= 1}
        onClick={() => turnTo(Math.max(1, Math.min(page - 1, pages)))}
      >
        {texts.search.previous}
      </button>
      <span>{position}</span>
      <button type="button" disabled={page >= pages} onClick={() => turnTo(page + 1)}>
        {texts.search.next}
      </button>
    </nav>
  )
}
