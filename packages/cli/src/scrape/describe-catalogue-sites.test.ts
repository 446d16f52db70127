import type { SiteTrial } from '@pauta/scraper/site/try-site'
import type { SiteRow } from '@pauta/scraper/store/listed-sites'
import { describe, expect, it } from 'vitest'
import { describeSites, describeTrial, isStorable } from './describe-catalogue-sites.ts'

const article = {
  url: 'https://a.br/1',
  title: 'T\u001b',
  publishedAt: { iso: '2026-06-01' },
  subtitle: 'S',
  imageUrl: 'https://a.br/i.png',
  markdown: 'x'.repeat(161),
  flags: ['short', 'old'],
}
const trialOf = (...articles: object[]) =>
  ({
    site: { listingUrls: ['https://a.br/', 'https://a.br/2'], kind: 'plone' },
    entries: 7,
    articles,
  }) as unknown as SiteTrial
const read = (changes: object = {}) => ({ url: 'u', article: { ...article, ...changes }, error: null })

describe('a tried site', () => {
  it('is described with each article as it would be stored', () => {
    const bare = read({ publishedAt: null, subtitle: null, imageUrl: null, flags: [], markdown: 'y' })
    const failed = { url: 'https://a.br/3', article: null, error: 'no\u001b' }
    expect(describeTrial(trialOf(read(), bare, failed))).toEqual([
      'https://a.br/, https://a.br/2: 7 entries as a site of the kind plone',
      '',
      'https://a.br/1',
      '  title      T·',
      '  published  2026-06-01',
      '  subtitle   S',
      '  picture    https://a.br/i.png',
      `  text       161 characters (short, old): ${'x'.repeat(160)}`,
      '',
      'https://a.br/1',
      '  title      T·',
      '  published  no date: the article would not be stored',
      '  text       1 characters: y',
      '',
      'https://a.br/3',
      '  cannot be read: no·',
      '',
    ])
  })

  it('can be stored with one article that has a date', () => {
    const failed = { url: 'u', article: null, error: 'no' }
    expect(isStorable(trialOf(failed, read({ publishedAt: null })))).toBe(false)
    expect(isStorable(trialOf(failed, read()))).toBe(true)
    expect(isStorable(trialOf())).toBe(false)
  })
})

it('lists sites with their state and note', () => {
  const row = { key: 'mec', kind: 'plone', active: true, listingUrls: ['a', 'b'], note: null }
  const paused = { ...row, key: 'ans', active: false, note: 'moved\u001b' }
  const lines = describeSites([row, paused] as unknown as SiteRow[]).map((line) => line.split(/ {2,}/))
  expect(lines).toEqual([
    ['agency', 'kind', 'read', 'listing', 'note'],
    ['mec', 'plone', 'yes', 'a b'],
    ['ans', 'plone', 'paused', 'a b', 'moved·'],
  ])
})
