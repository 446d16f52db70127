import { describe, expect, it } from 'vitest'
import { findNewsData } from './json-ld.ts'
import { parseHtml } from './page.ts'

const DAY = '2026-03-10T12:00:00-03:00'
const LATER = '2026-03-11T12:00:00-03:00'
const block = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const find = (...blocks: unknown[]) => findNewsData(parseHtml(blocks.map(block).join('')))
const news = (fields: object = {}) => ({ '@type': 'NewsArticle', headline: 'Um', ...fields })

describe('the news that a page describes', () => {
  it.each([
    'NewsArticle',
    'ReportNewsArticle',
    'Article',
    'BlogPosting',
    'ScholarlyArticle',
    'AudioObject',
    'VideoObject',
  ])('is of the type %s', (type) => {
    expect(find({ '@type': type, headline: 'Um' })?.headline).toBe('Um')
  })

  it.each([['WebPage'], ['NewsArticleList'], ['MyAudioObject'], [null], [7], [undefined]])(
    'is of no type %j',
    (type) => {
      expect(find({ '@type': type, headline: 'Um' })).toBeNull()
    },
  )

  it.each<[string, unknown]>([
    ['a list', [news()]],
    ['a graph', { '@graph': [{ '@type': 'WebPage' }, news()] }],
    ['a graph of one', { '@graph': news() }],
    ['the main entity of a page', { '@type': 'WebPage', mainEntity: news() }],
    ['one of several types', news({ '@type': ['Thing', 'NewsArticle'] })],
    ['a comment', `<!-- ${JSON.stringify(news())} -->`],
    ['CDATA', `//<![CDATA[\n${JSON.stringify(news())}\n//]]>`],
    ['CDATA in comments', `/*<![CDATA[*/${JSON.stringify(news())}/*]]>*/`],
    ['a text with a line break', '{"@type":"NewsArticle","head\u0001line":"x","headline":"Um"}'],
  ])('is in %s', (_, value) => {
    expect(find(value)?.headline).toBe('Um')
  })

  it('keeps a headline with a line break as one line', () => {
    expect(find('{"@type":"NewsArticle","headline":"Um\n\ndois"}')?.headline).toBe('Um dois')
  })

  it('is the first one, a graph before the main entity', () => {
    const page = { '@graph': [news({ headline: 'Dois' })], mainEntity: news({ headline: 'Três' }) }
    expect(find(page, news())?.headline).toBe('Dois')
    expect(find(news(), page)?.headline).toBe('Um')
  })

  it('is the first one with a date', () => {
    expect(find(news(), news({ headline: 'Dois', datePublished: DAY }))).toMatchObject({
      headline: 'Dois',
      published: { iso: DAY },
    })
  })

  it.each([
    ['its own', { dateModified: DAY }, DAY],
    ['that of another', {}, LATER],
  ])('has as its last change %s', (_, fields, iso) => {
    const dated = news({ datePublished: DAY, ...fields })
    expect(find(dated, news(), news({ dateModified: LATER }))?.modified).toMatchObject({ iso })
  })

  it.each([
    ['its own', { articleBody: 'Texto' }, 'Texto'],
    ['that of another', {}, 'Outro'],
  ])('has as its text %s', (_, fields, body) => {
    const dated = news({ datePublished: DAY, ...fields })
    expect(find(dated, news(), news({ articleBody: 'Outro' }))?.body).toBe(body)
  })

  it('has nothing that is no text', () => {
    expect(find(news({ headline: 7, datePublished: 7, dateModified: null, articleBody: [] }))).toEqual({
      headline: null,
      body: null,
      published: null,
      modified: null,
    })
  })

  it('is found beside a block that is no JSON', () => {
    expect(find('{"headline": "Diz "sim""}', news())?.headline).toBe('Um')
  })

  it.each([
    [1_999, 'Um'],
    [2_000, undefined],
  ])('is looked for behind %i other nodes: %s', (others, headline) => {
    const nodes = Array.from({ length: others }, () => ({ mainEntity: undefined }))
    // A list is read up to as many items.
    expect(find({ '@graph': [nodes.slice(0, 1_000), nodes.slice(1_001), news()] })?.headline).toBe(headline)
  })

  it.each([
    [1_999, 'Um'],
    [2_000, undefined],
  ])('is looked for behind %i items of a list: %s', (others, headline) => {
    expect(find([...Array<number>(others).fill(7), news()])?.headline).toBe(headline)
  })
})
