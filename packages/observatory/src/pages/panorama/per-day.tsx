import { useState } from 'preact/hooks'
import { Chart, type Source } from '../../charts/chart.tsx'
import type { Days } from '../../charts/periods.ts'
import { Timeline, type DayCount } from './timeline.tsx'
import { formatCount, formatDay, toDay } from '../../format.ts'
import { joinSentences } from '../../frame/join-sentences.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'

function Selection({ days, range, clear }: { days: readonly DayCount[]; range: Days; clear: () => void }) {
  const count = days
    .filter(({ date }) => date >= range.from && date <= range.to)
    .reduce((sum, { count }) => sum + count, 0)
  const parameters = new URLSearchParams({ startDate: range.from, endDate: range.to })
  return (
    <p class="selection" role="status">
      {texts.panorama.selection(formatDay(range.from), formatDay(range.to), formatCount(count))}{' '}
      <a href={`${paths.search}?${parameters}`}>{texts.panorama.openSelection}</a>{' '}
      <button type="button" onClick={clear}>
        {texts.panorama.clearSelection}
      </button>
    </p>
  )
}

interface PerDayProps {
  days: readonly DayCount[]
  /** First day of the data, when it lies within the days. */
  dataStart: string | undefined
  source: Source
}

/** Articles per day, with a choice of days that leads to their articles. */
export function PerDay({ days, dataStart, source }: PerDayProps) {
  const [range, setRange] = useState<Days>()
  const isUnfinished = days.at(-1)?.date === toDay(new Date())
  return (
    <Chart
      title={texts.panorama.perDay}
      help={texts.panorama.perDayHelp}
      fileName="noticias-por-dia"
      source={source}
      partial={joinSentences([
        isUnfinished && texts.panorama.today,
        dataStart && texts.panorama.dataSince(formatDay(dataStart)),
      ])}
      table={{
        columns: [texts.columns.day, texts.columns.articles],
        rows: days.map(({ date, count }) => [date, count]),
      }}
    >
      {days.some(({ count }) => count > 0) ? (
        <Timeline days={days} range={range} choose={setRange} />
      ) : (
        <p>{texts.nothing}</p>
      )}
      {range && <Selection days={days} range={range} clear={() => setRange(undefined)} />}
    </Chart>
  )
}
