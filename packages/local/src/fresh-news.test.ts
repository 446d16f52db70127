import { receiveArticle } from '@pauta/core/articles/receive'
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { describe, expect, it } from 'vitest'
import { listFreshNews } from './fresh-news.ts'

const everyone = AGENCIES.map(({ key }) => key)
const at = (time: string) => new Date(`2026-06-03T${time}-03:00`)
const titlesOf = (news: readonly unknown[]) =>
  news.map((article) => receiveArticle(JSON.parse(JSON.stringify(article)), { now: new Date() }).title)

describe('listFreshNews', () => {
  it('returns valid ingest messages of the last three hours', () => {
    const now = at('15:00:00')
    const news = listFreshNews(everyone, now)
    expect(news).toHaveLength(60)
    const articles = news.map((article) =>
      receiveArticle(JSON.parse(JSON.stringify(article)), { now: new Date() }),
    )
    const ages = articles.map(({ publishedAt }) => (now.getTime() - publishedAt.getTime()) / 3_600_000)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(3)
    expect(articles.every(({ summary, themeL1Code }) => summary === null && themeL1Code === null)).toBe(true)
  })

  it('returns the same articles within a quarter of an hour, and new ones after it', () => {
    const first = titlesOf(listFreshNews(everyone, at('10:00:00')))
    expect(titlesOf(listFreshNews(everyone, at('10:14:59')))).toEqual(first)
    const later = titlesOf(listFreshNews(everyone, at('10:15:00')))
    expect(later.slice(0, -5)).toEqual(first.slice(5))
  })

  it('skips agencies that were not requested', () => {
    const all = listFreshNews(everyone, at('10:00:00')) as { agencyKey: string }[]
    const [first] = all
    const key = first?.agencyKey ?? ''
    const own = all.filter(({ agencyKey }) => agencyKey === key)
    expect(listFreshNews([key], at('10:00:00'))).toEqual(own)
  })
})
