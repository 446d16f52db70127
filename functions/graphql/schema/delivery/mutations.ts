import { parsePushPreferences, putPushPreferences } from '@pauta/delivery/channels/push/preferences'
import { parsePushSubscription, syncPushSubscription } from '@pauta/delivery/channels/push/subscriptions'
import type { MutationResolvers } from '../../generated/resolvers-types.ts'
import { warnOfUnknownAgencies, warnOfUnknownValues } from '../../request/unknown-values.ts'
import { getUserId } from '../../request/viewer.ts'

export const mutations = {
  syncPushSubscription: async (_, { subscription }, { db, viewer, now, outboundOrigins }) => {
    const parsed = parsePushSubscription(subscription, outboundOrigins)
    await syncPushSubscription(db, { userId: getUserId(viewer), subscription: parsed, now })
    return true
  },
  updatePushPreferences: async (_, { preferences }, context) => {
    const { db, viewer, now } = context
    const parsed = parsePushPreferences(preferences)
    await putPushPreferences(db, { userId: getUserId(viewer), preferences: parsed, now })
    const { agencies, themes } = parsed
    await warnOfUnknownAgencies(agencies, context, { argument: 'preferences.agencies', match: 'KEY' })
    await warnOfUnknownValues({ themes }, context, { found: 1, prefix: 'preferences.' })
    return true
  },
} satisfies MutationResolvers
