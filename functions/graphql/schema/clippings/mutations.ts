import {
  listWaitingChannels,
  parseEmails,
  type DeliveryChannels,
} from '@pauta/clippings/subscriptions/channels'
import { parseClipping, type ClippingDraft } from '@pauta/clippings/clippings/clipping'
import { isEmpty } from '@pauta/clippings/recortes/recorte'
import { hasNews, requestManualSend } from '@pauta/clippings/releases/manual-send'
import { findNextRun } from '@pauta/clippings/schedules/due-time'
import { renewPageKeys } from '@pauta/clippings/releases/renew-page-keys'
import { setReleaseSchedule } from '@pauta/clippings/schedules/release-scheduler'
import { subscribe, unsubscribe, updateSubscription } from '@pauta/clippings/subscriptions/subscribe'
import {
  createClipping,
  deleteClipping,
  setClippingActive,
  updateClipping,
} from '@pauta/clippings/clippings/writes'
import { byUrl, URL_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { unavailable } from '@pauta/platform/errors'
import { assertPublicHttpsUrl } from '@pauta/platform/outbound/public-url'
import { idArgument } from '../../request/arguments.ts'
import { warnOfUnknownRecortes } from '../../request/unknown-values.ts'
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

/** Returns the validated URL of a channel; null if none is given. Throws BAD_USER_INPUT. */
function urlArgument(text: string | null | undefined, argument: string, context: Context): string | null {
  return text?.trim() ? assertPublicHttpsUrl(text, argument, context.outboundOrigins).href : null
}

/** Adds a warning for each of the chosen channels that waits for its URL in the viewer's subscription. */
async function warnOfWaitingChannels(
  clippingId: string,
  chosen: DeliveryChannels | null | undefined,
  { loaders, warnings }: Context,
): Promise<void> {
  if (!chosen || !URL_CHANNELS.some((channel) => chosen[channel])) return
  const subscription = await loaders.subscriptions.load(clippingId)
  if (!subscription) return
  for (const channel of listWaitingChannels(subscription.deliveryChannels, subscription))
    warnings.push(
      `deliveryChannels.${channel}: o canal ${channel} começa quando updateMySubscription receber uma URL https em ${channel}Url.`,
    )
}

/** Adds a warning for each part of a clipping that is valid and will never send anything. */
function warnOfSilence(draft: ClippingDraft, { now, warnings }: Context): void {
  if (draft.recortes.length === 0)
    warnings.push('input.recortes: sem recortes, este clipping não captura nenhuma notícia.')
  for (const [position, recorte] of draft.recortes.entries())
    if (isEmpty(recorte))
      warnings.push(
        `input.recortes[${position}]: sem tema, órgão, estado, entidade ou palavra-chave, este recorte não captura nenhuma notícia.`,
      )
  if (draft.endDate !== null && !findNextRun({ ...draft, active: true }, now))
    warnings.push('input.endDate: não há mais nenhum envio até este dia, então o clipping não enviará nada.')
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
    const draft = parseClipping(input)
    const clipping = await createClipping(db, draft, { userId: getUserId(viewer), now })
    warnOfSilence(draft, context)
    await setReleaseSchedule(releaseScheduler, clipping)
    if (input.extraEmails) await context.enqueueNotices()
    await warnOfWaitingChannels(clipping.id, input.deliveryChannels, context)
    await warnOfUnknownRecortes(draft.recortes, context)
    return clipping
  },
  updateClipping: async (_, { id, input }, context) => {
    const draft = parseClipping(input)
    const clipping = await updateClipping(context.db, draft, requestOf(id, context))
    warnOfSilence(draft, context)
    await setReleaseSchedule(context.releaseScheduler, clipping)
    if (input.extraEmails || clipping.marketplaceListingId !== null) await context.enqueueNotices()
    await warnOfWaitingChannels(clipping.id, input.deliveryChannels, context)
    await warnOfUnknownRecortes(draft.recortes, context)
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
  renewReleaseAddresses: (_, { clippingId }, { db, viewer }) =>
    renewPageKeys(db, { id: idArgument(clippingId, 'clippingId'), userId: getUserId(viewer) }),
} satisfies MutationResolvers

const subscriptionMutations = {
  subscribeToClipping: async (_, { input }, context) => {
    const request = subscriptionOf(input.clippingId, 'input.clippingId', context)
    const subscription = await subscribe(context.db, request, {
      channels: input.deliveryChannels,
      extraEmails: parseEmails(input.extraEmails ?? [], 'input.extraEmails'),
      urls: byUrl((name) => urlArgument(input[name], `input.${name}`, context)),
    })
    if (subscription.extraEmails.length > 0) await context.enqueueNotices()
    return subscription
  },
  unsubscribeFromClipping: (_, { clippingId }, context) =>
    unsubscribe(context.db, subscriptionOf(clippingId, 'clippingId', context)),
  updateMySubscription: async (_, { clippingId, channels, extraEmails, ...urls }, context) => {
    const request = subscriptionOf(clippingId, 'clippingId', context)
    const updated = await updateSubscription(context.db, request, {
      channels,
      // Null leaves the value unchanged, as in updateClipping; a blank URL removes it.
      extraEmails: extraEmails ? parseEmails(extraEmails, 'extraEmails') : undefined,
      urls: byUrl((name) => {
        const url = urls[name]
        return typeof url === 'string' ? urlArgument(url, name, context) : undefined
      }),
    })
    if (extraEmails) await context.enqueueNotices()
    if (updated) await warnOfWaitingChannels(updated.clippingId, channels, context)
    return updated ?? null
  },
} satisfies MutationResolvers

export const mutations = { ...clippingMutations, ...subscriptionMutations }
