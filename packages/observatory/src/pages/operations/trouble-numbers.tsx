import type { OperationsQuery } from '../../api/generated/operations.ts'
import { formatCount } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.operations

const sum = <Row,>(rows: readonly Row[], count: (row: Row) => number) =>
  rows.reduce((total, row) => total + count(row), 0)

/** The numbers at the top of the page: each leads to its section, and looks different when it is zero. */
export function TroubleNumbers({ data }: { data: OperationsQuery }) {
  const { steps } = data.pipelineStatus
  const numbers = [
    ['waiting', words.ids.pipeline, sum(steps, ({ due }) => due)],
    ['failed', words.ids.pipeline, sum(steps, ({ failed }) => failed)],
    ['dead', words.ids.queues, sum(data.queueDepths, ({ dead }) => dead)],
    ['runs', words.ids.jobs, sum(data.jobStatus, ({ failed }) => failed)],
    ['sites', words.ids.sites, data.siteStatus.filter(({ isFailing }) => isFailing).length],
    ['deliveries', words.ids.deliveries, sum(data.deliveryChannels, ({ failed }) => failed)],
  ] as const
  return (
    <dl class="kpis troubles">
      {numbers.map(([name, section, count]) => {
        const label = words.counts[name](count)
        return (
          <div key={name} class={count === 0 ? 'zero' : 'some'}>
            <dt>{label}</dt>
            <dd>
              <a href={`#${section}`} aria-label={`${formatCount(count)} ${label}`}>
                {formatCount(count)}
              </a>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
