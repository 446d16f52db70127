import { CONFIRM_WITHIN_DAYS, parseAlert } from '@pauta/clippings/alerts/alert'
import { takeNetworkAttempt, type AlertAction } from '@pauta/clippings/alerts/network-limit'
import { requestAlert } from '@pauta/clippings/alerts/request-alert'
import {
  cancelAlert,
  confirmAlert,
  leaveAlerts,
  updateAlert,
  type AlertRequest,
  type AlertRun,
} from '@pauta/clippings/alerts/writes'
import { parseFilledRecorte } from '@pauta/clippings/recortes/recorte'
import { setReleaseSchedule } from '@pauta/clippings/schedules/release-scheduler'
import { idArgument } from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import type { MutationResolvers } from '../../generated/resolvers-types.ts'
import { warnOfUnknownRecorte } from '../../request/unknown-values.ts'
import { addressKeyOf, showAddress } from './queries.ts'

const takeAttempt = ({ db, clientNetwork, now }: Context, action: AlertAction) =>
  takeNetworkAttempt(db, { network: clientNetwork, action, now })

/** Reads which alert a link changes, and counts the change. Throws BAD_USER_INPUT or RATE_LIMITED. */
async function readRequest(
  { token, id }: { token: string; id: string },
  context: Context,
): Promise<AlertRequest> {
  const request = { id: idArgument(id, 'id'), addressKey: addressKeyOf(token, context), now: context.now }
  await takeAttempt(context, 'change')
  return request
}

/** Sets the schedule of a changed alert, and returns the alerts of its address. */
async function showChanged({ addressKey }: AlertRequest, run: AlertRun, context: Context) {
  await setReleaseSchedule(context.releaseScheduler, run)
  const shown = await showAddress(context.db, addressKey)
  if (!shown) throw new Error('An address lost its alerts while one of them was changed')
  return shown
}

export const mutations = {
  requestAlert: async (_, { input }, context) => {
    const draft = parseAlert(input)
    await takeAttempt(context, 'request')
    if (await requestAlert(context.db, draft, context.now)) await context.enqueueNotices()
    await warnOfUnknownRecorte(draft.recorte, context, 'input.recorte')
    return { confirmWithinDays: CONFIRM_WITHIN_DAYS }
  },
  confirmAlert: async (_, { token, id }, context) => {
    const request = await readRequest({ token, id }, context)
    return await showChanged(request, await confirmAlert(context.db, request), context)
  },
  updateAlert: async (_, { token, id, recorte, frequency }, context) => {
    const change = {
      recorte: recorte ? parseFilledRecorte(recorte, 'recorte') : undefined,
      frequency: frequency ?? undefined,
    }
    const request = await readRequest({ token, id }, context)
    const shown = await showChanged(request, await updateAlert(context.db, request, change), context)
    if (change.recorte) await warnOfUnknownRecorte(change.recorte, context, 'recorte')
    return shown
  },
  cancelAlert: async (_, { token, id }, context) => {
    const request = await readRequest({ token, id }, context)
    if (await cancelAlert(context.db, request)) await context.releaseScheduler.remove(request.id)
    return await showAddress(context.db, request.addressKey)
  },
  leaveAlerts: async (_, { token, block }, context) => {
    const addressKey = addressKeyOf(token, context)
    await takeAttempt(context, 'change')
    const ended = await leaveAlerts(context.db, { addressKey, blocks: block, now: context.now })
    for (const id of ended) await context.releaseScheduler.remove(id)
    return ended.length > 0
  },
} satisfies MutationResolvers
