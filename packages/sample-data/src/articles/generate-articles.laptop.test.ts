import { createHash } from 'node:crypto'
import { receiveArticle } from '@pauta/core/articles/receive'
import { hashContent, mintUniqueId } from '@pauta/core/articles/identity'
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { DAY_MS, formatInstant, startOfLocalDay } from '@pauta/platform/time/time'
import { THEMES } from '@pauta/core/themes/catalogue'
import { describe, expect, it } from 'vitest'
import { listSeedPeople } from '../texts/cast.ts'
import { generateArticles, generateCorpus } from './generate-articles.ts'
import type { SeedArticle } from './seed-article.ts'

const NOW = new Date('2026-06-01T15:30:00Z')
const OPTIONS = { seed: 20_260_601, now: NOW, count: 3000, days: 120 }
const articles = [...generateArticles(OPTIONS)]

function countBy<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

const share = (matches: (article: SeedArticle) => boolean) =>
  articles.filter(matches).length / articles.length
const localWeekday = (instant: Date) => new Date(startOfLocalDay(instant).getTime() + DAY_MS / 2).getUTCDay()

function isSame(one: object, other: object | undefined, key: string): boolean {
  const valueOf = (from: object | undefined) =>
    JSON.stringify((from as Record<string, unknown> | undefined)?.[key])
  return valueOf(one) === valueOf(other)
}

/** SHA-256 of `articles` as JSON. Change it when a text, a catalogue or the generator changes on purpose. */
const RECORDED_DIGEST = 'dfba9f44605ad30c55591ec6dc4fe65a79c918e6f9d9d007063797b52cbf7211'

describe('sample news', () => {
  it('equals the recorded sample byte for byte', () => {
    const digest = createHash('sha256').update(JSON.stringify(articles)).digest('hex')
    expect(digest, 'the sample changed: if that is intended, record the new digest').toBe(RECORDED_DIGEST)
  })

  it('is equal for equal seed and instant, and differs for another seed', () => {
    const few = { ...OPTIONS, count: 200 }
    expect([...generateArticles(few)]).toEqual([...generateArticles(few)])
    const titles = (seed: number) => [...generateArticles({ ...few, seed })].map((article) => article.title)
    expect(titles(1)).not.toEqual(titles(2))
  })

  it('gives exactly the count, in order, within the days, each article once', () => {
    expect(articles).toHaveLength(3000)
    const instants = articles.map((article) => article.publishedAt.getTime())
    expect(instants).toEqual([...instants].sort((a, b) => a - b))
    expect(instants[0]).toBeGreaterThanOrEqual(startOfLocalDay(NOW, -119).getTime())
    expect(instants.at(-1)).toBeLessThanOrEqual(NOW.getTime())
    expect(new Set(articles.map((article) => article.uniqueId)).size).toBe(3000)
  })

  it('passes validation unchanged, with the identifier that the ingest creates', () => {
    const parsed = articles.map((article) => ({
      ...receiveArticle(article, { now: new Date() }),
      features: article.features,
    }))
    const changed = articles.filter((article, at) =>
      Object.keys(article).some((key) => !isSame(article, parsed[at], key)),
    )
    expect(changed.map((article) => article.uniqueId)).toEqual([])
    const minted = articles.map(({ agencyKey, publishedAt, title }) =>
      mintUniqueId(agencyKey, formatInstant(publishedAt), title),
    )
    expect(articles.map((article) => article.uniqueId)).toEqual(minted)
  })

  it('comes from 60 agencies, of which a few publish most', () => {
    const counts = [...countBy(articles.map((article) => article.agencyKey)).values()].sort((a, b) => b - a)
    expect(counts).toHaveLength(60)
    const most = counts.slice(0, 10).reduce((sum, count) => sum + count, 0)
    expect(most / 3000).toBeGreaterThan(0.35)
    const known = new Set(AGENCIES.map((agency) => agency.key))
    expect(articles.filter((article) => !known.has(article.agencyKey))).toEqual([])
  })

  it('follows the week: full on working days, thin at weekends, some at exactly 00:00', () => {
    const byWeekday = countBy(articles.map((article) => localWeekday(article.publishedAt)))
    const weekend = (byWeekday.get(0) ?? 0) + (byWeekday.get(6) ?? 0)
    expect(weekend / 3000).toBeGreaterThan(0.03)
    expect(weekend / 3000).toBeLessThan(0.12)
    const midnight = share(
      (article) => article.publishedAt.getTime() === startOfLocalDay(article.publishedAt).getTime(),
    )
    expect(midnight).toBeGreaterThan(0.08)
    expect(midnight).toBeLessThan(0.18)
  })

  it('has themes of the catalogue on all three levels, and some articles without', () => {
    const codes = new Set(THEMES.map((theme) => theme.code))
    const used = articles.flatMap(({ themeL1Code, themeL2Code, themeL3Code }) => [
      themeL1Code,
      themeL2Code,
      themeL3Code,
    ])
    expect(used.filter((code) => code !== null && !codes.has(code))).toEqual([])
    expect(countBy(articles.map((article) => article.themeL1Code)).size).toBe(26)
    expect(share((article) => article.themeL1Code === null)).toBeCloseTo(0.07, 1)
    expect(share((article) => article.themeL3Code !== null)).toBeGreaterThan(0.5)
    const specific = articles.map(
      ({ themeL1Code, themeL2Code, themeL3Code }) => themeL3Code ?? themeL2Code ?? themeL1Code,
    )
    expect(articles.map((article) => article.mostSpecificThemeCode)).toEqual(specific)
  })

  it('repeats articles word for word and nearly so', () => {
    const groups = countBy(articles.map((article) => hashContent(article.title, article.content)))
    expect([...groups.values()].filter((count) => count > 1).length).toBeGreaterThan(60)
    const edited = articles.filter((article) => article.content.includes('\n\nCom informações d'))
    expect(edited.length).toBeGreaterThan(30)
    const openings = countBy(articles.map((article) => article.content.split('\n\n')[0] ?? ''))
    const copied = edited.filter((article) => (openings.get(article.content.split('\n\n')[0] ?? '') ?? 0) > 1)
    expect(copied).toHaveLength(edited.length)
  })

  it('has policies with far more articles in the last week than their usual share', () => {
    const isRecent = (article: SeedArticle) => NOW.getTime() - article.publishedAt.getTime() < 7 * DAY_MS
    const policiesOf = (part: readonly SeedArticle[]) =>
      countBy(
        part.flatMap(
          ({ features }) =>
            features?.entities?.flatMap(({ type, text }) => (type === 'POLICY' ? [text] : [])) ?? [],
        ),
      )
    const recent = policiesOf(articles.filter(isRecent))
    const before = policiesOf(articles.filter((article) => !isRecent(article)))
    const growing = [...recent].filter(
      ([name, count]) => count >= 10 && count / 7 > (3 * (before.get(name) ?? 0)) / 113,
    )
    expect(growing.length).toBeGreaterThanOrEqual(2)
  })
})

