import { describe, expect, it } from 'vitest'
import { findListedDate } from './listed-date.ts'
import { first, parseHtml } from '../html/page.ts'

const find = (html: string) => {
  const item = first('article', parseHtml(`<article>${html}</article>`))
  if (item === null) throw new Error('no entry')
  const { stamp, isGuessed } = findListedDate(item)
  return [stamp?.iso.slice(0, 10), isGuessed]
}

describe('the date of an entry', () => {
  it.each([
    ['a line', '<p>Publicado em 10/02/2026 - 17h05</p>', '2026-02-10', false],
    ['a line of 80 characters', `<p>10/02/2026 ${'-'.repeat(69)}</p>`, '2026-02-10', false],
    ['a line of 81 characters', `<p>10/02/2026 ${'-'.repeat(70)}</p>`, '2026-02-10', true],
    ['a line with 30 letters beside', `<p>10/02/2026 ${'a'.repeat(30)}</p>`, '2026-02-10', false],
    ['a line with 31 letters beside', `<p>10/02/2026 ${'a'.repeat(31)}</p>`, '2026-02-10', true],
    [
      'a line with the name of a month, whose letters do not count',
      `<p>10 de fevereiro de 2026 ${'a'.repeat(30)}</p>`,
      '2026-02-10',
      false,
    ],
    [
      'a line behind a text with a date',
      '<p>O edital que foi publicado em 01/01/2026 segue aberto.</p><p>10/02/2026</p>',
      '2026-02-10',
      false,
    ],
    ['the first line', '<p>10/02/2026</p><p>11/02/2026</p>', '2026-02-10', false],
    ['a text', 'O edital que foi publicado em 01/01/2026 segue aberto.', '2026-01-01', true],
    ['nothing', '<p>Sem data</p>', undefined, false],
  ])('is from %s', (_, html, day, isGuessed) => {
    expect(find(html)).toEqual([day, isGuessed])
  })
})
