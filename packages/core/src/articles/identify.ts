import { formatInstant } from '@pauta/platform/time/time'
import type { IncomingArticle } from './article.ts'
import { normalizeAddress } from '@pauta/platform/text/address'
import { mintUniqueId, UNIQUE_SUFFIX_CHARACTERS } from './identity.ts'

/** The fields that decide which article owns an id. */
export interface Holder {
  agencyKey: string
  url: string
}

/**
 * Returns the possible ids of an article, the usual one first. A derived id ends in 24 bits of a hash, so equal titles
 * of two agencies can collide. The second article then gets the same slug with 96 bits of the hash. Both ids depend
 * only on agency, instant and title, so the next scrape of either article finds its row.
 */
export function candidateIds({ uniqueId, agencyKey, publishedAt, title }: IncomingArticle): string[] {
  if (uniqueId !== null) return [uniqueId]
  const published = formatInstant(publishedAt)
  return [
    mintUniqueId(agencyKey, published, title),
    mintUniqueId(agencyKey, published, title, UNIQUE_SUFFIX_CHARACTERS),
  ]
}

/**
 * Returns the id of an article; undefined when another agency owns the id. For a derived id, an owner with the same
 * address is the same article: somebody has corrected its agency, and the correction stays.
 */
export function identify(
  article: IncomingArticle,
  findHolder: (uniqueId: string) => Holder | undefined,
): string | undefined {
  return candidateIds(article).find((id) => {
    const holder = findHolder(id)
    if (!holder || holder.agencyKey === article.agencyKey) return true
    return article.uniqueId === null && normalizeAddress(holder.url) === normalizeAddress(article.url)
  })
}