describe('features of sample news', () => {
  const withFeatures = articles.flatMap((article) =>
    article.features ? [{ ...article, features: article.features }] : [],
  )

  it('annotates names at their place, and names entities of the registry', () => {
    const ids = new Set([...GAZETTEER, ...listSeedPeople()].map((entity) => entity.id))
    const misplaced = withFeatures.filter(({ content, features }) =>
      features.content_annotations?.some(({ start, end, text }) => content.slice(start, end) !== text),
    )
    expect(misplaced.map((article) => article.uniqueId)).toEqual([])
    const named = withFeatures.flatMap(
      ({ features }) => features.entities?.map((entity) => entity.canonical_id) ?? [],
    )
    expect(named.filter((id) => id && !ids.has(id))).toEqual([])
    expect(withFeatures.every(({ features }) => (features.content_annotations?.length ?? 0) > 0)).toBe(true)
    const names = withFeatures.reduce((sum, { features }) => sum + (features.entities?.length ?? 0), 0)
    expect(names / withFeatures.length).toBeGreaterThan(8)
  })

  it('keeps every value within its bounds, and null is not zero', () => {
    const isSound = ({ features, imageUrl, videoUrl, publishedAt }: (typeof withFeatures)[number]) =>
      Math.abs(features.sentiment?.score ?? 2) <= 1 &&
      (features.word_count ?? 0) > 30 &&
      (features.char_count ?? 0) > 4 * (features.word_count ?? 0) &&
      (features.paragraph_count ?? 0) > 1 &&
      features.publication_hour === (publishedAt.getUTCHours() + 21) % 24 &&
      features.publication_dow === (new Date(publishedAt.getTime() - 3 * 3_600_000).getUTCDay() + 6) % 7 &&
      (features.readability_flesch ?? 0) > 0 &&
      (features.readability_flesch ?? 101) <= 100 &&
      features.has_image === (imageUrl !== null) &&
      features.has_video === (videoUrl !== null)
    expect(withFeatures.filter((article) => !isSound(article))).toEqual([])
    const labels = countBy(withFeatures.map(({ features }) => features.sentiment?.label))
    expect(new Set(labels.keys())).toEqual(new Set(['negative', 'neutral', 'positive']))
    expect(withFeatures.filter(({ features }) => features.view_count === undefined).length).toBeGreaterThan(
      50,
    )
  })

  it('is missing for some articles, like summaries and images', () => {
    expect(share((article) => article.features === null)).toBeGreaterThan(0.01)
    expect(share((article) => article.summary === null)).toBeGreaterThan(0.05)
    expect(share((article) => article.imageUrl === null)).toBeGreaterThan(0.15)
  })
})

describe('language of sample news', () => {
  const texts = articles.flatMap((article) => [
    article.title,
    article.subtitle ?? 'Sem',
    article.summary ?? 'Sem',
    ...article.content.split('\n\n'),
  ])

  it('fills every slot and leaves no double blanks', () => {
    expect(texts.filter((text) => /[{}]|\b(undefined|null|NaN|[Ll]orem)\b| {2}| [,.;]/.test(text))).toEqual(
      [],
    )
  })

  it('joins prepositions and articles, and begins every text with a capital', () => {
    expect(
      texts.filter((text) => /\b(de|em|por) [oa] (Minist|Ag[êe]ncia|Instituto|Funda)/.test(text)),
    ).toEqual([])
    expect(texts.filter((text) => !/^[\p{Lu}\d“]/u.test(text))).toEqual([])
  })

  it('has articles of 3 to 13 paragraphs', () => {
    const counts = articles.map((article) => article.content.split('\n\n').length)
    expect(Math.min(...counts)).toBe(3)
    expect(Math.max(...counts)).toBeLessThanOrEqual(13)
  })
})

describe('benchmark corpus', () => {
  it('grows over the years, comes from 160 agencies and leaves annotations out', () => {
    const corpus = [...generateCorpus({ seed: 1, now: NOW, articles: 8000 })]
    expect(corpus).toHaveLength(8000)
    const years = countBy(corpus.map((article) => article.publishedAt.getUTCFullYear()))
    expect([...years.keys()][0]).toBe(2016)
    expect(years.get(2025)).toBeGreaterThan(2 * (years.get(2017) ?? 0))
    expect(countBy(corpus.map((article) => article.agencyKey)).size).toBeGreaterThan(150)
    expect(corpus.filter((article) => article.features?.content_annotations)).toEqual([])
  })
})
