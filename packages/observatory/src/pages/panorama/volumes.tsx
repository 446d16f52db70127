import { KeyNumbers } from '../../frame/key-numbers.tsx'
import { formatChange, formatCount, formatDecimal } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

/** The four numbers of some days. */
export interface Volumes {
  total: number
  /** Agencies and themes with articles. */
  agencies: number
  themes: number
  /** Articles per day that has ended. */
  mean: number | undefined
}

interface KpisProps {
  now: Volumes
  /** Of as many days before; undefined where the data do not have them all. */
  before: Volumes | undefined
  /** Number of days. */
  days: number
}

/** The four numbers at the top, each with the same of the days before. */
export function Kpis({ now, before, days }: KpisProps) {
  const words = texts.panorama.kpis
  const note = (count: number | undefined, write: (count: number) => string) =>
    count === undefined ? undefined : words.before(write(count), days)
  // A day that has not ended is left out of the mean alone, so only means tell how much changed.
  const change = now.mean && before?.mean ? ` (${formatChange(now.mean / before.mean - 1)})` : ''
  const numbers = [
    [words.total(now.total), formatCount(now.total), note(before?.total, formatCount)],
    [words.agencies(now.agencies), formatCount(now.agencies), note(before?.agencies, formatCount)],
    [words.themes(now.themes), formatCount(now.themes), note(before?.themes, formatCount)],
    [
      words.average,
      now.mean === undefined ? '–' : formatDecimal(now.mean),
      note(before?.mean, (mean) => formatDecimal(mean) + change),
    ],
  ] as const
  return <KeyNumbers numbers={numbers} />
}
