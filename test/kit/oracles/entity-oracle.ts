// The correct answers about agencies, trends and entities, computed from the articles by plain loops over plain rows,
// without code of the service.
import { dayOf } from './oracle.ts'

const DAY_MS = 86_400_000

/** An article of the generator. */
export interface OracleNews {
  uniqueId: string
  agency: string
  publishedAt: Date
  theme: { code: string; label: string } | null
  score: number | null
  label: string | null
  readability: number | null
  words: number | null
  /** Names in the text, the number of their mentions, and the entity's id if known. */
  names: { text: string; type: string; id: string | null; count: number }[]
}

export interface OracleEntity {
  id: string
  name: string
  type: string
  aliases: string[]
  policy: { domain: string; phase: string } | null
}

export type Period = 'DAY' | 'WEEK' | 'MONTH'

const collator = new Intl.Collator('pt-BR')
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** First local day of the period, computed from the calendar only. */
function periodOf(day: string, period: Period): string {
  if (period === 'DAY') return day
  if (period === 'MONTH') return `${day.slice(0, 8)}01`
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

function mean(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null)
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0) / there.length
}

function share(labels: readonly (string | null)[], wanted: string): number | null {
  const there = labels.filter((label) => label !== null)
  return there.length === 0 ? null : there.filter((label) => label === wanted).length / there.length
}

function tally(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || collator.compare(a.value, b.value))
}

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** All three-letter sequences of every word, with two blanks before it and one after. */
function trigrams(text: string): Set<string> {
  const parts = new Set<string>()
  for (const word of text.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) parts.add(padded.slice(at, at + 3))
  }
  return parts
}

function similarity(a: string, b: string): number {
  const [one, other] = [trigrams(a), trigrams(b)]
  const common = [...one].filter((part) => other.has(part)).length
  return common / (one.size + other.size - common)
}

const threeDecimals = (value: number) => Number(value.toFixed(3))

/** Returns the mentions of each article. */
function readMentions(news: readonly OracleNews[], registry: readonly OracleEntity[]) {
  const known = new Map(registry.map((entity) => [entity.id, entity]))
  /** Number of mentions of each registered entity in an article. */
  const mentionsOf = (article: OracleNews) => {
    const mentions = new Map<string, number>()
    for (const { id, count } of article.names)
      if (id !== null && known.has(id) && count >= 1) mentions.set(id, (mentions.get(id) ?? 0) + count)
    return mentions
  }
  const mentioning = (id: string) => news.filter((article) => mentionsOf(article).has(id))
  return { known, mentionsOf, mentioning }
}
type Mentions = ReturnType<typeof readMentions>

const between = (article: OracleNews, from: string, to: string) => {
  const day = dayOf(article.publishedAt)
  return day >= from && day <= to
}

/** Articles grouped by period and agency, in that order. */
function series(articles: readonly OracleNews[], period: Period) {
  const groups = new Map<string, OracleNews[]>()
  for (const article of articles) {
    const key = `${periodOf(dayOf(article.publishedAt), period)} ${article.agency}`
    groups.set(key, [...(groups.get(key) ?? []), article])
  }
  return groups
}

