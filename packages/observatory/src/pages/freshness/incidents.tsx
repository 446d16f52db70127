import type { FreshnessQuery } from '../../api/generated/operations.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { formatCount, formatDuration, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'

type Incident = FreshnessQuery['incidents'][number]

const words = texts.freshness
/** Kinds whose worst measure is a time. */
const TIMED = new Set<Incident['kind']>(['STEP_LATE', 'DELIVERIES_LATE'])

/** Names what an incident is about: an agency, a step, a job, a queue or a channel. */
export const nameOfSubject = ({
  kind,
  subject,
  agencyName,
}: Pick<Incident, 'kind' | 'subject' | 'agencyName'>): string =>
  agencyName ?? words.kindSubjects[kind] ?? words.subjects[subject] ?? subject

/** Describes the worst measure of an incident; '' where there is none. */
export const describeWorst = ({ kind, worst }: Pick<Incident, 'kind' | 'worst'>): string =>
  words.worst[kind](TIMED.has(kind) ? formatDuration(worst) : formatCount(worst))

/** Describes how long an incident lasted, or has lasted. */
export function describeTime({ beganAt, endedAt }: Pick<Incident, 'beganAt' | 'endedAt'>, now: Date): string {
  const seconds = ((endedAt ? Date.parse(endedAt) : now.getTime()) - Date.parse(beganAt)) / 1000
  const duration = formatDuration(Math.max(0, seconds))
  return endedAt ? words.recovered(formatMoment(endedAt), duration) : words.lasting(duration)
}

/** What was wrong in the last 30 days, and when it recovered. */
export function Incidents({ incidents, source }: { incidents: readonly Incident[]; source: Source }) {
  const now = new Date()
  return (
    <Chart
      title={words.incidents}
      help={words.incidentsHelp}
      fileName="incidentes"
      source={source}
      table={{
        columns: words.incidentColumns,
        rows: incidents.map((incident) => [
          words.incidentKinds[incident.kind],
          nameOfSubject(incident),
          incident.beganAt,
          incident.endedAt,
          describeWorst(incident),
        ]),
      }}
    >
      {incidents.length === 0 && <p>{words.noIncidents}</p>}
      <ol class="incidents unmarked">
        {incidents.map((incident) => (
          <li key={incident.id} class={incident.endedAt ? undefined : 'lasting'}>
            <strong>{words.incidentKinds[incident.kind]}</strong>
            {nameOfSubject(incident) !== '' && (
              <>
                :{' '}
                {incident.agencyName ? (
                  <a href={paths.agency(incident.subject)}>{incident.agencyName}</a>
                ) : (
                  nameOfSubject(incident)
                )}
              </>
            )}
            <p>
              {[formatMoment(incident.beganAt), describeTime(incident, now), describeWorst(incident)]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Chart>
  )
}
