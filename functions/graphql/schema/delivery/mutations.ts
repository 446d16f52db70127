import { parsePushPreferences, putPushPreferences } from '@pauta/delivery/channels/push/preferences'
import { parsePushSubscription, syncPushSubscription } from '@pauta/delivery/channels/push/subscriptions'
import type { MutationResolvers } from '../../generated/resolvers-types.ts'
import { getUserId } from '../../request/viewer.ts'

export const mutations = {
  syncPushSubscription: async (_, { subscription }, { db, viewer, now, outboundOrigins }) => {
    const parsed = parsePushSubscription(subscription, outboundOrigins)
    await syncPushSubscription(db, { userId: getUserId(viewer), subscription: parsed, now })
    return true
  },
  updatePushPreferences: async (_, { preferences }, { db, viewer, now }) => {
    const parsed = parsePushPreferences(preferences)
    await putPushPreferences(db, { userId: getUserId(viewer), preferences: parsed, now })
    return true
  },
} satisfies MutationResolvers
