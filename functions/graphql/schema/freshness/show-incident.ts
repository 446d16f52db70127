import type { Incident, IncidentKind } from '@pauta/core/steps/incidents'
import type { IncidentKind as ShownKind } from '../../generated/resolvers-types.ts'

const KINDS: Record<IncidentKind, ShownKind> = {
  'agency-unread': 'AGENCY_UNREAD',
  'step-late': 'STEP_LATE',
  'job-failed': 'JOB_FAILED',
  'dead-letters': 'DEAD_LETTERS',
  'deliveries-late': 'DELIVERIES_LATE',
  'index-unhealthy': 'INDEX_UNHEALTHY',
}

/** Returns an incident with the name of its kind in the schema. The reason is for fields of operators. */
export const showIncident = ({ kind, ...incident }: Incident) => ({ ...incident, kind: KINDS[kind] })
