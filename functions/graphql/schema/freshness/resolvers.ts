import {
  listPublicationFreshness,
  type PublicationFreshness,
} from '@pauta/core/scraping/publication-freshness'
import { listIncidents } from '@pauta/core/steps/incidents'
import { lagSeconds, listStepLag, type StepLag } from '@pauta/core/steps/lag'
import { measureStages, type StageTime } from '@pauta/core/steps/stage-times'
import { readRows } from '@pauta/platform/database/database'
import { limitExceeded } from '@pauta/platform/errors'
import type { AccessMap } from '../../request/access.ts'
import { daysArgument, idArgument, limitArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { showIncident } from './show-incident.ts'

const AGENCIES_MAX = 200
const ROWS_MAX = 500
const INCIDENT_DAYS_MAX = 365

export const access = {
  'Query.agencyFreshness': 'public',
  'Query.pipelineDelays': 'public',
  'Query.incidents': 'public',
} satisfies AccessMap

/** Returns up to 200 keys without duplicates; undefined for null. Throws LIMIT_EXCEEDED or BAD_USER_INPUT. */
function agenciesArgument(agencies: readonly string[] | null | undefined): string[] | undefined {
  if (!agencies) return undefined
  if (agencies.length > AGENCIES_MAX)
    throw limitExceeded('agencies', `no máximo ${AGENCIES_MAX} órgãos por vez.`)
  return [...new Set(agencies.map((key) => idArgument(key, 'agencies')))]
}

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

export const resolvers = {
  Query: {
    agencyFreshness: async (_, { agencies, limit }, { db, now }) => {
      const request = { agencies: agenciesArgument(agencies), limit: limitArgument(limit, ROWS_MAX), now }
      const rows = await readRows(() => listPublicationFreshness(db, request))
      return rows.map((row) => showFreshness(row, now))
    },
    pipelineDelays: async (_, __, { db, now }) => {
      const times = await readRows(() => measureStages(db, now))
      const lag = await readRows(() => listStepLag(db))
      return times.map((time) => showDelay(time, lag, now))
    },
    incidents: async (_, { days, limit }, { db, now }) => {
      const request = {
        days: Math.min(daysArgument(days, 'days'), INCIDENT_DAYS_MAX),
        limit: limitArgument(limit, ROWS_MAX),
        now,
      }
      return (await readRows(() => listIncidents(db, request))).map(showIncident)
    },
  },
} satisfies Resolvers
