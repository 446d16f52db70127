import { listScrapeStatus } from '@pauta/core/scraping/status'
import { listIncidents } from '@pauta/core/steps/incidents'
import { listAgencyLag, listFailedSteps, listStepLag } from '@pauta/core/steps/lag'
import { listQueueDepths } from '@pauta/core/steps/queue-depths'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { DELIVERY_CHANNELS } from '@pauta/delivery/ledger/channels'
import { DELIVERY_STATUSES } from '@pauta/delivery/ledger/delivery'
import { listChannelStatus, listDeliveries } from '@pauta/delivery/ledger/operate'
import { badInput } from '@pauta/platform/errors'
import { listRecentRuns } from '@pauta/platform/jobs/job-runs'
import { RUN_STATUSES } from '@pauta/platform/jobs/run-rules'
import { DAY_MS } from '@pauta/platform/time/time'
import { QUEUE_NAMES } from '@pauta/platform/workers/define-worker'
import type { AccessMap } from '../../request/access.ts'
import { daysArgument, idArgument, limitArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { showIncident } from '../freshness/show-incident.ts'

const ROWS_MAX = 500
const STATUS_ROWS = 20
const INCIDENT_DAYS_MAX = 365

export const access = {
  'Query.pipelineStatus': 'service',
  'Query.queueDepths': 'service',
  'Query.siteStatus': 'service',
  'Query.jobStatus': 'service',
  'Query.jobRuns': 'service',
  'Query.deliveryChannels': 'service',
  'Query.deliveryRows': 'service',
  'Query.incidentReports': 'service',
} satisfies AccessMap

/** Returns one of the allowed words; undefined for null or blank. Throws BAD_USER_INPUT with the allowed words. */
function choiceArgument<Word extends string>(
  value: string | null | undefined,
  allowed: readonly Word[],
  argument: string,
): Word | undefined {
  if (!value?.trim()) return undefined
  const word = allowed.find((one) => one === value.trim())
  if (word === undefined) throw badInput(argument, `use um destes valores: ${allowed.join(', ')}.`)
  return word
}

const keyArgument = (key: string | null | undefined, argument: string) =>
  key?.trim() ? idArgument(key.trim(), argument) : undefined

export const resolvers = {
  Query: {
    pipelineStatus: async (_, { step, agency }, { db, now }) => {
      const scope = {
        step: choiceArgument(step, PIPELINE_STEPS, 'step'),
        agencyKey: keyArgument(agency, 'agency'),
        limit: STATUS_ROWS,
      }
      const steps = await listStepLag(db)
      return {
        measuredAt: now,
        steps: steps.filter((row) => scope.step === undefined || row.step === scope.step),
        waitingAgencies: await listAgencyLag(db, scope),
        failedSteps: await listFailedSteps(db, scope),
      }
    },
    queueDepths: (_, __, { db }) => listQueueDepths(db, QUEUE_NAMES),
    siteStatus: async (_, { limit }, { db, now }) =>
      (await listScrapeStatus(db, { now })).slice(0, limitArgument(limit, ROWS_MAX)),
    jobStatus: async (_, __, { db, now }) => {
      // Only operators need the definitions, so they are loaded late.
      const { listJobStatus } = await import('./job-status.ts')
      return await listJobStatus(db, new Date(now.getTime() - DAY_MS))
    },
    jobRuns: (_, { job, status, limit }, { db }) =>
      listRecentRuns(db, {
        job: keyArgument(job, 'job'),
        status: choiceArgument(status, RUN_STATUSES, 'status'),
        limit: limitArgument(limit, ROWS_MAX),
      }),
    deliveryChannels: (_, __, { db, now }) =>
      listChannelStatus(db, { now, since: new Date(now.getTime() - DAY_MS) }),
    deliveryRows: (_, { status, channel, limit }, { db }) =>
      listDeliveries(db, {
        statuses: [choiceArgument(status, DELIVERY_STATUSES, 'status') ?? 'failed'],
        channel: choiceArgument(channel, DELIVERY_CHANNELS, 'channel'),
        limit: limitArgument(limit, ROWS_MAX),
      }),
    incidentReports: async (_, { days, limit }, { db, now }) => {
      const request = {
        days: Math.min(daysArgument(days, 'days'), INCIDENT_DAYS_MAX),
        limit: limitArgument(limit, ROWS_MAX),
        now,
      }
      return (await listIncidents(db, request)).map(showIncident)
    },
  },
} satisfies Resolvers
