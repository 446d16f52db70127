import type { PanoramaQuery } from '../../api/generated/operations.ts'
import { Bars } from '../../charts/bars.tsx'
import { Chart, type Source } from '../../charts/chart.tsx'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { formatCount, formatDecimal } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'

/** The four numbers at the top. */
export function Kpis({ kpis }: { kpis: PanoramaQuery['kpis'] }) {
  const words = texts.panorama.kpis
  const numbers = [
    [words.total, formatCount(kpis.total)],
    [words.agencies, formatCount(kpis.activeAgencies)],
    [words.themes, formatCount(kpis.activeThemes)],
    [words.average, formatDecimal(kpis.dailyAverage)],
  ] as const
  return <KeyNumbers numbers={numbers} />
}

/** Themes with the most articles of the period. */
export function TopThemes({ themes, source }: { themes: PanoramaQuery['themes']; source: Source }) {
  return (
    <Chart
      title={texts.panorama.themes}
      fileName="temas"
      source={source}
      table={{
        columns: [texts.columns.code, texts.columns.theme, texts.columns.articles],
        rows: themes.map(({ code, label, count }) => [code, label, count]),
      }}
    >
      <Bars
        bars={themes.map(({ code, label, count }) => ({
          key: label,
          label,
          count,
          href: code ? paths.theme(code) : undefined,
        }))}
      />
    </Chart>
  )
}

/** Agencies with the most articles of the period. */
export function TopAgencies({ agencies, source }: { agencies: PanoramaQuery['agencies']; source: Source }) {
  return (
    <Chart
      title={texts.panorama.agencies}
      fileName="orgaos"
      source={source}
      table={{
        columns: [texts.columns.key, texts.columns.agency, texts.columns.articles],
        rows: agencies.map(({ key, name, count }) => [key, name, count]),
      }}
    >
      <Bars
        bars={agencies.map(({ key, name, count }) => ({
          key: key ?? name,
          label: name,
          count,
          href: key ? paths.agency(key) : undefined,
        }))}
      />
    </Chart>
  )
}