function makeSeriesOracle(
  news: readonly OracleNews[],
  { mentionsOf, mentioning }: Mentions,
  names: Record<string, string>,
) {
  /** The columns that both series share, beside the articles of each row. */
  const rowsOf = (groups: ReadonlyMap<string, OracleNews[]>) =>
    [...groups]
      .sort(([a], [b]) => byText(a, b))
      .map(([group, articles]) => {
        const [period, agencyKey] = group.split(' ') as [string, string]
        const agencyName = names[agencyKey] ?? agencyKey
        return { articles, row: { period, agencyKey, agencyName, articleCount: articles.length } }
      })
  return {
    agencyAnalytics(keys: string[], from: string, to: string, period: Period) {
      const wanted = [...new Set(keys)].filter((key) => key in names).sort(byText)
      const groups = series(
        news.filter((article) => wanted.includes(article.agency) && between(article, from, to)),
        period,
      )
      if (period === 'DAY')
        for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
          for (const key of wanted) {
            const day = new Date(at).toISOString().slice(0, 10)
            groups.set(`${day} ${key}`, groups.get(`${day} ${key}`) ?? [])
          }
      return rowsOf(groups).map(({ row, articles }) => {
        const labels = articles.map((article) => article.label)
        return {
          ...row,
          avgSentimentScore: mean(articles.map((article) => article.score)),
          pctPositive: share(labels, 'positive'),
          pctNegative: share(labels, 'negative'),
          avgReadabilityFlesch: mean(articles.map((article) => article.readability)),
          avgWordCount: mean(articles.map((article) => article.words)),
          topThemes: tally(articles.flatMap((article) => article.theme?.label ?? []))
            .slice(0, 3)
            .map(({ value, count }) => ({ label: value, count })),
        }
      })
    },
    coverage(id: string, period: Period, from = '0001-01-01', to = '9999-12-31') {
      const groups = series(
        mentioning(id).filter((article) => between(article, from, to)),
        period,
      )
      return rowsOf(groups).map(({ row, articles }) => ({
        ...row,
        totalMentions: articles.reduce((sum, article) => sum + (mentionsOf(article).get(id) ?? 0), 0),
        avgSentimentScore: mean(articles.map((article) => article.score)),
      }))
    },
  }
}

function makeTrendOracle(news: readonly OracleNews[]) {
  return {
    trendingThemes(
      now: Date,
      ask: { windowDays: number; baselineDays: number; minArticles: number; growthThreshold: number },
      agency?: string,
    ) {
      const start = now.getTime() - ask.windowDays * DAY_MS
      const before = start - ask.baselineDays * DAY_MS
      const mine = news.filter((article) => agency === undefined || article.agency === agency)
      const inWindow = mine.filter(({ publishedAt: at }) => at.getTime() >= start && at <= now)
      const inBaseline = mine.filter(({ publishedAt: at }) => at.getTime() >= before && at.getTime() < start)
      const codes = [...new Set([...inWindow, ...inBaseline].flatMap((article) => article.theme?.code ?? []))]
      return codes
        .map((code) => {
          const own = inWindow.filter((article) => article.theme?.code === code)
          const usual = inBaseline.filter((article) => article.theme?.code === code).length
          return {
            themeCode: code,
            windowCount: own.length,
            baselineDailyAvg: threeDecimals(usual / ask.baselineDays),
            growthScore: (own.length + 1) / ask.windowDays / ((usual + 1) / ask.baselineDays),
            topArticles: own
              .map((article) => article.publishedAt.getTime())
              .sort((a, b) => b - a)
              .slice(0, 5),
          }
        })
        .filter((theme) => theme.windowCount >= ask.minArticles && theme.growthScore >= ask.growthThreshold)
        .map((theme) => ({ ...theme, growthScore: threeDecimals(theme.growthScore) }))
        .sort(
          (a, b) =>
            b.growthScore - a.growthScore ||
            b.windowCount - a.windowCount ||
            byText(a.themeCode, b.themeCode),
        )
    },
  }
}

function makeGraphOracle(news: readonly OracleNews[], { known, mentionsOf, mentioning }: Mentions) {
  function weights(days?: { from: string; to: string }) {
    const pairs = new Map<string, number>()
    for (const article of news) {
      const day = dayOf(article.publishedAt)
      if (days && (day < days.from || day > days.to)) continue
      const ids = [...mentionsOf(article).keys()].sort(byText)
      for (const [i, src] of ids.entries())
        for (const dst of ids.slice(i + 1)) pairs.set(`${src} ${dst}`, (pairs.get(`${src} ${dst}`) ?? 0) + 1)
    }
    return [...pairs].map(([pair, weight]) => ({ ends: pair.split(' '), weight }))
  }
  return {
    related(id: string) {
      return weights()
        .flatMap(({ ends, weight }) =>
          ends.includes(id) ? [{ canonicalId: ends.find((end) => end !== id) ?? '', weight }] : [],
        )
        .sort((a, b) => b.weight - a.weight || byText(a.canonicalId, b.canonicalId))
    },
    /** Edges as `a b` with their weights, of all or some days, strongest first, and the entities at their ends. */
    network(id: string, depth: number, limit: number, days?: { from: string; to: string }) {
      let reached = new Set(known.has(id) ? [id] : [])
      const found = new Map<string, number>()
      for (let hop = 0; hop < Math.min(Math.max(depth, 0), 2); hop++) {
        const next = new Set(reached)
        for (const { ends, weight } of weights(days)) {
          if (!ends.some((end) => reached.has(end))) continue
          found.set(ends.join(' '), weight)
          for (const end of ends) next.add(end)
        }
        reached = next
      }
      const edges = [...found].sort(([a, x], [b, y]) => y - x || byText(a, b)).slice(0, limit)
      const ends = edges.flatMap(([pair]) => pair.split(' '))
      return { edges, nodes: [...new Set([...(known.has(id) ? [id] : []), ...ends])].sort(byText) }
    },
    articles(id: string) {
      return mentioning(id)
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || byText(b.uniqueId, a.uniqueId))
        .map((article) => article.uniqueId)
    },
  }
}

