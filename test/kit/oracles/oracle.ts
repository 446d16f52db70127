// The correct answers, computed from the articles by plain loops over plain rows, without code of the service.

const ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000

/** An article of the generator, with the values that the service must derive. */
export interface OracleArticle {
  uniqueId: string
  agency: string
  publishedAt: Date
  /** Articles with the same number are copies of one text; null has no text at all. */
  text: number | null
  themes: { code: string; label: string }[]
  tags: string[]
  sentiment: string | null
  entities: { text: string; id: string | null }[]
}

export interface OracleFilter {
  agencies?: string[]
  excludeAgencies?: string[]
  themes?: string[]
  tags?: string[]
  themeLabel?: string
  sentiment?: string[]
  entities?: string[]
  entityCanonical?: string[]
  /** Local days, both included. */
  startDate?: string
  endDate?: string
  dedup?: boolean
}

const days = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE })
const collator = new Intl.Collator('pt-BR')

/** `YYYY-MM-DD` in Brasília. */
export const dayOf = (date: Date): string => days.format(date)

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

function meets(wanted: string[] | undefined, values: readonly (string | null)[]): boolean {
  if (!wanted || wanted.length === 0) return true
  return values.some((value) => value !== null && wanted.some((one) => fold(one) === fold(value)))
}

function passes(article: OracleArticle, filter: OracleFilter): boolean {
  const day = dayOf(article.publishedAt)
  return (
    meets(filter.agencies, [article.agency]) &&
    !(filter.excludeAgencies ?? []).some((one) => fold(one) === fold(article.agency)) &&
    meets(
      filter.themes,
      article.themes.map((theme) => theme.code),
    ) &&
    meets(filter.themeLabel === undefined ? [] : [filter.themeLabel], [article.themes[0]?.label ?? null]) &&
    meets(filter.tags, article.tags) &&
    meets(filter.sentiment, [article.sentiment]) &&
    meets(
      filter.entities,
      article.entities.map((entity) => entity.text),
    ) &&
    meets(
      filter.entityCanonical,
      article.entities.map((entity) => entity.id),
    ) &&
    (filter.startDate === undefined || day >= filter.startDate) &&
    (filter.endDate === undefined || day <= filter.endDate)
  )
}

/** Articles that match, newest first; only the newest of copies when the filter requests that. */
export function select(articles: readonly OracleArticle[], filter: OracleFilter = {}): OracleArticle[] {
  const passing = articles
    .filter((article) => passes(article, filter))
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
  if (!filter.dedup) return passing
  const seen = new Set<number>()
  return passing.filter(({ text }) => {
    if (text === null) return true
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/** Articles of the `count` × 24 hours before `now`. */
const since = (articles: readonly OracleArticle[], count: number, now: Date) =>
  articles.filter(
    ({ publishedAt }) => publishedAt.getTime() >= now.getTime() - count * DAY_MS && publishedAt <= now,
  )

/** Number of articles with each value, most first, ties by value. */
function tally(
  articles: readonly OracleArticle[],
  valuesOf: (article: OracleArticle) => (string | undefined)[],
): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const article of articles)
    for (const value of new Set(valuesOf(article)))
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || collator.compare(a.value, b.value))
}

const level1 = (article: OracleArticle) => article.themes[0]

/**
 * Computes every number of the service over these articles at an instant. `names` are the official names of agencies by
 * key.
 */
export function makeOracle(articles: readonly OracleArticle[], now: Date, names: Record<string, string>) {
  const nameOf = (key: string) => names[key] ?? key
  return {
    themes() {
      const labels = new Map(
        articles.flatMap((article) => {
          const theme = level1(article)
          return theme ? [[theme.code, theme.label] as const] : []
        }),
      )
      return [...labels].map(([code, label]) => ({ code, label })).sort((a, b) => (a.code < b.code ? -1 : 1))
    },
    agencies() {
      const keys = [...new Set(articles.map((article) => article.agency))]
      return keys
        .map((code) => ({ code, label: nameOf(code), isRepublisher: code === 'agencia_brasil' }))
        .sort((a, b) => collator.compare(a.label, b.label))
    },
    popularTags: (limit: number) =>
      tally(articles, (article) => article.tags)
        .slice(0, limit)
        .map(({ value, count }) => ({ label: value, count })),
    themeArticleCounts: (count: number, level: 1 | 2 | 3) =>
      tally(since(articles, count, now), (article) => [article.themes[level - 1]?.code]).map(
        ({ value, count }) => ({ code: value, label: null, count }),
      ),
    topThemes: (count: number, limit: number) =>
      tally(since(articles, count, now), (article) => [level1(article)?.label])
        .slice(0, limit)
        .map(({ value, count }) => ({ label: value, count })),
    topAgencies: (count: number, limit: number) =>
      tally(since(articles, count, now), (article) => [nameOf(article.agency)])
        .slice(0, limit)
        .map(({ value, count }) => ({ name: value, count })),
    analyticsKpis(count: number) {
      const recent = since(articles, count, now)
      return {
        total: recent.length,
        activeThemes: new Set(recent.flatMap((article) => level1(article)?.code ?? [])).size,
        activeAgencies: new Set(recent.map((article) => article.agency)).size,
        dailyAverage: Number((recent.length / count).toFixed(2)),
      }
    },
    articlesTimeline(count: number) {
      // Brazil has one offset all year now, so days are 24 hours apart.
      const noon = new Date(`${dayOf(now)}T15:00:00Z`).getTime()
      return Array.from({ length: Math.min(count, 366) }, (_, i, length = Math.min(count, 366)) => {
        const date = dayOf(new Date(noon - (length - 1 - i) * DAY_MS))
        return { date, count: articles.filter((article) => dayOf(article.publishedAt) === date).length }
      })
    },
    widgetConfig: () => ({
      agencies: tally(articles, (article) => [article.agency]).map(({ value }) => value),
      themes: tally(articles, (article) => [level1(article)?.code]).map(({ value }) => value),
    }),
    widgetPagination(config: { agencies: string[]; themes: string[] }, page: number, limit: number) {
      const total = select(articles, config).length
      return { page, limit, total, hasMore: page * limit < total }
    },
  }
}
