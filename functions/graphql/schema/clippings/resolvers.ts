import { DEFAULT_EVENTS, type Recorte } from '@pauta/clippings/recortes/recorte'
import { releaseAddress } from '@pauta/clippings/releases/release-address'
import { parseStart } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { limitArgument } from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { toEnum } from '../history/enums.ts'
import { lazyResolvers } from '../../request/lazy-resolvers.ts'
import { findUserId } from '../../request/viewer.ts'

const RELEASES_MAX = 100

export const access = {
  'Query.clippings': 'user',
  'Query.clipping': 'user',
  'Query.release': 'public',
  'Query.releaseArticles': 'public',
  'Query.releaseChanges': 'public',
  'Query.clippingEstimate': 'public',
  'Query.estimateRecorteCount': 'public',
  'Query.recorteEstimate': 'public',
  'Query.clippingMailPreview': 'user',
  'Mutation.createClipping': 'user',
  'Mutation.updateClipping': 'user',
  'Mutation.setClippingActive': 'user',
  'Mutation.deleteClipping': 'user',
  'Mutation.sendClipping': 'user',
  'Mutation.renewReleaseAddresses': 'user',
  'Mutation.subscribeToClipping': 'user',
  'Mutation.unsubscribeFromClipping': 'user',
  'Mutation.updateMySubscription': 'user',
} satisfies AccessMap

/** Returns the first instant of a local day. */
const startOf = (day: string | null) => (day === null ? null : parseStart(day, 'day'))

const isAuthor = ({ authorUserId }: { authorUserId: string }, { viewer }: Context) =>
  authorUserId === findUserId(viewer)

/** Returns the page of releases for the arguments of a `releases` field. Throws BAD_USER_INPUT. */
export function releasePage(
  clippingId: string,
  { limit, before }: { limit: number; before?: string | null | undefined },
) {
  return {
    clippingId,
    limit: limitArgument(limit, RELEASES_MAX),
    before: before?.trim() ? parseStart(before, 'before') : undefined,
  }
}

/** Fields that recortes of before lack. */
export const recorteFields = {
  excludeAgencies: ({ excludeAgencies }: Pick<Recorte, 'excludeAgencies'>) => excludeAgencies ?? [],
  excludeKeywords: ({ excludeKeywords }: Pick<Recorte, 'excludeKeywords'>) => excludeKeywords ?? [],
  entityCanonical: ({ entityCanonical }: Pick<Recorte, 'entityCanonical'>) => entityCanonical ?? [],
  states: ({ states }: Pick<Recorte, 'states'>) => states ?? [],
  events: ({ events }: Pick<Recorte, 'events'>) => events ?? [...DEFAULT_EVENTS],
}

export const resolvers = {
  Query: lazyResolvers(access, 'Query', async () => (await import('./queries.ts')).queries),
  Mutation: lazyResolvers(access, 'Mutation', async () => (await import('./mutations.ts')).mutations),
  Clipping: {
    startDate: ({ startDate }) => startOf(startDate),
    endDate: ({ endDate }) => startOf(endDate),
    isAuthor: (clipping, _, context) => isAuthor(clipping, context),
    publishedToMarketplace: ({ marketplaceListingId }) => marketplaceListingId !== null,
    mySubscription: ({ id }, _, { loaders }) => loaders.subscriptions.load(id),
    // The author's own subscription has these two; only the author sees them.
    deliveryChannels: async (clipping, _, context) => {
      if (!isAuthor(clipping, context)) return null
      return (await context.loaders.subscriptions.load(clipping.id))?.deliveryChannels ?? null
    },
    extraEmails: async (clipping, _, context) => {
      if (!isAuthor(clipping, context)) return []
      return (await context.loaders.subscriptions.load(clipping.id))?.extraEmails ?? []
    },
    releases: async (clipping, { limit, before }, context) => {
      const page = {
        ...releasePage(clipping.id, { limit, before }),
        userId: findUserId(context.viewer) ?? null,
      }
      const isMember =
        isAuthor(clipping, context) || (await context.loaders.subscriptions.load(clipping.id)) !== null
      return isMember ? await context.loaders.releases.load(page) : []
    },
  },
  UserSubscription: {
    channelProblems: ({ id }, _, { loaders }) => loaders.channelProblems.load(id),
  },
  Recorte: recorteFields,
  Release: {
    digestHtml: (release, _, { loaders }) => loaders.digests.load(release),
    releaseUrl: (release, _, { releaseSites }) => releaseAddress(release, releaseSites),
  },
  ReleaseChange: {
    kind: ({ kind }) => toEnum(kind),
    grade: ({ grade }) => grade && toEnum(grade),
    from: ({ fromVersion }) => fromVersion,
    to: ({ toVersion }) => toVersion,
    before: ({ wordsBefore }) => wordsBefore,
    after: ({ wordsAfter }) => wordsAfter,
  },
} satisfies Resolvers
