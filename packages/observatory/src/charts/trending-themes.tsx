import { formatCount, formatDecimal } from '../format.ts'
import { paths } from '../paths.ts'
import { texts } from '../texts/texts.ts'
import { Chart, type Source } from './chart.tsx'

/** Days whose articles the API counts and compares. */
const WINDOW_DAYS = 7

/** A theme with more articles in a week than on usual days. */
interface TrendingTheme {
  themeLabel: string
  themeCode: string | null
  /** Articles of the week. */
  windowCount: number
  baselineDailyAvg: number
  /** Articles of the week, divided by the usual number in a week. */
  growthScore: number
  /** The first is linked below the numbers. */
  topArticles?: readonly { uniqueId: string; title: string }[]
}

interface Props {
  title: string
  /** Name of the downloaded table, without its ending. */
  fileName: string
  themes: readonly TrendingTheme[]
  source: Source
}

/** Themes with their growth and the numbers behind. */
export function TrendingThemes({ title, fileName, themes, source }: Props) {
  return (
    <Chart
      title={title}
      help={texts.panorama.trendingThemesHelp}
      fileName={fileName}
      source={source}
      table={{
        columns: [
          texts.columns.theme,
          texts.columns.weekArticles,
          texts.columns.usualPerDay,
          texts.columns.growth,
        ],
        rows: themes.map((theme) => [
          theme.themeLabel,
          theme.windowCount,
          theme.baselineDailyAvg,
          theme.growthScore,
        ]),
      }}
    >
      {themes.length === 0 && <p>{texts.nothing}</p>}
      <ol class="trends unmarked">
        {themes.map((theme) => (
          <Theme key={theme.themeLabel} theme={theme} />
        ))}
      </ol>
    </Chart>
  )
}

function Theme({ theme }: { theme: TrendingTheme }) {
  const { themeLabel, themeCode, windowCount, baselineDailyAvg, growthScore, topArticles = [] } = theme
  const [article] = topArticles
  return (
    <li>
      <strong class="growth">{formatDecimal(growthScore)}×</strong>
      <div>
        {themeCode ? <a href={paths.theme(themeCode)}>{themeLabel}</a> : themeLabel}
        <p>
          {texts.panorama.trendingTheme(
            formatCount(windowCount),
            formatDecimal(baselineDailyAvg * WINDOW_DAYS),
          )}
        </p>
        {article && (
          <p>
            <a href={paths.article(article.uniqueId)}>{article.title}</a>
          </p>
        )}
      </div>
    </li>
  )
}
