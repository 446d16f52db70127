import type { EntityRecord } from '@pauta/core/entities/entity-record'

/** An article that a test publishes, as far as recortes compare it. */
export interface KnownArticle {
  uniqueId: string
  agency: string
  title: string
  summary: string | null
  publishedAt: Date
  /** The code of its theme and those above. */
  themes: string[]
  states?: string[]
  entities?: EntityRecord[]
}

/** What a recorte searches. */
export interface SearchedFilters {
  themes: string[]
  agencies: string[]
  keywords: string[]
  excludeAgencies?: string[]
  excludeKeywords?: string[]
  states?: string[]
  entityCanonical?: string[]
}

// Plain loops, and an own idea of a word.
const words = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
const hasAll = (texts: readonly string[], keyword: string) => {
  const own = new Set(texts.flatMap(words))
  return words(keyword).every((word) => own.has(word))
}
const textsOf = ({ title, summary }: KnownArticle) => [title, summary ?? '']
const hasOne = (wanted: readonly string[] = [], values: readonly string[] = []) =>
  wanted.length === 0 || values.some((value) => wanted.includes(value))

/** Whether a recorte has no filter but exclusions, with which alone it selects nothing. */
export const selectsNothing = (filters: SearchedFilters): boolean =>
  Object.values({ ...filters, excludeAgencies: [], excludeKeywords: [] }).flat().length === 0

/** Whether an article passes all filters of a recorte but its keywords. An excluded one is whole in one of the texts. */
export const passes = (article: KnownArticle, filters: SearchedFilters): boolean =>
  hasOne(filters.themes, article.themes) &&
  hasOne(filters.agencies, [article.agency]) &&
  !(filters.excludeAgencies ?? []).includes(article.agency) &&
  !(filters.excludeKeywords ?? []).some((keyword) =>
    textsOf(article).some((text) => hasAll([text], keyword)),
  ) &&
  hasOne(filters.states, article.states) &&
  hasOne(
    filters.entityCanonical,
    article.entities?.map(({ id }) => id),
  )

/** Returns the number of articles for each keyword, or one number without keywords. */
export function countsOf(articles: readonly KnownArticle[], filters: SearchedFilters): number[] {
  if (selectsNothing(filters)) return []
  const passing = articles.filter((article) => passes(article, filters))
  if (filters.keywords.length === 0) return [passing.length]
  return filters.keywords.map(
    (keyword) => passing.filter((article) => hasAll(textsOf(article), keyword)).length,
  )
}

/** Returns the ids of the articles of all keywords together, newest first. */
export function unionOf(articles: readonly KnownArticle[], filters: SearchedFilters): string[] {
  if (selectsNothing(filters)) return []
  const { keywords } = filters
  return articles
    .filter((article) => passes(article, filters))
    .filter(
      (article) => keywords.length === 0 || keywords.some((keyword) => hasAll(textsOf(article), keyword)),
    )
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.uniqueId < b.uniqueId ? -1 : 1))
    .map(({ uniqueId }) => uniqueId)
}
