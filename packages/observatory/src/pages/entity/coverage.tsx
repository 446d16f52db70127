import { useMemo } from 'preact/hooks'
import type { EntityPageQuery } from '../../api/generated/operations.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { fillSeries } from '../../charts/fill-series.ts'
import { listPeriods } from '../../charts/periods.ts'
import { StepLines } from '../../charts/step-lines.tsx'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

interface CoverageProps {
  points: EntityPageQuery['coverage']
  /** First day of the period, as `2026-06-01`. The axis shows all of it, so that few articles look like few. */
  dateFrom: string
  source: Source
}

/** Articles about the entity per week, one line for each agency. */
export function Coverage({ points, dateFrom, source }: CoverageProps) {
  const today = toDay(new Date())
  const series = useMemo(
    () =>
      fillSeries(
        points.map(({ period, agencyName, agencyKey, articleCount }) => ({
          period: period.slice(0, 10),
          name: agencyName ?? agencyKey,
          count: articleCount,
        })),
        listPeriods(dateFrom, today, 'WEEK'),
      ),
    [points, dateFrom, today],
  )
  return (
    <Chart
      title={texts.entity.coverage}
      help={texts.entity.coverageHelp}
      fileName="cobertura"
      partial={texts.entity.coverageEdges}
      source={source}
      table={{
        columns: [texts.columns.week, texts.columns.agency, texts.columns.articles, texts.columns.mentions],
        rows: points.map((point) => [
          point.period,
          point.agencyName ?? point.agencyKey,
          point.articleCount,
          point.totalMentions,
        ]),
      }}
    >
      {points.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <StepLines
          label={texts.entity.coverage}
          series={series}
          granularity="WEEK"
          bounds={{ from: dateFrom, to: today, today }}
        />
      )}
    </Chart>
  )
}
