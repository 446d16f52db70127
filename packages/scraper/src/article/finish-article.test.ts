import { expect, it } from 'vitest'
import type { ScrapedArticle } from './article.ts'
import { finishArticle } from './finish-article.ts'

const finish = (changes: Partial<ScrapedArticle>) =>
  finishArticle({
    agency: 'ibge',
    url: 'https://a.gov.br/a',
    title: 'A',
    heading: null,
    publishedAt: { iso: '2026-02-10T17:05:00-03:00', precision: 'second' },
    updatedAt: null,
    subtitle: null,
    editorialLead: null,
    category: null,
    tags: [],
    imageUrl: null,
    videoUrl: null,
    markdown: 'a'.repeat(100),
    flags: ['future'],
    rules: {},
    ...changes,
  })

it('flags a text of fewer than 100 characters and an article without a date, beside other flags', () => {
  expect(finish({}).flags).toEqual(['future'])
  expect(finish({ markdown: 'a'.repeat(99) }).flags).toEqual(['future', 'short'])
  expect(finish({ publishedAt: null, markdown: '' }).flags).toEqual(['future', 'short', 'undated'])
})

it('has no id without a date, and one hash for one title and text', () => {
  expect(finish({ publishedAt: null }).uniqueId).toBeNull()
  expect(finish({}).contentHash).toBe(finish({ publishedAt: null, agency: 'b' }).contentHash)
  expect(finish({}).contentHash).not.toBe(finish({ markdown: 'b' }).contentHash)
  expect(finish({}).contentHash).not.toBe(finish({ title: 'B' }).contentHash)
})
