import type { Incident, IncidentKind } from '@pauta/core/operations/incidents'
import type { IncidentKind as ShownKind } from '../../generated/resolvers-types.ts'
import { daysArgument, limitArgument } from '../../request/arguments.ts'

const DAYS_MAX = 365
const ROWS_MAX = 500

const KINDS: Record<IncidentKind, ShownKind> = {
  'agency-unread': 'AGENCY_UNREAD',
  'step-late': 'STEP_LATE',
  'job-failed': 'JOB_FAILED',
  'dead-letters': 'DEAD_LETTERS',
  'deliveries-late': 'DELIVERIES_LATE',
  'index-unhealthy': 'INDEX_UNHEALTHY',
  'accuracy-fell': 'ACCURACY_FELL',
}

/** Returns an incident with the name of its kind in the schema. The reason is for fields of operators. */
export const showIncident = ({ kind, ...incident }: Incident) => ({ ...incident, kind: KINDS[kind] })

/** Returns the request for a list of incidents, at most 365 days and 500 rows. Throws BAD_USER_INPUT below 1. */
export const incidentsArgument = ({ days, limit }: { days: number; limit: number }, now: Date) => ({
  days: Math.min(daysArgument(days, 'days'), DAYS_MAX),
  limit: limitArgument(limit, ROWS_MAX),
  now,
})
