import { QuestionCountsDocument, type Granularity } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import {
  addDays,
  chooseGranularity,
  countDays,
  isIncomplete,
  listPeriods,
  nextStart,
} from '../../charts/periods.ts'
import { Counted } from './counted.tsx'
import { formatCount, formatDay, toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { toArticleFilter, type FacetsProps, type SearchState } from './selection.ts'

const words = texts.search
/** The most periods of one picture: two months of days, a year of weeks, ten years of months. */
const PERIODS_MAX = { DAY: 62, WEEK: 54, MONTH: 120 } satisfies Record<Granularity, number>

/** A bar of the timeline. */
interface PeriodCount {
  /** First day. */
  key: string
  label: string
  count: number
  isPartial: boolean
}

/** Without a first day, the last year by week. */
const granularityOf = ({ startDate, endDate }: SearchState, today: string): Granularity =>
  startDate === '' ? 'WEEK' : chooseGranularity(countDays(startDate, endDate || today))

/** Returns all periods from the first day of the question, or its first news, to the last one; also those with 0. */
function fillPeriods(
  items: readonly { key: string; label: string; count: number }[],
  { startDate, endDate }: SearchState,
  { granularity, today }: { granularity: Granularity; today: string },
): PeriodCount[] {
  const first = items[0]?.key
  if (first === undefined) return []
  const counts = new Map(items.map((item) => [item.key, item]))
  const to = endDate !== '' && endDate < today ? endDate : today
  const bounds = { from: startDate, to: endDate, today }
  return listPeriods(startDate || first, to, granularity)
    .slice(-PERIODS_MAX[granularity])
    .map((key) => ({
      key,
      label: counts.get(key)?.label ?? formatDay(key),
      count: counts.get(key)?.count ?? 0,
      isPartial: isIncomplete(key, granularity, bounds),
    }))
}

function Bars({ periods, title }: { periods: readonly PeriodCount[]; title: string }) {
  const top = periods.reduce((highest, period) => (period.count > highest.count ? period : highest))
  const peak = words.peak(formatCount(top.count), top.label)
  const first = formatDay(periods[0]!.key)
  const last = formatDay(periods.at(-1)!.key)
  return (
    <>
      <div class="spark" role="img" aria-label={words.timelinePicture(title, first, last, peak)}>
        {periods.map(({ key, label, count, isPartial }) => (
          <span
            key={key}
            class={isPartial ? 'spark-partial' : undefined}
            title={`${label}: ${formatCount(count)}`}
            style={{ height: `${(100 * count) / Math.max(1, top.count)}%` }}
          />
        ))}
      </div>
      <p class="spark-ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <p class="help">
        {peak} {periods.some(({ isPartial }) => isPartial) && words.partialBars}
      </p>
    </>
  )
}

/** The present question over time, as bars. The list of the numbers leads to the articles of one period. */
export function CountsOverTime({ state, change }: FacetsProps) {
  const today = toDay(new Date())
  const granularity = granularityOf(state, today)
  const loaded = useData(QuestionCountsDocument, {
    query: state.q,
    filter: toArticleFilter(state),
    by: granularity,
    limit: PERIODS_MAX[granularity],
  })
  if (loaded.data?.articleCounts.items.length === 0) return null
  const title = words.overTime[granularity]
  const open = (key: string) =>
    change({ startDate: key, endDate: addDays(nextStart(key, granularity), -1), page: 1 })
  return (
    <section class="facet">
      <h3>{title}</h3>
      <Counted loaded={loaded}>
        {({ articleCounts: { items } }) => {
          const periods = fillPeriods(items, state, { granularity, today })
          if (periods.length === 0) return null
          return (
            <>
              <Bars periods={periods} title={title} />
              <details>
                <summary>{words.numbers}</summary>
                <ul>
                  {periods.map(({ key, label, count }) => (
                    <li key={key}>
                      <button type="button" onClick={() => open(key)}>
                        <span>{label}</span> <small>{formatCount(count)}</small>
                      </button>
                    </li>
                  ))}
                </ul>
              </details>
            </>
          )
        }}
      </Counted>
    </section>
  )
}
