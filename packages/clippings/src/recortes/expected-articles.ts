import { articleFilter } from '@pauta/core/search-index/article-filter'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { listDocuments } from '@pauta/core/search-index/search'
import { PublicError } from '@pauta/platform/errors'
import { DAY_MS } from '@pauta/platform/time/time'
import { estimateCapture } from './capture.ts'
import { isEmpty, type RecorteFilters } from './recorte.ts'

/** A week has all days of the week, on which agencies publish differently. */
const DAYS = 7
/** More articles a day than most people read in a digest. */
export const MANY_ARTICLES_PER_DAY = 50

/** Counts the articles of all keywords together. Returns undefined for more keywords than one filter may have. */
async function countTogether(
  index: SearchIndex,
  recorte: RecorteFilters,
  from: Date,
): Promise<number | undefined> {
  try {
    const filter = articleFilter(recorte, { during: { from } })
    return (await listDocuments(index, { filter, page: 1, limit: 0, fields: [] })).found
  } catch (error) {
    if (error instanceof PublicError && error.code === 'LIMIT_EXCEEDED') return undefined
    throw error
  }
}

/**
 * Returns the articles per day that a recorte would have captured in the last 7 days, rounded to one decimal. For more
 * compound keywords than one filter may have, the articles of the most frequent keyword. 0 for a recorte without filters.
 */
export async function expectArticlesPerDay(
  index: SearchIndex,
  recorte: RecorteFilters,
  now: Date,
): Promise<number> {
  if (isEmpty(recorte)) return 0
  const count =
    (await countTogether(index, recorte, new Date(now.getTime() - DAYS * DAY_MS))) ??
    (await estimateCapture(index, recorte, { sinceHours: DAYS * 24, now }))
  return Math.round((count / DAYS) * 10) / 10
}

/** Returns a warning for a recorte of more than 50 articles a day, or null. */
export function warnOfMany(articlesPerDay: number): string | null {
  if (articlesPerDay <= MANY_ARTICLES_PER_DAY) return null
  return (
    `Este recorte deve trazer cerca de ${Math.round(articlesPerDay)} notícias por dia. ` +
    'Para receber menos, escolha órgãos ou temas mais específicos, acrescente palavras-chave ou exclua palavras ou órgãos.'
  )
}
