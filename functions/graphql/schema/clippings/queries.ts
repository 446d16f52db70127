import { estimateCapture } from '@pauta/clippings/recortes/capture'
import { findClipping, listClippings } from '@pauta/clippings/clippings/queries'
import { expectArticlesPerDay, warnOfMany } from '@pauta/clippings/recortes/expected-articles'
import { parseFilters } from '@pauta/clippings/recortes/recorte'
import { findRelease, findReleaseContents } from '@pauta/clippings/releases/release'
import { listReleaseChanges } from '@pauta/clippings/releases/release-change'
import { listReleaseArticles } from '@pauta/clippings/releases/release-articles'
import { readRows } from '@pauta/platform/database/database'
import { numberInRange } from '@pauta/platform/input/number-input'
import type { GraphQLResolveInfo } from 'graphql'
import { idArgument } from '../../request/arguments.ts'
import { warnOfUnknownValues } from '../../request/unknown-values.ts'
import type { Context } from '../../request/context.ts'
import { selectedFields } from '../../request/selected-fields.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { findUserId, getUserId } from '../../request/viewer.ts'
import { listedFields } from '../articles/fields.ts'

/** A leap year in hours, the longest period of a preview. */
const SINCE_HOURS_MAX = 8784
const ESTIMATE_SINCE_HOURS = 24
const CHANGES_MAX = 300

const sinceHoursArgument = (hours: number): number =>
  numberInRange(hours, 'sinceHours', { least: 1, most: SINCE_HOURS_MAX })

/**
 * Returns what a recorte brings. Counts the articles per day only if the query selects them or the warning. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the filter.
 */
async function estimate(
  filters: Parameters<typeof parseFilters>[0],
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { index, now } = context
  const recorte = parseFilters(filters)
  const selected = selectedFields(info)
  const [totalEstimate, articlesPerDay] = await Promise.all([
    estimateCapture(index, recorte, { sinceHours: ESTIMATE_SINCE_HOURS, now }),
    selected.has('articlesPerDay') || selected.has('warning') ? expectArticlesPerDay(index, recorte, now) : 0,
  ])
  await warnOfUnknownValues(recorte, context, { found: totalEstimate })
  return { totalEstimate, articlesPerDay, warning: warnOfMany(articlesPerDay) }
}

export const queries = {
  clippings: (_, __, { db, viewer }) => readRows(() => listClippings(db, getUserId(viewer))),
  clipping: async (_, { id: asked }, { db, viewer }) => {
    const request = { id: idArgument(asked, 'id'), userId: getUserId(viewer) }
    return (await readRows(() => findClipping(db, request))) ?? null
  },
  release: async (_, { id: asked }, { db, viewer }) => {
    const request = { id: idArgument(asked, 'id'), userId: findUserId(viewer) ?? null }
    return (await readRows(() => findRelease(db, request))) ?? null
  },
  releaseArticles: async (_, { id: asked }, { db, index, viewer }, info) => {
    const request = { id: idArgument(asked, 'id'), userId: findUserId(viewer) ?? null }
    const contents = await readRows(() => findReleaseContents(db, request))
    return contents ? await listReleaseArticles(index, contents, listedFields(info)) : []
  },
  releaseChanges: async (_, { id: asked }, { db, viewer }) => {
    const request = { id: idArgument(asked, 'id'), userId: findUserId(viewer) ?? null }
    if (!(await readRows(() => findRelease(db, request)))) return []
    const found = await readRows(() => listReleaseChanges(db, [request.id], CHANGES_MAX))
    return found.get(request.id) ?? []
  },
  clippingEstimate: (
    _,
    { themes, agencies, excludeAgencies, keywords, excludeKeywords, entityCanonical, states },
    context,
    info,
  ) =>
    estimate(
      { themes, agencies, excludeAgencies, keywords, excludeKeywords, entityCanonical, states },
      context,
      info,
    ),
  recorteEstimate: (_, { recorte }, context, info) => estimate(recorte, context, info),
  clippingMailPreview: async (_, { input, clippingId }, context) => {
    const { drawMail } = await import('./mail-preview.ts')
    return await readRows(() => drawMail({ input, clippingId }, context))
  },
  estimateRecorteCount: async (
    _,
    {
      themes,
      agencies,
      excludeAgencies,
      keywords,
      excludeKeywords,
      entityCanonical,
      states,
      sinceHours: asked,
    },
    context,
  ) => {
    const { index, now } = context
    const recorte = parseFilters({
      themes,
      agencies,
      excludeAgencies,
      keywords,
      excludeKeywords,
      entityCanonical,
      states,
    })
    const found = await estimateCapture(index, recorte, { sinceHours: sinceHoursArgument(asked), now })
    await warnOfUnknownValues(recorte, context, { found })
    return found
  },
} satisfies QueryResolvers
