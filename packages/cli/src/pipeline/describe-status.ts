import type { Db } from '@pauta/platform/database/database'
import {
  lagSeconds,
  listAgencyLag,
  listFailedSteps,
  listStepLag,
  type AgencyStepLag,
  type FailedStep,
  type StepLag,
} from '@pauta/core/operations/lag'
import type { PipelineScope } from '@pauta/core/steps/steps'
import { listPublicationFreshness, type PublicationFreshness } from '@pauta/core/operations/freshness'
import type { FreshnessState } from '@pauta/core/operations/publication-rhythm'
import { listIncidents, type Incident, type IncidentKind } from '@pauta/core/operations/incidents'
import { withoutControls } from '../terminal/output.ts'
import { describeSeconds, renderTable } from '../terminal/table.ts'

const ROWS_SHOWN = 20
const REASON_MAX_CHARACTERS = 100

/** The state of the pipeline, with at most 20 waiting agencies and 20 failures. */
export interface PipelineStatus {
  steps: StepLag[]
  waitingAgencies: AgencyStepLag[]
  failedSteps: FailedStep[]
  /** Number of agencies in each state by their own rhythm of publication. */
  rhythm: Partial<Record<FreshnessState, number>>
  /** Agencies that are later than usual, or whose site cannot be read; at most 20. With an agency: that agency. */
  late: PublicationFreshness[]
  /** Incidents that last. */
  incidents: Incident[]
}

const AGENCIES_MAX = 1000
/** States that need a person. An agency that has stopped is often closed. */
const LATE: ReadonlySet<FreshnessState> = new Set(['LATE', 'SILENT', 'UNREAD'])

const count = (value: number) => value.toLocaleString('en-US')
const age = (at: Date | null, now: Date) =>
  at === null ? 'never' : describeSeconds((now.getTime() - at.getTime()) / 1000)
const openSince = (lag: StepLag, now: Date) =>
  lag.oldestOpenAt === null ? '' : describeSeconds(lagSeconds(lag, now))

async function readRhythm(
  db: Db,
  agencyKey: string | undefined,
  now: Date,
): Promise<Pick<PipelineStatus, 'rhythm' | 'late'>> {
  const agencies = agencyKey === undefined ? undefined : [agencyKey]
  const rows = await listPublicationFreshness(db, { agencies, now, limit: AGENCIES_MAX })
  const states = [...Map.groupBy(rows, ({ state }) => state)]
  return {
    rhythm: Object.fromEntries(states.map(([state, ofState]) => [state, ofState.length])),
    late: rows.filter(({ state }) => agencyKey !== undefined || LATE.has(state)).slice(0, ROWS_SHOWN),
  }
}

async function listOpenIncidents(db: Db, now: Date): Promise<Incident[]> {
  const incidents = await listIncidents(db, { days: 1, now, limit: ROWS_SHOWN })
  return incidents.filter(({ endedAt }) => endedAt === null)
}

/** Reads the state of the pipeline for a step, an agency, both or neither. */
export async function readStatus(db: Db, scope: PipelineScope, now: Date): Promise<PipelineStatus> {
  const lag = await listStepLag(db)
  return {
    steps: lag.filter((row) => scope.step === undefined || row.step === scope.step),
    waitingAgencies: await listAgencyLag(db, { ...scope, limit: ROWS_SHOWN }),
    failedSteps: await listFailedSteps(db, { ...scope, limit: ROWS_SHOWN }),
    ...(await readRhythm(db, scope.agencyKey, now)),
    incidents: await listOpenIncidents(db, now),
  }
}

function describeAgencies(lag: readonly AgencyStepLag[], now: Date): string[] {
  if (lag.length === 0) return []
  const table = renderTable(
    ['agency', 'step', 'due', 'failed', 'oldest open since'],
    lag.map((row) => [row.agencyKey, row.step, count(row.due), count(row.failed), openSince(row, now)]),
  )
  return ['', `Waiting for longest (${ROWS_SHOWN} at most):`, ...table]
}

