import { formatInstant } from '@pauta/platform/time/time'
import type { IncomingArticle } from './article.ts'
import { mintUniqueId, UNIQUE_SUFFIX_CHARACTERS } from '@pauta/platform/text/identity'

/** What decides whose an identifier is. */
export interface Holder {
  agencyKey: string
  url: string
}

/**
 * Identifiers under which an article may stand, the usual one first. A minted id ends in 24 bits of a hash, so equal
 * titles of two agencies can meet; the second one is then stored under the same slug with 96 bits of the same hash.
 * Both are made of agency, instant and title alone, so the next scrape of either article finds its own row again.
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
 * The identifier of an article among those that are held already; undefined when another agency holds it. A minted id
 * whose holder has the same address is the same article: somebody has corrected its agency, which stays.
 */
export function identify(
  article: IncomingArticle,
  findHolder: (uniqueId: string) => Holder | undefined,
): string | undefined {
  return candidateIds(article).find((id) => {
    const holder = findHolder(id)
    if (!holder || holder.agencyKey === article.agencyKey) return true
    return article.uniqueId === null && holder.url === article.url
  })
}
