import { readRows } from '@pauta/platform/database/database'
import { listPushAgencies } from '@pauta/delivery/channels/push/preferences'
import { hasTelegramLink } from '@pauta/delivery/channels/telegram/linking'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { findUserId, getUserId } from '../../request/viewer.ts'

export const queries = {
  pushPreferences: async (_, __, { db, viewer }) => {
    const agencies = await readRows(() => listPushAgencies(db, getUserId(viewer)))
    return { agencies }
  },
  pushPublicKey: (_, __, { pushPublicKey }) => pushPublicKey,
  // The fields have their own resolvers.
  pushFiltersData: () => ({}),
  currentUserHasTelegramLinked: async (_, __, { db, viewer }) => {
    const userId = findUserId(viewer)
    return userId !== undefined && (await readRows(() => hasTelegramLink(db, userId)))
  },
} satisfies QueryResolvers
