import { expect, it } from 'vitest'
import type { ScrapedArticle } from '../article/article.ts'
import { toNewsMessage } from './news-message.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const full = {
  uniqueId: 'id',
  agency: 'mec',
  title: 'T',
  url: 'https://a.br/1',
  publishedAt: { iso: '2026-06-01T08:00:00-03:00' },
  updatedAt: { iso: '2026-06-01T09:00:00-03:00' },
  markdown: 'M',
  subtitle: 'S',
  editorialLead: 'L',
  category: 'C',
  tags: ['a', 'b'],
  imageUrl: 'i',
  videoUrl: 'v',
}
const message = (changes: object = {}, storedId?: string) =>
  toNewsMessage({ ...full, ...changes } as unknown as ScrapedArticle, NOW, storedId)

it('has every value of its article', () => {
  const { markdown, agency, ...values } = full
  const expected = {
    ...values,
    agencyKey: agency,
    content: markdown,
    publishedAt: '2026-06-01T08:00:00-03:00',
    updatedAt: '2026-06-01T09:00:00-03:00',
    extractedAt: NOW.toISOString(),
  }
  expect(message()).toEqual(expected)
  expect(message({}, 'stored')).toEqual({ ...expected, uniqueId: 'stored' })
  const bare = {
    updatedAt: null,
    subtitle: null,
    editorialLead: null,
    category: null,
    imageUrl: null,
    videoUrl: null,
  }
  expect(message(bare)).toEqual({ ...expected, ...bare })
})

it.each<[object, boolean]>([
  [{ publishedAt: null }, false],
  [{ uniqueId: null }, false],
  [{ publishedAt: { iso: '1990-01-01T00:00:00Z' } }, true],
  [{ publishedAt: { iso: '1989-12-31T23:59:59Z' } }, false],
  [{ publishedAt: { iso: '2026-06-02T12:00:00Z' } }, true],
  [{ publishedAt: { iso: '2026-06-02T12:00:01Z' } }, false],
])('of an article with %j is sent: %s', (changes, isSent) => {
  expect(message(changes) !== null).toBe(isSent)
})

it('is cut to what the queue takes, never within a character', () => {
  const long = 'x'.repeat(1_000_001)
  const cut = message({
    title: long,
    markdown: long,
    subtitle: long,
    editorialLead: long,
    category: long,
    tags: Array.from({ length: 101 }, () => long),
  })
  expect(
    [cut?.title, cut?.content, cut?.subtitle, cut?.editorialLead, cut?.category].map((text) => text?.length),
  ).toEqual([2_000, 1_000_000, 5_000, 5_000, 5_000])
  expect([cut?.tags.length, cut?.tags[99]?.length]).toEqual([100, 5_000])
  expect(message({ title: `${'x'.repeat(1_999)}😀` })?.title).toBe(`${'x'.repeat(1_999)}\uFFFD`)
})
