import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SITE_KINDS, type SiteKind } from './kinds/site-kind.ts'
import { ScrapeError } from './errors.ts'
import { readArticle, readListing } from './kinds/read-page.ts'

const PAGES = join(import.meta.dirname, '../test-pages')
const pages = globSync(`${PAGES}/*/*.html`)
  .sort()
  .map((file) => readFileSync(file, 'utf8'))
const ADDRESS = 'https://www.gov.br/pesca/pt-br/noticias/x'

/** Reads a page by every reader. Returns each result that is neither a value nor a ScrapeError. */
function faultsOf(kind: SiteKind, text: string, onArticle: () => void = () => {}): unknown[] {
  const faults: unknown[] = []
  const attempt = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      // An unexpected fault of a reader has a cause, except for pages that announce maintenance.
      if (!(error instanceof ScrapeError) || error.cause !== undefined) faults.push(error)
      return null
    }
  }
  const article = attempt(() => readArticle(kind, text, { url: ADDRESS })) as { title: string } | null
  if (article !== null) onArticle()
  if (article !== null && article.title.trim() === '') faults.push('empty title')
  attempt(() => readListing(kind, text, ADDRESS))
  return faults
}

const piece = fc.constantFrom(
  '<',
  '>',
  '</div>',
  '<div',
  '<p>',
  '</p>',
  '&#0;',
  '&#x110000;',
  '&amp;&lt;',
  '&nbsp',
  '\u0000',
  '\uD800',
  '<!--',
  '-->',
  '<![CDATA[',
  '<script>',
  '<svg><desc>',
  '<table><td><table>',
  '"',
  '<a href="http://[">',
  '<img srcset=", ,">',
  '<base href="//">',
  '<time datetime="x">',
  '<script type="application/ld+json">[[[{"@type":"NewsArticle"',
)
const place = fc.double({ min: 0, max: 1, noNaN: true })
const change = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('double' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('swap' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('insert' as const), from: place, piece }),
)

function mutilate(
  page: string,
  changes: readonly (typeof change extends fc.Arbitrary<infer C> ? C : never)[],
): string {
  return changes.reduce((text, step) => {
    const from = Math.floor(step.from * text.length)
    if (step.kind === 'insert') return text.slice(0, from) + step.piece + text.slice(from)
    const to = Math.max(from, Math.floor(step.to * text.length))
    const middle = text.slice(from, to)
    if (step.kind === 'cut') return text.slice(0, from) + text.slice(to)
    return step.kind === 'double'
      ? text.slice(0, to) + middle + text.slice(to)
      : middle + text.slice(0, from) + text.slice(to)
  }, page)
}

describe('mutilated pages', () => {
  it('give an article with a title or a ScrapeError', () => {
    const inputs = fc.tuple(
      fc.constantFrom(...SITE_KINDS),
      fc.constantFrom(...pages),
      fc.array(change, { minLength: 1, maxLength: 8 }),
    )
    const runs = 1_000
    let articles = 0
    fc.assert(
      fc.property(inputs, ([kind, page, changes]) => {
        expect(faultsOf(kind, mutilate(page, changes), () => articles++)).toEqual([])
      }),
      { numRuns: runs },
    )
    expect(articles).toBeGreaterThan(runs / 10)
  })

  it('give nothing worse for any text or JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SITE_KINDS), fc.oneof(fc.string(), fc.json()), (kind, text) => {
        expect(faultsOf(kind, text)).toEqual([])
      }),
    )
  })
})

const wrap = (body: string) => `<html><body><div id="content"><h1>Título</h1>${body}</div></body></html>`
const HUGE: [string, string][] = [
  ['100,000 nested elements', '<div>'.repeat(100_000)],
  ['100,000 nested lists', '<ul><li>'.repeat(50_000)],
  ['elements without end among stray ends', '<b>x</i>'.repeat(100_000)],
  ['one attribute of a megabyte', `<p title="${'x'.repeat(1_000_000)}">a</p>`],
  ['a thousand attributes', `<p ${Array.from({ length: 1_000 }, (_, at) => `a${at}=b`).join(' ')}>a</p>`],
  ['100,000 entities', `<p>${'&amp;&eacute;&#233;'.repeat(100_000)}</p>`],
  ['30,000 paragraphs', '<p>a</p>'.repeat(30_000)],
  ['30,000 items', `<ul>${'<li>a</li>'.repeat(30_000)}</ul>`],
  ['10,000 rows', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(10_000)}</table>`],
  ['links to networks in one line', '<a href="https://facebook.com/a">a</a> palavra '.repeat(20_000)],
  ['a megabyte of blanks', `<p>a${' '.repeat(1_000_000)}b</p>`],
  ['a megabyte of one word', `<p>${'a'.repeat(1_000_000)}</p>`],
  ['a megabyte of digits and slashes', `<p>${'1/'.repeat(500_000)}</p>`],
  ['open brackets', `<p>${'[('.repeat(300_000)}</p>`],
  ['a line of labels', `<p>${'publicado em '.repeat(80_000)}</p>`],
  ['open comments', '<!--'.repeat(200_000)],
]

describe('huge pages', () => {
  it.each(HUGE)('end: %s', (_, body) => {
    for (const kind of SITE_KINDS) expect(faultsOf(kind, wrap(body))).toEqual([])
  })
})
