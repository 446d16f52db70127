import type { OperationsQuery } from '../../api/generated/operations.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { Command } from './command.tsx'
import { commands } from './commands.ts'
import { DataTable } from './data-table.tsx'
import { since } from './pipeline-tables.tsx'

const words = texts.operations

interface StatusChoiceProps<Status extends string> {
  label: string
  statuses: Readonly<Record<Status, string>>
  status: Status
  choose: (status: Status) => void
}

function StatusChoice<Status extends string>({ label, statuses, status, choose }: StatusChoiceProps<Status>) {
  return (
    <label class="status-choice">
      {label}{' '}
      <select value={status} onChange={({ currentTarget }) => choose(currentTarget.value as Status)}>
        {Object.entries<string>(statuses).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

export type RunStatus = keyof typeof words.runStatuses
export type DeliveryStatus = keyof typeof words.deliveryStatuses

interface JobTablesProps {
  jobs: OperationsQuery['jobStatus']
  runs: OperationsQuery['jobRuns']
  status: RunStatus
  choose: (status: RunStatus) => void
  now: Date
}

/** Jobs by hand and those with targets need parameters, and failed runs a look first. */
const chooseCommand = ({ name, cron, targets, failed }: OperationsQuery['jobStatus'][number]): string =>
  failed > 0 || targets > 0 || !cron ? commands.listRuns(name) : commands.runJob(name)

/** Every job with its last 24 hours, and runs of a status with their reasons. */
export function JobTables({ jobs, runs, status, choose, now }: JobTablesProps) {
  return (
    <section id={words.ids.jobs}>
      <h2>{words.jobs}</h2>
      <DataTable
        caption={words.jobs}
        columns={words.jobColumns}
        rows={jobs.map((job) => ({
          key: job.name,
          cells: [
            <span key="name" title={job.purpose}>
              {job.name}
            </span>,
            [job.cron ?? words.byHand, job.targets > 0 && words.targets(formatCount(job.targets))]
              .filter(Boolean)
              .join(', '),
            since(job.lastEndedAt, now),
            job.succeeded,
            job.failed,
            job.skipped,
            job.open,
            <Command key="act" text={chooseCommand(job)} />,
          ],
        }))}
      />
      <StatusChoice label={words.runStatus} statuses={words.runStatuses} status={status} choose={choose} />
      <DataTable
        caption={`${words.runs}: ${words.runStatuses[status]}`}
        columns={words.runColumns}
        rows={runs.map(({ job, target, scheduledTime, attempts, error }) => ({
          key: `${job} ${target} ${scheduledTime}`,
          cells: [
            job,
            target,
            formatMoment(scheduledTime),
            attempts,
            <code key="why">{error ?? ''}</code>,
            <Command key="act" text={commands.runJob(job, target)} />,
          ],
        }))}
      />
    </section>
  )
}

interface DeliveryTablesProps {
  channels: OperationsQuery['deliveryChannels']
  rows: OperationsQuery['deliveryRows']
  status: DeliveryStatus
  choose: (status: DeliveryStatus) => void
  now: Date
}

const RETRYABLE = new Set<DeliveryStatus>(['failed', 'unknown', 'skipped'])

/** Every channel with its open work, and deliveries of a status with their reasons. */
export function DeliveryTables({ channels, rows, status, choose, now }: DeliveryTablesProps) {
  return (
    <section id={words.ids.deliveries}>
      <h2>{words.deliveries}</h2>
      <DataTable
        caption={words.deliveries}
        columns={words.channelColumns}
        rows={channels.map(({ channel, due, oldestDueAt, pausedUntil, sent, failed, unknown }) => ({
          key: channel,
          cells: [
            channel,
            due,
            oldestDueAt ? since(oldestDueAt, now) : '',
            pausedUntil ? formatMoment(pausedUntil) : '',
            sent,
            failed,
            unknown,
            failed > 0 && <Command key="act" text={commands.retryChannel(channel)} />,
          ],
        }))}
      />
      <StatusChoice
        label={words.deliveryStatus}
        statuses={words.deliveryStatuses}
        status={status}
        choose={choose}
      />
      <DataTable
        caption={`${words.deliveries}: ${words.deliveryStatuses[status]}`}
        columns={words.deliveryColumns}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <code key="id">{row.id}</code>,
            row.channel,
            row.kind,
            row.clippingName ?? '',
            row.attempts,
            <code key="why">{row.error ?? ''}</code>,
            since(row.updatedAt, now),
            RETRYABLE.has(status) && <Command key="act" text={commands.retryDelivery(row.id, status)} />,
          ],
        }))}
      />
    </section>
  )
}
