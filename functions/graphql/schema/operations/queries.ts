import { listScrapeStatus } from '@pauta/scraper/store/status'
import { listIncidents } from '@pauta/core/operations/incidents'
import { listAgencyLag, listFailedSteps, listStepLag } from '@pauta/core/operations/lag'
import { listQueueDepths } from '@pauta/core/operations/queue-depths'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { DELIVERY_STATUSES } from '@pauta/delivery/ledger/delivery'
import { listChannelStatus, listDeliveries } from '@pauta/delivery/ledger/operate'
import { listRecentRuns } from '@pauta/platform/jobs/job-runs'
import { RUN_STATUSES } from '@pauta/platform/jobs/run-rules'
import { DAY_MS } from '@pauta/platform/time/time'
import { QUEUE_NAMES } from '@pauta/platform/workers/define-worker'
import { idArgument, limitArgument, wordArgument } from '../../request/arguments.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'
import { listOperationsHistory } from './history.ts'
import { listJobStatus } from './job-status.ts'
import { incidentsArgument, showIncident } from './show-incident.ts'

const ROWS_MAX = 500
const STATUS_ROWS = 20

const keyArgument = (key: string | null | undefined, argument: string) =>
  key?.trim() ? idArgument(key.trim(), argument) : undefined

/** Queries of operators. */
export const queries = {
  pipelineStatus: async (_, { step, agency }, { db, now }) => {
    const scope = {
      step: wordArgument(step, PIPELINE_STEPS, 'step'),
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
  jobStatus: (_, __, { db, now }) => listJobStatus(db, new Date(now.getTime() - DAY_MS)),
  jobRuns: (_, { job, status, limit }, { db }) =>
    listRecentRuns(db, {
      job: keyArgument(job, 'job'),
      status: wordArgument(status, RUN_STATUSES, 'status'),
      limit: limitArgument(limit, ROWS_MAX),
    }),
  deliveryChannels: (_, __, { db, now }) =>
    listChannelStatus(db, { now, since: new Date(now.getTime() - DAY_MS) }),
  deliveryRows: (_, { status, channel, limit }, { db }) =>
    listDeliveries(db, {
      statuses: [wordArgument(status, DELIVERY_STATUSES, 'status') ?? 'failed'],
      channel: wordArgument(channel, DELIVERY_CHANNELS, 'channel'),
      limit: limitArgument(limit, ROWS_MAX),
    }),
  incidentReports: async (_, { days, limit }, { db, now }) =>
    (await listIncidents(db, incidentsArgument({ days, limit }, now))).map(showIncident),
  operationsHistory: (_, { days }, { db, now }) => listOperationsHistory(db, days, now),
} satisfies QueryResolvers
