import type { PanoramaQuery } from '../../api/generated/operations.ts'
import type { Source } from '../../charts/chart.tsx'
import { Ranking } from '../../charts/ranking.tsx'
import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { formatCount, formatDecimal } from '../../format.ts'
import { texts } from '../../texts.ts'

type Items = PanoramaQuery['themes']['items']

interface KpisProps {
  total: number
  /** Agencies and themes with articles. */
  agencies: number
  themes: number
  /** Articles per day that has ended. */
  mean: number | undefined
}

/** The four numbers at the top. */
export function Kpis({ total, agencies, themes, mean }: KpisProps) {
  const words = texts.panorama.kpis
  const numbers = [
    [words.total, formatCount(total)],
    [words.agencies, formatCount(agencies)],
    [words.themes, formatCount(themes)],
    [words.average, mean === undefined ? '–' : formatDecimal(mean)],
  ] as const
  return <KeyNumbers numbers={numbers} />
}

/** Themes with the most articles of the period. */
export function TopThemes({ themes, source }: { themes: Items; source: Source }) {
  return <Ranking kind="theme" title={texts.panorama.themes} fileName="temas" source={source} rows={themes} />
}

/** Agencies with the most articles of the period. */
export function TopAgencies({ agencies, source }: { agencies: Items; source: Source }) {
  return (
    <Ranking
      kind="agency"
      title={texts.panorama.agencies}
      fileName="orgaos"
      source={source}
      rows={agencies}
    />
  )
}
