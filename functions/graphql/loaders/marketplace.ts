import DataLoader from 'dataloader'
import { readRows, type Db } from '@pauta/platform/database/database'

type Membership = DataLoader<string, boolean | null>
type List = (db: Db, userId: string, ids: readonly string[]) => Promise<Set<string>>

/**
 * What the caller has to do with the listings of a request, in one statement each; null for whoever is not logged in.
 * Nothing is kept: a mutation may change it.
 */
export interface MarketplaceLoaders {
  /** By listing: whether the caller likes it. */
  likes: Membership
  /** By clipping: whether the caller follows it. */
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
