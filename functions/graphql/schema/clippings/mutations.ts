import { parseEmails } from '@pauta/clippings/subscriptions/channels'
import { parseClipping } from '@pauta/clippings/clippings/clipping'
import { hasNews, requestManualSend } from '@pauta/clippings/releases/manual-send'
import { setReleaseSchedule } from '@pauta/clippings/releases/release-scheduler'
import { subscribe, unsubscribe, updateSubscription } from '@pauta/clippings/subscriptions/subscribe'
import {
  createClipping,
  deleteClipping,
  setClippingActive,
  updateClipping,
} from '@pauta/clippings/clippings/writes'
import { unavailable } from '@pauta/platform/errors'
import { assertPublicHttpsUrl } from '@pauta/platform/outbound/public-url'
import { idArgument } from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import type { MutationResolvers } from '../../generated/resolvers-types.ts'
import { getUserId } from '../../request/viewer.ts'

const requestOf = (id: string, { viewer, now }: Context) => ({
  id: idArgument(id, 'id'),
  userId: getUserId(viewer),
  now,
})

const subscriptionOf = (clippingId: string, argument: string, { viewer, now }: Context) => ({
  clippingId: idArgument(clippingId, argument),
  userId: getUserId(viewer),
  now,
})

/** Returns the validated webhook URL; null if none is given. Throws BAD_USER_INPUT. */
function webhookArgument(text: string | null | undefined, argument: string, context: Context): string | null {
  return text?.trim() ? assertPublicHttpsUrl(text, argument, context.outboundOrigins).href : null
}

const WEBHOOK_WAITS =
  'deliveryChannels.webhook: o canal webhook começa quando updateMySubscription receber uma URL https em webhookUrl.'

/** Adds a warning if the viewer's subscription has the webhook channel and no URL. */
async function warnOfWaitingWebhook(clippingId: string, { loaders, warnings }: Context): Promise<void> {
  const subscription = await loaders.subscriptions.load(clippingId)
  if (subscription?.deliveryChannels.webhook && subscription.webhookUrl === null) warnings.push(WEBHOOK_WAITS)
}

const NOTHING_TO_SEND = 'sendClipping: não há notícia nova para este clipping, então nada será enviado agora.'

/**
 * Adds a warning if the release would have no article. If the index does not answer, the send continues without a
 * warning.
 */
async function warnOfEmptySend(clippingId: string, context: Context): Promise<void> {
  const { db, index, now, warnings, logger } = context
  try {
    if (!(await hasNews({ db, index }, { clippingId, now }))) warnings.push(NOTHING_TO_SEND)
  } catch (error) {
    logger.warn({ error, clippingId }, 'the news of a clipping could not be counted before a manual send')
  }
}

const clippingMutations = {
  createClipping: async (_, { input }, context) => {
    const { db, viewer, now, releaseScheduler } = context
    const clipping = await createClipping(db, parseClipping(input), { userId: getUserId(viewer), now })
    await setReleaseSchedule(releaseScheduler, clipping)
    if (input.extraEmails) await context.enqueueNotices()
    if (input.deliveryChannels?.webhook) await warnOfWaitingWebhook(clipping.id, context)
    return clipping
  },
  updateClipping: async (_, { id, input }, context) => {
    const clipping = await updateClipping(context.db, parseClipping(input), requestOf(id, context))
    await setReleaseSchedule(context.releaseScheduler, clipping)
    if (input.extraEmails || clipping.marketplaceListingId !== null) await context.enqueueNotices()
    if (input.deliveryChannels?.webhook) await warnOfWaitingWebhook(clipping.id, context)
    return clipping
  },
  setClippingActive: async (_, { id, active }, context) => {
    const clipping = await setClippingActive(context.db, active, requestOf(id, context))
    await setReleaseSchedule(context.releaseScheduler, clipping)
    if (clipping.marketplaceListingId !== null) await context.enqueueNotices()
    return clipping
  },
  deleteClipping: async (_, { id }, context) => {
    const request = requestOf(id, context)
    await deleteClipping(context.db, request)
    await context.releaseScheduler.remove(request.id)
    await context.enqueueNotices()
    return true
  },
  sendClipping: async (_, { id }, context) => {
    const request = requestOf(id, context)
    const { requestedAt, undo } = await requestManualSend(context.db, request)
    // Runs before the message is sent, because the worker may finish at once.
    await warnOfEmptySend(request.id, context)
    try {
      await context.enqueueRelease({ kind: 'manual', clippingId: request.id, requestedAt })
    } catch (error) {
      await undo()
      throw unavailable('queue', error)
    }
    return true
  },
} satisfies MutationResolvers

const subscriptionMutations = {
  subscribeToClipping: async (_, { input }, context) => {
    const request = subscriptionOf(input.clippingId, 'input.clippingId', context)
    const subscription = await subscribe(context.db, request, {
      channels: input.deliveryChannels,
      extraEmails: parseEmails(input.extraEmails ?? [], 'input.extraEmails'),
      webhookUrl: webhookArgument(input.webhookUrl, 'input.webhookUrl', context),
    })
    if (subscription.extraEmails.length > 0) await context.enqueueNotices()
    return subscription
  },
  unsubscribeFromClipping: (_, { clippingId }, context) =>
    unsubscribe(context.db, subscriptionOf(clippingId, 'clippingId', context)),
  updateMySubscription: async (_, { clippingId, channels, extraEmails, webhookUrl }, context) => {
    const request = subscriptionOf(clippingId, 'clippingId', context)
    const updated = await updateSubscription(context.db, request, {
      channels,
      // Null leaves the value unchanged, as in updateClipping; a blank URL removes it.
      extraEmails: extraEmails ? parseEmails(extraEmails, 'extraEmails') : undefined,
      webhookUrl:
        typeof webhookUrl === 'string' ? webhookArgument(webhookUrl, 'webhookUrl', context) : undefined,
    })
    if (extraEmails) await context.enqueueNotices()
    if (updated && channels.webhook) await warnOfWaitingWebhook(updated.clippingId, context)
    return updated ?? null
  },
} satisfies MutationResolvers

export const mutations = { ...clippingMutations, ...subscriptionMutations }
