import { useCallback, useMemo } from 'preact/hooks'
import { shorten } from '../../charts/axis-labels.ts'
import { Chart } from '../../charts/chart.tsx'
import { Plot, type PlotModule } from '../../charts/plot.tsx'
import { useNarrow } from '../../frame/use-narrow.ts'
import { formatCount, formatShare } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ROW_HEIGHT, rowsOf, type Measured } from './measured-rows.ts'
import type { AgencyMeasure } from './merge-periods.ts'

const THEME_CHARACTERS = 24
/** Narrower columns have no place for their names. */
const MATRIX_PX = 640

/** Shares whose colours the scale shows. */
const SCALE = [0.1, 0.25, 0.5, 1]

/** How dark the cell of a share is. A small one must not vanish. */
const opacityOf = (share: number) => 0.15 + 0.85 * share

/** What the colours of the matrix say. */
function MatrixScale() {
  return (
    <p class="matrix-scale">
      {texts.panorama.matrixScale}
      {SCALE.map((share) => (
        <span key={share} class="scale-swatch">
          <svg width="15" height="15" fill="var(--accent)" fill-opacity={opacityOf(share)} aria-hidden="true">
            <rect width="100%" height="100%" />
          </svg>
          {formatShare(share)}
        </span>
      ))}
    </p>
  )
}

/** The same on a phone, where columns have no place: each agency with its themes below it. */
function MatrixList({ measures }: { measures: readonly AgencyMeasure[] }) {
  return (
    <ol class="matrix-list unmarked">
      {measures.map(({ key, name, articles, themes }) => (
        <li key={key}>
          <a href={paths.agency(key)}>{name}</a>
          <ul class="unmarked">
            {themes.map(({ label, count }) => (
              <li key={label}>
                <span>{label}</span>{' '}
                <small>
                  {formatCount(count)} ({formatShare(count / Math.max(1, articles))})
                </small>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The three commonest themes of each agency: a matrix, or on a phone a list. */
export function ThemeMatrix({ measures, source }: Measured) {
  const isNarrow = useNarrow()
  const cells = useMemo(
    () =>
      measures.flatMap(({ name, articles, themes }) =>
        themes.map(({ label, count }) => ({
          name,
          theme: label,
          count,
          share: count / Math.max(1, articles),
        })),
      ),
    [measures],
  )
  const draw = useCallback(
    (plot: PlotModule, width: number) => ({
      ...rowsOf(measures, width),
      marginTop: 130,
      marginRight: 90,
      x: {
        label: null,
        axis: 'top' as const,
        tickRotate: -40,
        tickFormat: (theme: string) => shorten(theme, THEME_CHARACTERS),
      },
      marks: [
        plot.cell(cells, {
          x: 'theme',
          y: 'name',
          fill: 'var(--accent)',
          fillOpacity: ({ share }) => opacityOf(share),
          inset: 1,
          title: ({ name, theme, count, share }) => `${name}\n${theme}: ${count} (${formatShare(share)})`,
        }),
      ],
    }),
    [cells, measures],
  )
  return (
    <Chart
      title={texts.panorama.matrix}
      help={texts.panorama.matrixHelp}
      fileName="orgaos-e-temas"
      source={source}
      table={{
        columns: [
          texts.columns.agency,
          texts.columns.theme,
          texts.columns.articles,
          texts.columns.agencyShare,
        ],
        rows: cells.map(({ name, theme, count, share }) => [name, theme, count, share]),
      }}
    >
      {isNarrow ? (
        <MatrixList measures={measures} />
      ) : (
        <>
          <MatrixScale />
          <Plot
            height={measures.length * ROW_HEIGHT + 150}
            minWidth={MATRIX_PX}
            label={texts.panorama.matrix}
            draw={draw}
          />
        </>
      )}
    </Chart>
  )
}
