import DataLoader from 'dataloader'
import { readRows, type Db } from '@pauta/platform/database/database'

type Membership = DataLoader<string, boolean | null>
type List = (db: Db, userId: string, ids: readonly string[]) => Promise<Set<string>>

/**
 * The caller's likes and follows for the listings of a request, in one statement each; null for anonymous callers.
 * Values are not cached, because a mutation may change them.
 */
export interface MarketplaceLoaders {
  /** By listing: true if the caller likes the listing. */
  likes: Membership
  /** By clipping: true if the caller follows the clipping. */
  follows: Membership
}

export function makeMarketplaceLoaders(db: Db, userId: string | undefined): MarketplaceLoaders {
  const load = (findList: () => Promise<List>): Membership =>
    new DataLoader<string, boolean | null>(
      async (ids) => {
        if (userId === undefined) return ids.map(() => null)
        const list = await findList()
        const found = await readRows(() => list(db, userId, ids))
        return ids.map((id) => found.has(id))
      },
      { cache: false },
    )
  const queries = () => import('@pauta/clippings/marketplace/queries')
  return {
    likes: load(async () => (await queries()).listLikedListings),
    follows: load(async () => (await queries()).listFollowedClippings),
  }
}
