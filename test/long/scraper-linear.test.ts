import { readArticle } from '@pauta/scraper/read-page'
import { describe, expect, it } from 'vitest'

const ROUNDS = 5
const SIZE = 8_000
/** Twice the length may take 2.5 times as long; the rest is for other work on the machine. */
const GROWTH_MAX = 2.5
const FASTEST_MILLISECONDS = 20

const wrap = (body: string) => `<html><body><div id="content"><h1>Título</h1>${body}</div></body></html>`
const SHAPES: [string, (count: number) => string][] = [
  ['paragraphs', (count) => '<p>a</p>'.repeat(count)],
  ['paragraphs deep inside', (count) => '<div>'.repeat(400) + '<p>palavras de um texto</p>'.repeat(count)],
  ['list items', (count) => `<ul>${'<li>a</li>'.repeat(count)}</ul>`],
  ['rows', (count) => `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(count)}</table>`],
  ['social links', (count) => '<a href="https://facebook.com/a">a</a> palavra '.repeat(count)],
  ['share labels', (count) => '<p>Compartilhe:</p>'.repeat(count)],
  ['contact lines', (count) => '<div>(61) 2027-3538 <b>x</b></div>'.repeat(count)],
  ['brackets', (count) => `<p>${'[('.repeat(count * 20)}</p>`],
  ['emphasis', (count) => `<p>${'<b>a </b>'.repeat(count)}</p>`],
]

/** The shortest of several readings, which other work on the machine disturbs least. */
function fastest(html: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    readArticle('plone-html', html, { url: 'https://www.gov.br/pesca/a' })
    return performance.now() - start
  })
  return Math.max(Math.min(...times), FASTEST_MILLISECONDS)
}

describe('reading time', () => {
  it.each(SHAPES)('grows with the length of the page: %s', (_, shape) => {
    fastest(wrap(shape(SIZE)))
    const once = fastest(wrap(shape(SIZE)))
    expect(fastest(wrap(shape(SIZE * 2))) / once).toBeLessThan(GROWTH_MAX)
  })
})
