import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { describe, expect, it } from 'vitest'
import { findSiteNews, listShownNews, listSiteNews } from './site-news.ts'

const everyone = AGENCIES.map(({ key }) => key)
const at = (time: string) => new Date(`2026-06-03T${time}-03:00`)
const listAll = (now: Date) => everyone.flatMap((key) => listSiteNews(key, now))
/** Slugs with their agency: broadcasters repeat articles of others. */
const slugsOf = (now: Date) =>
  everyone.flatMap((key) => listSiteNews(key, now).map(({ slug }) => `${key} ${slug}`))

describe('listSiteNews', () => {
  it('returns articles of the last three hours that have appeared, each under an address of its own', () => {
    const now = at('15:10:00')
    const news = listAll(now)
    // Of 64 articles; a few belong to writers without a site of their own.
    expect(news.length).toBeGreaterThan(55)
    expect(new Set(slugsOf(now)).size).toBe(news.length)
    const ages = news.map(({ publishedAt }) => (now.getTime() - publishedAt.getTime()) / 3_600_000)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(3.25)
    expect(news.every(({ slug, paragraphs }) => /^[a-z0-9-]+$/.test(slug) && paragraphs.length > 0)).toBe(
      true,
    )
  })

  it('adds an article every three minutes', () => {
    const before = new Set(slugsOf(at('10:00:00')))
    const added = (time: string) => slugsOf(at(time)).filter((slug) => !before.has(slug))
    expect(added('10:02:00')).toEqual([])
    expect(added('10:03:00')).toHaveLength(1)
    expect(added('10:09:00')).toHaveLength(3)
  })

  it('edits some articles after half an hour', () => {
    const edited = listAll(at('10:00:00')).filter(({ updatedAt }) => updatedAt !== null)
    expect(edited.length).toBeGreaterThan(0)
    for (const { publishedAt, updatedAt, paragraphs } of edited) {
      expect((updatedAt?.getTime() ?? 0) - publishedAt.getTime()).toBe(30 * 60_000)
      expect(paragraphs.at(-1)).toContain('atualizado')
    }
  })

  it('lists the newest first', () => {
    for (const key of everyone) {
      const times = listSiteNews(key, at('10:00:00')).map(({ publishedAt }) => publishedAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    }
  })
})

describe('an article that has left the listing', () => {
  it('keeps its page for a month, on its own site alone', () => {
    const shownAt = new Date('2026-03-10T15:00:00Z')
    const key = everyone.find((each) => listSiteNews(each, shownAt).length > 0) ?? ''
    const [shown] = listSiteNews(key, shownAt)
    if (!shown) throw new Error('no site shows news')
    const later = (days: number) => new Date(shownAt.getTime() + days * 86_400_000)
    expect(listSiteNews(key, later(2)).some(({ slug }) => slug === shown.slug)).toBe(false)
    expect(findSiteNews(key, shown.slug, later(30))).toMatchObject({ title: shown.title, slug: shown.slug })
    expect(findSiteNews(key, shown.slug, later(40))).toBeUndefined()
    expect(findSiteNews('outra', shown.slug, later(2))).toBeUndefined()
    expect(findSiteNews(key, 'nunca-houve', later(2))).toBeUndefined()
  })
})

describe('a listing', () => {
  it('is never empty, and the broadcasters have news at any hour', () => {
    for (const hour of ['03:00:00', '12:00:00', '23:30:00'])
      for (const key of everyone)
        expect(listShownNews(key, at(hour)).length, `${key} ${hour}`).toBeGreaterThan(0)
  })
})
