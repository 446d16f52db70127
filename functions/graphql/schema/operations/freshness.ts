import { listPublicationFreshness, type PublicationFreshness } from '@pauta/core/operations/freshness'
import { listIncidents } from '@pauta/core/operations/incidents'
import { lagSeconds, listStepLag, type StepLag } from '@pauta/core/operations/lag'
import { measureStages, type StageTime } from '@pauta/core/operations/stage-times'
import { readRows } from '@pauta/platform/database/database'
import type { AccessMap } from '../../request/access.ts'
import { agenciesArgument, limitArgument } from '../../request/arguments.ts'
import { warnOfUnknownAgencies } from '../../request/unknown-values.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { incidentsArgument, showIncident } from './show-incident.ts'

const ROWS_MAX = 500

export const access = {
  'Query.agencyFreshness': 'public',
  'Query.pipelineDelays': 'public',
  'Query.incidents': 'public',
} satisfies AccessMap

const showFreshness = ({ rhythm, failedRuns, ...agency }: PublicationFreshness, measuredAt: Date) => ({
  ...agency,
  measuredAt,
  usualPauseDays: rhythm?.usualDays ?? null,
  longPauseDays: rhythm?.longDays ?? null,
  failedReads: failedRuns,
})

function showDelay(time: StageTime, lag: readonly StepLag[], measuredAt: Date) {
  const open = lag.find(({ step }) => step.toUpperCase() === time.stage)
  return {
    ...time,
    measuredAt,
    waiting: open ? open.due + open.failed : null,
    oldestWaitingSeconds: open ? lagSeconds(open, measuredAt) : null,
  }
}

export const queries = {
  agencyFreshness: async (_, { agencies, limit }, context) => {
    const { db, now } = context
    const request = {
      agencies: agencies ? agenciesArgument(agencies) : undefined,
      limit: limitArgument(limit, ROWS_MAX),
      now,
    }
    const rows = await readRows(() => listPublicationFreshness(db, request))
    if (request.agencies)
      await warnOfUnknownAgencies(request.agencies, context, { argument: 'agencies', match: 'KEY' })
    return rows.map((row) => showFreshness(row, now))
  },
  pipelineDelays: async (_, __, { db, now }) => {
    const times = await readRows(() => measureStages(db, now))
    const lag = await readRows(() => listStepLag(db))
    return times.map((time) => showDelay(time, lag, now))
  },
  incidents: async (_, { days, limit }, { db, now }) =>
    (await readRows(() => listIncidents(db, incidentsArgument({ days, limit }, now)))).map(showIncident),
} satisfies QueryResolvers
