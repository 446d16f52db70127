import type { OperationsQuery } from '../../api/generated/operations.ts'
import { formatDuration, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { Command } from './command.tsx'
import { commands } from './commands.ts'
import { DataTable } from './data-table.tsx'
import { DocsLink } from './docs-link.tsx'

const words = texts.operations

/** Returns how long ago an instant was: "há 4 min", or "nunca". */
export const since = (instant: string | null | undefined, now: Date): string =>
  instant ? words.ago(formatDuration(Math.max(0, (now.getTime() - Date.parse(instant)) / 1000))) : words.never

/** The open work of each step, and the articles that failed last. */
export function PipelineTables({ status, now }: { status: OperationsQuery['pipelineStatus']; now: Date }) {
  return (
    <section id={words.ids.pipeline}>
      <h2>{words.pipeline}</h2>
      <DataTable
        caption={words.pipeline}
        columns={words.pipelineColumns}
        rows={status.steps.map(({ step, due, failed, oldestOpenAt }) => ({
          key: step,
          cells: [
            step,
            due,
            failed,
            oldestOpenAt ? since(oldestOpenAt, now) : '',
            <Command key="act" text={failed > 0 ? commands.retryStep(step) : commands.showStep(step)} />,
          ],
        }))}
      />
      <DataTable
        caption={words.failedSteps}
        columns={words.failedStepColumns}
        rows={status.failedSteps.map(({ uniqueId, step, agencyKey, attempts, error, failedAt }) => ({
          key: `${uniqueId} ${step}`,
          cells: [
            <a key="article" href={paths.article(uniqueId)}>
              {uniqueId}
            </a>,
            step,
            <a key="agency" href={paths.agency(agencyKey)}>
              {agencyKey}
            </a>,
            attempts,
            <code key="why">{error ?? ''}</code>,
            since(failedAt, now),
          ],
        }))}
      />
    </section>
  )
}

function Reasons({ reasons }: { reasons: OperationsQuery['queueDepths'][number]['reasons'] }) {
  if (reasons.length === 0) return null
  return (
    <ul class="reasons">
      {reasons.map(({ reason, messages }) => (
        <li key={reason}>
          {messages} × <code>{reason}</code>
        </li>
      ))}
    </ul>
  )
}

/** Messages of each queue, and why dead letters failed. */
export function QueueTable({ depths }: { depths: OperationsQuery['queueDepths'] }) {
  const [first] = depths
  return (
    <section id={words.ids.queues}>
      <h2>{words.queues}</h2>
      <p class="help">
        {first ? words.measuredBy(formatMoment(first.measuredAt)) : words.unmeasured}{' '}
        <Command text={commands.sweep} />
      </p>
      {first && (
        <DataTable
          caption={words.queues}
          columns={words.queueColumns}
          rows={depths.map(({ queue, waiting, inFlight, dead, reasons }) => ({
            key: queue,
            cells: [
              queue,
              waiting,
              inFlight,
              dead,
              <Reasons key="why" reasons={reasons} />,
              dead > 0 && <Command key="act" text={commands.redrive(queue)} />,
            ],
          }))}
        />
      )}
    </section>
  )
}

function describeTroubles({
  isFailing,
  isSilent,
  isDrifting,
}: OperationsQuery['siteStatus'][number]): string {
  const { failing, silent, drifting } = words.siteTroubles
  return [isFailing && failing, isSilent && silent, isDrifting && drifting].filter(Boolean).join(', ')
}

/** Sites with trouble, with the errors of their last readings. */
export function SiteTable({ sites, now }: { sites: OperationsQuery['siteStatus']; now: Date }) {
  const troubled = sites.filter((site) => describeTroubles(site) !== '' || site.failures > 0)
  return (
    <section id={words.ids.sites}>
      <h2>{words.sites}</h2>
      <p class="help">
        <DocsLink section="sites-that-do-not-answer" />
      </p>
      <DataTable
        caption={words.sites}
        columns={words.siteColumns}
        rows={troubled.map((site) => ({
          key: site.agencyKey,
          cells: [
            <a key="agency" href={paths.agency(site.agencyKey)}>
              {site.agencyKey}
            </a>,
            describeTroubles(site),
            site.failures,
            since(site.lastSuccessAt, now),
            site.nextAt ? formatMoment(site.nextAt) : '',
            <code key="why">{[site.errorKind, site.errorMessage].filter(Boolean).join(': ')}</code>,
            <Command key="act" text={commands.trySite(site.agencyKey)} />,
          ],
        }))}
      />
    </section>
  )
}
