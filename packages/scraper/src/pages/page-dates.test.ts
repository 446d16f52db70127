import { describe, expect, it } from 'vitest'
import { findNewsData } from '../html/json-ld.ts'
import { parseHtml } from '../html/page.ts'
import type { ListingItem } from './listing.ts'
import { readIso } from '../dates/dates.ts'
import { findPublished, findUpdated, hoursLate, isStated } from './page-dates.ts'

/** The entry of a listing with a date. */
const listed = (isDateGuessed = false): ListingItem => ({
  url: 'https://www.gov.br/a',
  title: 'Um',
  stamp: { iso: '2026-01-09T10:00:00-03:00', precision: 'second' },
  category: null,
  tags: [],
  ...(isDateGuessed && { isDateGuessed }),
})
const a = (characters: number) => 'a'.repeat(characters)

describe('the time of publication', () => {
  const JSON_LD =
    '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-01-01"}</script>'
  const META = '<meta property="article:published_time" content="2026-01-02">'
  const LINE = '<p>Publicado em 03/01/2026</p>'
  const TIME = '<time datetime="2026-01-05">5 de janeiro</time>'
  const TEXT = '<i>e, publicado em 06/01/2026, segue</i>'
  it.each<[string, string, string | undefined, string | undefined, ListingItem?]>([
    ['JSON-LD first', META + JSON_LD, '01', 'json-ld', listed()],
    ['the head', LINE + META, '02', 'article:published_time', listed()],
    [
      'the byline before the head',
      `${META}<b class="documentPublished">04/01/2026</b>`,
      '04',
      '.documentPublished',
    ],
    [
      'marks before the head',
      `${META}<b itemprop="datePublished">04/01/2026</b>`,
      '04',
      '[itemprop="datePublished"]',
    ],
    [
      'marks of RNews',
      '<b property="rnews:datePublished">04/01/2026</b>',
      '04',
      '[property="rnews:datePublished"]',
    ],
    [
      'marks of themes',
      '<time class="entry-date published">04/01/2026</time>',
      '04',
      'time.entry-date.published',
    ],
    ...['DC.date.issued', 'dcterms.issued'].map((name): [string, string, string, string] => [
      name,
      `<meta name="${name}" content="2026-01-02">`,
      '02',
      name,
    ]),
    ['a line', TIME + LINE, '03', 'label', listed()],
    ['the listing', TIME, '09', 'listing', listed()],
    ['a time', TEXT + TIME, '05', 'time', listed(true)],
    ['the text', `<h1>Um</h1><p>07/01/2026</p>${TEXT}`, '06', 'text', listed(true)],
    ['a lone line', '<h1>Um</h1><p>07/01/2026</p>', '07', 'text', listed(true)],
    ['a guess of the listing', '<p>Um</p>', '09', 'listing', listed(true)],
    ['the creation', '<p>Criado em 08/01/2026</p>', '08', 'created'],
    ['the creation in the head', '<meta name="DC.date.created" content="2026-01-08">', '08', 'created'],
    ['a guess before the creation', '<p>Criado: 08/01/2026</p>', '09', 'listing', listed(true)],
    ['nothing', '<p>Um</p>', undefined, undefined],
    ['nothing in an entry without a date', '<p>Um</p>', undefined, undefined, { ...listed(), stamp: null }],
    // What a byline has.
    [
      'its value',
      '<b class="documentPublished">01/01/2026 <i class="value">02/01/2026</i></b>',
      '02',
      '.documentPublished',
    ],
    [
      'its content',
      '<b itemprop="datePublished" content="2026-01-02">ontem</b>',
      '02',
      '[itemprop="datePublished"]',
    ],
    [
      'its datetime',
      '<b itemprop="datePublished" datetime="2026-01-02">01/01/2026</b>',
      '02',
      '[itemprop="datePublished"]',
    ],
    [
      'the first with a date',
      '<b itemprop="datePublished">ontem</b><b itemprop="datePublished">02/01/2026</b>',
      '02',
      '[itemprop="datePublished"]',
    ],
    // Lines with a label.
    ['a line of 120 characters', `<p>Publicado em 03/01/2026${'-'.repeat(97)}</p>`, '03', 'label'],
    ['a line of 121 characters', `<p>Publicado em 03/01/2026${'-'.repeat(98)}</p>`, '03', 'text'],
    [
      'a date 20 characters behind its label',
      `<p>Publicado em ${'-'.repeat(20)}03/01/2026</p>`,
      '03',
      'label',
    ],
    [
      'a date 21 characters behind its label',
      `<p>Publicado em ${'-'.repeat(21)}03/01/2026</p>`,
      undefined,
      undefined,
    ],
    ['a sentence with a label', '<p>O edital foi publicado em 03/01/2026.</p>', '03', 'text'],
    ['the second label', '<p>Publicado em: publicado em 03/01/2026</p>', '03', 'label'],
    ['the name of who sent it', '<p>Enviado por ascom em 03/01/2026</p>', '03', 'label'],
    // A time.
    ['a time in a sentence', `<p>${a(60)} <time>05/01/2026</time></p>`, undefined, undefined],
    ['a time in a short line', '<p>Brasília, <time>05/01/2026</time></p>', '05', 'time'],
    ['a time on its own line of a text', `<div>${TIME}<p>${a(60)}</p></div>`, '05', 'time'],
    ['a time between blanks', `<div> ${TIME} <p>${a(60)}</p></div>`, '05', 'time'],
    ['a time before words of a text', `<p><time>05/01/2026</time> ${a(60)}</p>`, undefined, undefined],
    ['a time in an item', `<ul><li>${TIME}</ul>`, undefined, undefined],
    ['a time in a box', `<aside>${TIME}</aside><p>${TIME.replace('05', '08')}</p>`, '08', 'time'],
    // A lone line.
    [
      'a lone line with a weekday',
      '<h1>Um</h1><span>Terça-feira, 10 de janeiro de 2026</span>',
      '10',
      'text',
    ],
    ['a lone line behind a long block', `<h1>Um</h1><div>${a(61)}</div><p>07/01/2026</p>`, '07', 'text'],
    [
      'a lone line behind a long paragraph',
      `<h1>Um</h1><p>${a(61)}</p><p>07/01/2026</p>`,
      undefined,
      undefined,
    ],
    ['a lone line behind a short paragraph', `<h1>Um</h1><p>${a(60)}</p><p>07/01/2026</p>`, '07', 'text'],
    ['a lone line in an item', '<h1>Um</h1><ul><li><p>07/01/2026</p></ul>', undefined, undefined],
    ['a lone line before the heading', '<p>07/01/2026</p><h1>Um</h1>', undefined, undefined],
    ['a date as the heading', '<h1>07/01/2026</h1><p>Um</p>', undefined, undefined],
    ['a lone line without a heading', '<p>07/01/2026</p>', undefined, undefined],
    ['a lone line with a short word', '<h1>Um</h1><p>Em: 07/01/2026</p>', '07', 'text'],
    ['a line with words', '<h1>Um</h1><p>07/01/2026, Brasília</p>', undefined, undefined],
  ])('is from %s', (_, html, day, rule, item) => {
    const page = parseHtml(`<html><body>${html}</body></html>`)
    const found = findPublished(page, findNewsData(page), item)
    expect([found?.stamp.iso.slice(8, 10), found?.rule]).toEqual([day, rule])
  })

  const MARK = '<b itemprop="datePublished">01/01/2026</b>'
  it.each([
    ['of the head', MARK + META.replace('02"', '01T10:15:00-03:00"'), '01T10:15'],
    ['of a line', `${MARK}<p>Publicado em 01/01/2026 10h15</p>`, '01T10:15'],
    ['of no other place than JSON-LD', `${JSON_LD}<p>Publicado em 01/01/2026 10h15</p>`, '01T00:00'],
    ['of no other day', `${MARK}<p>Publicado em 02/01/2026 10h15</p>`, '01T00:00'],
    [
      'of a line behind one of another day',
      `${MARK}${META.replace('02"', '02T11:00:00-03:00"')}<p>Publicado em 01/01/2026 10h15</p>`,
      '01T10:15',
    ],
    ['beside a lone line', '<h1>Um</h1><b><p>07/01/2026</p><i>às 10h15</i></b>', '07T10:15'],
    ['of no words beside it', '<h1>Um</h1><b><p>07/01/2026</p><i>10h15 local</i></b>', '07T00:00'],
  ])('has the time %s', (_, html, time) => {
    const page = parseHtml(`<body>${html}`)
    expect(findPublished(page, findNewsData(page), undefined)?.stamp.iso.slice(8, 16)).toBe(time)
  })

  it.each([
    ['JSON-LD', JSON_LD, true],
    ['a line', LINE, true],
    ['a time', TIME, false],
    ['the creation', '<p>Criado em 08/01/2026</p>', false],
    ['the text', TEXT, false],
    ['nothing', '', false],
  ])('is stated by the page when it is from %s: %s %s', (_, html, expected) => {
    const page = parseHtml(`<body>${html}`)
    expect(isStated(findPublished(page, findNewsData(page), undefined))).toBe(expected)
  })

  it('is stated by no listing, which gives the day', () => {
    const found = findPublished(parseHtml(''), null, listed())
    expect([isStated(found), found?.stamp]).toEqual([
      false,
      { iso: '2026-01-09T00:00:00-03:00', precision: 'day' },
    ])
  })

  it.each([
    ['JSON-LD', '"dateModified":"2026-01-01"', '<p>Atualizado em 02/01/2026</p>', '01'],
    ['a line', '', '<p>Publicado em 01/01/2026, atualizado em 02/01/2026</p>', '02'],
    ['the head', '', '<meta name="DC.date.modified" content="2026-01-03">', '03'],
    [
      'a time that themes mark',
      '',
      '<time class="entry-date published">01/01/2026</time><time class="updated">04/01/2026</time>',
      '04',
    ],
    ['nothing', '', '<time class="entry-date published updated">01/01/2026</time>', undefined],
    ['nothing', '', '<p>Publicado em 01/01/2026</p>', undefined],
    ['RNews', '', '<b property="rnews:dateModified">05/01/2026</b>', '05'],
    ['a mark', '', '<b itemprop="dateModified">05/01/2026</b>', '05'],
    [
      'the head, for social networks',
      '',
      '<meta property="article:modified_time" content="2026-01-06">',
      '06',
    ],
    ['the head, of Dublin Core', '', '<meta name="dcterms.modified" content="2026-01-06">', '06'],
  ])('of the last change is from %s', (_, json, html, day) => {
    const script = `<script type="application/ld+json">{"@type":"NewsArticle"${json && `,${json}`}}</script>`
    const page = parseHtml(script + html)
    const found = findUpdated(page, findNewsData(page))
    expect(found?.stamp.iso.slice(8, 10)).toBe(day)
    expect(found?.rule === 'json-ld').toBe(json !== '')
  })
})

