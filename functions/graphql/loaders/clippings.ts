import DataLoader from 'dataloader'
import type { Release, ReleasePage } from '@pauta/clippings/releases/release'
import type { ChannelProblem } from '@pauta/delivery/ledger/channel-problems'
import type { Subscription } from '@pauta/clippings/subscriptions/subscription'
import { readRows, type Db } from '@pauta/platform/database/database'
import { limitExceeded } from '@pauta/platform/errors'

/** Limit of all digests in one answer: Lambda allows 6 MB, and JSON escapes quotes. */
const DIGESTS_MAX_BYTES = 5_000_000

/**
 * Loads data for many clippings or releases in one statement each. Values are not cached, because a mutation may
 * change them.
 */
export interface ClippingLoaders {
  /** The viewer's active subscription by clipping; null if there is none. */
  subscriptions: DataLoader<string, Subscription | null>
  /** What keeps a subscription from being delivered, by its id. */
  channelProblems: DataLoader<string, ChannelProblem[]>
  releases: DataLoader<ReleasePage, Release[]>
  /** HTML by release. Throws LIMIT_EXCEEDED if the digests exceed the size of one answer. */
  digests: DataLoader<Release, string>
}

async function readDigests(db: Db, releases: readonly Release[]): Promise<string[]> {
  const bytes = releases.reduce((sum, { digestBytes }) => sum + digestBytes, 0)
  if (bytes > DIGESTS_MAX_BYTES)
    throw limitExceeded('releases', 'os digests pedidos passam de 5 MB: peça menos envios por vez.')
  const { listDigests } = await import('@pauta/clippings/releases/release')
  const ids = releases.map(({ id }) => id)
  const digests = await readRows(() => listDigests(db, ids))
  // A release that was deleted after it was listed counts as a release without articles.
  return ids.map((id) => digests.get(id) ?? '')
}

export function makeClippingLoaders(db: Db, userId: string | undefined): ClippingLoaders {
  const batched = { cache: false }
  return {
    subscriptions: new DataLoader<string, Subscription | null>(async (clippingIds) => {
      if (userId === undefined) return clippingIds.map(() => null)
      const { listSubscriptions } = await import('@pauta/clippings/subscriptions/subscription')
      const found = await readRows(() => listSubscriptions(db, { userId, clippingIds }))
      const byClipping = new Map(found.map((subscription) => [subscription.clippingId, subscription]))
      return clippingIds.map((id) => byClipping.get(id) ?? null)
    }, batched),
    channelProblems: new DataLoader<string, ChannelProblem[]>(async (subscriptionIds) => {
      const { listChannelProblems } = await import('@pauta/delivery/ledger/channel-problems')
      const problems = await readRows(() => listChannelProblems(db, subscriptionIds))
      return subscriptionIds.map((id) => problems.get(id) ?? [])
    }, batched),
    releases: new DataLoader<ReleasePage, Release[]>(async (pages) => {
      const { listReleasePages } = await import('@pauta/clippings/releases/release')
      return await readRows(() => listReleasePages(db, pages))
    }, batched),
    digests: new DataLoader<Release, string>((releases) => readDigests(db, releases), batched),
  }
}
