import { paths } from '../paths.ts'
import { texts } from '../texts/texts.ts'
import { Bars } from './bars.tsx'
import { Chart, type Source } from './chart.tsx'

/** The name of the key and of the thing in the table, and the page of one. */
const KINDS = {
  theme: { columns: [texts.columns.code, texts.columns.theme], pageOf: paths.theme },
  agency: { columns: [texts.columns.key, texts.columns.agency], pageOf: paths.agency },
} as const

interface RankingProps {
  kind: keyof typeof KINDS
  title: string
  help?: string
  /** Name of the CSV file, without its ending. */
  fileName: string
  source: Source
  /** In the order of the bars. Without a key there is no page. */
  rows: readonly { key: string | null | undefined; label: string; count: number }[]
}

/** Themes or agencies by their number of articles, as bars with links. */
export function Ranking({ kind, rows, ...chart }: RankingProps) {
  const { columns, pageOf } = KINDS[kind]
  return (
    <Chart
      {...chart}
      table={{
        columns: [...columns, texts.columns.articles],
        rows: rows.map(({ key, label, count }) => [key, label, count]),
      }}
    >
      <Bars
        bars={rows.map(({ key, label, count }) => ({
          key: key ?? label,
          label,
          count,
          href: key ? pageOf(key) : undefined,
        }))}
      />
    </Chart>
  )
}