function makeNameOracle(
  news: readonly OracleNews[],
  registry: readonly OracleEntity[],
  { known, mentioning }: Mentions,
) {
  return {
    suggestions(query: string, type: string | null) {
      const values = news.flatMap((article) => [
        ...new Set(
          article.names.filter((name) => type === null || name.type === type).map((name) => name.text),
        ),
      ])
      return tally(values).filter(({ value }) => fold(value).startsWith(fold(query)))
    },
    /** A registered entity has the articles that mention it, an unknown id those whose features contain it. */
    canonicalSuggestions(query: string) {
      const ids = news.flatMap((article) => [...new Set(article.names.flatMap((name) => name.id ?? []))])
      const begins = (text: string) => fold(text).startsWith(fold(query))
      const registered = registry
        .filter(({ name, aliases, id }) => [name, ...aliases, id].some(begins))
        .map(({ id, name }) => ({ value: id, entityId: id, label: name, count: mentioning(id).length }))
      const unknown = tally(ids)
        .filter(({ value }) => !known.has(value) && begins(value))
        .map(({ value, count }) => ({ value, entityId: value, label: null, count }))
      return [...registered, ...unknown]
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || byText(a.value, b.value))
    },
    search(query: string, type: string | null) {
      const wanted = fold(query)
      return registry
        .filter((entity) => type === null || entity.type === type)
        .map((entity) => {
          const folded = [entity.name, ...entity.aliases].map(fold)
          const exact = folded.includes(wanted)
          return {
            entityId: entity.id,
            matchType: exact ? 'alias_exact' : 'trgm_fuzzy',
            confidence: exact ? 1 : Math.max(...folded.map((name) => similarity(name, wanted))),
            articleCount: mentioning(entity.id).length,
          }
        })
        .filter(({ confidence }) => wanted !== '' && confidence >= 0.3)
        .sort((a, b) => b.confidence - a.confidence || b.articleCount - a.articleCount)
    },
  }
}

function makePolicyOracle(registry: readonly OracleEntity[], { mentioning }: Mentions) {
  return {
    policies(domain: string | null, phase: string | null) {
      return registry
        .flatMap(({ id, name, policy }) => (policy ? [{ id, name, policy }] : []))
        .filter(({ policy }) => domain === null || policy.domain === domain)
        .filter(({ policy }) => phase === null || policy.phase === phase)
        .map(({ id, name }) => ({ entityId: id, canonicalName: name, articleCount: mentioning(id).length }))
        .sort((a, b) => b.articleCount - a.articleCount || collator.compare(a.canonicalName, b.canonicalName))
    },
    firstMentioned(id: string) {
      const days = mentioning(id).map((article) => dayOf(article.publishedAt))
      return days.sort(byText)[0] ?? null
    },
  }
}

/** Computes every number over these articles and this registry. `names` are the official names of agencies by key. */
export function makeEntityOracle(
  news: readonly OracleNews[],
  registry: readonly OracleEntity[],
  names: Record<string, string>,
) {
  const mentions = readMentions(news, registry)
  return {
    ...makeSeriesOracle(news, mentions, names),
    ...makeTrendOracle(news),
    ...makeGraphOracle(news, mentions),
    ...makeNameOracle(news, registry, mentions),
    ...makePolicyOracle(registry, mentions),
  }
}
