import type { OperationsQuery } from '../../api/generated/operations.ts'
import { formatDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { describeTime, describeWorst, nameOfSubject } from '../freshness/incidents.tsx'
import { Command } from './command.tsx'
import { commands } from './commands.ts'
import { DataTable } from './data-table.tsx'
import { DocsLink } from './docs-link.tsx'

const words = texts.operations

type Incident = OperationsQuery['incidentReports'][number]

/** What to run first for an incident of each kind. */
const COMMANDS: Record<Incident['kind'], (subject: string) => string> = {
  AGENCY_UNREAD: commands.trySite,
  STEP_LATE: commands.showStep,
  JOB_FAILED: commands.listRuns,
  DEAD_LETTERS: commands.redrive,
  DELIVERIES_LATE: commands.listDeliveries,
  INDEX_UNHEALTHY: () => commands.ready(new URL('/ready', location.href).href),
  ACCURACY_FELL: () => commands.listRuns('learn-themes'),
}

/** Incidents with what they are about, why, and what to run. */
export function IncidentTable({ incidents, now }: { incidents: readonly Incident[]; now: Date }) {
  return (
    <section id={words.ids.incidents}>
      <h2>{words.incidents}</h2>
      <p class="help">
        <DocsLink section="freshness-and-incidents" />
      </p>
      <DataTable
        caption={words.incidents}
        columns={words.incidentColumns}
        rows={incidents.map((incident) => ({
          key: incident.id,
          cells: [
            texts.freshness.incidentKinds[incident.kind],
            nameOfSubject(incident),
            describeTime(incident, now),
            describeWorst(incident),
            <code key="why">{incident.reason ?? words.incidentReasons[incident.kind]}</code>,
            <Command key="act" text={COMMANDS[incident.kind](incident.subject)} />,
          ],
        }))}
      />
    </section>
  )
}

/** What went wrong on each day of the last week, the newest day first. */
export function HistoryTable({ days }: { days: OperationsQuery['operationsHistory'] }) {
  return (
    <section id={words.ids.history}>
      <h2>{words.history}</h2>
      <p class="help">{words.historyHelp}</p>
      <DataTable
        caption={words.history}
        columns={words.historyColumns}
        rows={days.toReversed().map((day) => ({
          key: day.day,
          cells: [
            formatDay(day.day),
            day.incidents,
            day.failedArticles,
            day.deadLetters,
            day.failedRuns,
            day.failedSites,
            day.failedDeliveries,
          ],
        }))}
      />
    </section>
  )
}
