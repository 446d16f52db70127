import type { PanoramaQuery } from '../../api/generated/operations.ts'
import type { Source } from '../../charts/chart.tsx'
import { Ranking } from '../../charts/ranking.tsx'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { formatCount, formatDecimal } from '../../format.ts'
import { texts } from '../../texts.ts'

interface KpisProps {
  kpis: PanoramaQuery['kpis']
  /** Articles per day that has ended. */
  mean: number | undefined
}

/** The four numbers at the top. */
export function Kpis({ kpis, mean }: KpisProps) {
  const words = texts.panorama.kpis
  const numbers = [
    [words.total, formatCount(kpis.total)],
    [words.agencies, formatCount(kpis.activeAgencies)],
    [words.themes, formatCount(kpis.activeThemes)],
    [words.average, mean === undefined ? '–' : formatDecimal(mean)],
  ] as const
  return <KeyNumbers numbers={numbers} />
}

/** Themes with the most articles of the period. */
export function TopThemes({ themes, source }: { themes: PanoramaQuery['themes']; source: Source }) {
  const rows = themes.map(({ code, label, count }) => ({ key: code, label, count }))
  return <Ranking kind="theme" title={texts.panorama.themes} fileName="temas" source={source} rows={rows} />
}

/** Agencies with the most articles of the period. */
export function TopAgencies({ agencies, source }: { agencies: PanoramaQuery['agencies']; source: Source }) {
  const rows = agencies.map(({ key, name, count }) => ({ key, label: name, count }))
  return (
    <Ranking kind="agency" title={texts.panorama.agencies} fileName="orgaos" source={source} rows={rows} />
  )
}