function describeFailures(failed: readonly FailedStep[]): string[] {
  if (failed.length === 0) return []
  const table = renderTable(
    ['article', 'step', 'tries', 'reason'],
    failed.map(({ uniqueId, step, attempts, error }) => [
      uniqueId,
      step,
      String(attempts),
      (error ?? 'unknown').replaceAll(/\s+/g, ' ').slice(0, REASON_MAX_CHARACTERS),
    ]),
  )
  return ['', `Failed last (${ROWS_SHOWN} at most):`, ...table]
}

function describeRhythm({ rhythm, late }: PipelineStatus, now: Date): string[] {
  const counts = Object.entries(rhythm).map(([state, agencies]) => `${agencies} ${state.toLowerCase()}`)
  if (counts.length === 0) return []
  const lines = ['', `Agencies by their own rhythm: ${counts.join(', ')}`]
  if (late.length === 0) return lines
  const days = (value: number | null | undefined) => (typeof value === 'number' ? `${value} d` : '')
  const table = renderTable(
    ['agency', 'state', 'silent for', 'usual pause', 'long pause', 'read', 'failed runs'],
    late.map((agency) => [
      agency.agencyKey,
      agency.state.toLowerCase(),
      days(agency.silentDays),
      days(agency.rhythm?.usualDays),
      days(agency.rhythm?.longDays),
      age(agency.lastReadAt, now),
      count(agency.failedRuns),
    ]),
  )
  return [...lines, ...table]
}

/** What an operator runs first for an incident of each kind. */
const NEXT: Record<IncidentKind, (subject: string) => string> = {
  'agency-unread': (agency) => `npm run scrape -- try ${agency}`,
  'step-late': (step) => `npm run pipeline -- retry --step ${step}`,
  'job-failed': (job) => `npm run job -- ${job} --runs`,
  'dead-letters': (queue) => `npm run job -- reconcile-dlq --queue ${queue}`,
  'deliveries-late': (channel) => `npm run deliveries -- list --channel ${channel} --status pending`,
  'index-unhealthy': () => 'start the server of the index; /ready tells when it answers',
  'accuracy-fell': () => 'npm run job -- learn-themes --runs',
}

/** What an incident of each kind means. */
const MEANING: Record<IncidentKind, (subject: string) => string> = {
  'agency-unread': (agency) => `The site of ${agency} could not be read three times in a row`,
  'step-late': (step) => `Articles wait for the step ${step}`,
  'job-failed': (job) => `The job ${job} has failed since its last success`,
  'dead-letters': (queue) => `Messages of ${queue} were refused and wait until their cause is repaired`,
  'deliveries-late': (channel) => `Deliveries by ${channel} wait`,
  'index-unhealthy': () => 'The search index does not answer, so lists and searches fail',
  'accuracy-fell': () => 'The themes that were learned last are worse, so the earlier ones stay in use',
}

function describeIncidents(incidents: readonly Incident[], now: Date): string[] {
  if (incidents.length === 0) return []
  const table = renderTable(
    ['incident', 'of', 'for', 'reason'],
    incidents.map(({ kind, subject, beganAt, reason }) => [
      kind,
      subject,
      age(beganAt, now),
      withoutControls(reason ?? '').slice(0, REASON_MAX_CHARACTERS),
    ]),
  )
  const steps = incidents.map(
    ({ kind, subject }) => `${MEANING[kind](subject)}. Next: ${NEXT[kind](subject)}`,
  )
  return ['', 'Incidents that last:', ...table, '', ...steps]
}

/** Returns tables of the steps, the agencies that wait, the failures with reasons, the late agencies and the incidents. */
export function describeStatus(status: PipelineStatus, now: Date): string[] {
  return [
    ...renderTable(
      ['step', 'due', 'failed', 'oldest open since'],
      status.steps.map((row) => [row.step, count(row.due), count(row.failed), openSince(row, now)]),
    ),
    ...describeAgencies(status.waitingAgencies, now),
    ...describeFailures(status.failedSteps),
    ...describeRhythm(status, now),
    ...describeIncidents(status.incidents, now),
  ]
}
