import { readArticle } from '@pauta/scraper/kinds/read-page'
import { describe, expect, it } from 'vitest'

const ROUNDS = 5
const SIZE = 5_000
/** Four times the length: linear work grows 4 times, quadratic work 16 times. */
const TIMES = 4
const GROWTH_MAX = 8
const FASTEST_MICROSECONDS = 20_000

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

/**
 * Returns processor time in microseconds: the shortest of several readings, because other work on the machine
 * disturbs some.
 */
function fastest(html: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.threadCpuUsage()
    readArticle('plone-html', html, { url: 'https://www.gov.br/pesca/a' })
    return process.threadCpuUsage(start).user
  })
  return Math.max(Math.min(...times), FASTEST_MICROSECONDS)
}

describe('reading time', () => {
  it.each(SHAPES)('grows with the length of the page: %s', (_, shape) => {
    fastest(wrap(shape(SIZE)))
    const once = fastest(wrap(shape(SIZE)))
    expect(fastest(wrap(shape(SIZE * TIMES))) / once).toBeLessThan(GROWTH_MAX)
  })
})