describe('the hours by which a stated time is late', () => {
  it.each([
    ['three in summer', '2026-02-10T20:05:00-03:00', '2026-02-10T17:05:00-03:00', 3],
    ['three, with seconds', '2026-02-10T20:05:59-03:00', '2026-02-10T17:05:00-03:00', 3],
    ['three, over midnight', '2026-02-11T01:30:12-03:00', '2026-02-10T22:30:00-03:00', 3],
    ['two, as with the summer time of Brasília', '2018-01-10T19:05:00-03:00', '2018-01-10T17:05:00-03:00', 2],
    ['three too early', '2026-02-10T14:05:00-03:00', '2026-02-10T17:05:00-03:00', -3],
    ['none, with another offset', '2026-02-10T20:05:00Z', '2026-02-10T17:05:00-03:00', 0],
    ['none, with seconds', '2026-02-10T17:05:33-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but minutes', '2026-02-10T17:12:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['twelve', '2026-02-10T05:05:00-03:00', '2026-02-10T17:05:00-03:00', -12],
    ['none, but thirteen', '2026-02-10T04:05:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but half an hour more', '2026-02-10T20:35:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none, but days', '2026-02-11T17:05:00-03:00', '2026-02-10T17:05:00-03:00', 0],
    ['none beside a day', '2026-02-10T03:00:00-03:00', '2026-02-10', 0],
    ['none without a stated time', null, '2026-02-10T17:05:00-03:00', 0],
    ['none without a visible time', '2026-02-10T17:05:00-03:00', null, 0],
  ])('are %s', (_, stated, visible, expected) => {
    expect(hoursLate(readIso(stated), readIso(visible))).toBe(expected)
  })
})
