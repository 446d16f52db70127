import { describe, expect, it } from 'vitest'
import type { ListingItem, ScrapedArticle } from '../model/article.ts'
import { bodyKey, isArticleOf, isClosed, isCut, isMassReplacement, losesText } from './judge-article.ts'

const stamp = (iso: string) => ({ iso }) as ListingItem['stamp']
const item = (title: string, iso: string | null = null): ListingItem => ({
  url: 'https://a.br/1',
  title,
  stamp: iso === null ? null : stamp(iso),
  category: null,
  tags: [],
})
const article = (values: object = {}) =>
  ({ publishedAt: null, rules: {}, markdown: '', ...values }) as unknown as ScrapedArticle

describe('a page is the article of its listing', () => {
  it.each<[string, string, string, boolean]>([
    ['with its heading', 'Edital abre vagas', '<h1>Edital abre vagas</h1>', true],
    ['without case and accents', 'EDIÇÃO única', '<h1>Edicao unica</h1>', true],
    // Two of five words are enough, one of three is not.
    ['with two words of five', 'um edital abre muitas vagas novas', '<h1>Edital com vagas</h1>', true],
    ['with one word of three', 'edital abre vagas', '<h1>Edital de ontem</h1>', false],
    ['with a title cut within a word', 'Edital abre vag…', '<h1>Edital abre vagas</h1>', true],
    ['with a title cut by dots', 'Edital abr...', '<h1>Edital</h1>', true],
    ['with a title of short words alone', 'O à de', '<h1>Outra coisa</h1>', true],
    ['with words of three letters', 'Fim dos cem', '<h1>Fim dos cem</h1>', true],
    [
      'by the address of its head',
      'Edital abre vagas',
      '<meta property="og:title" content="Edital abre vagas">',
      true,
    ],
    ['by a second heading', 'Edital abre vagas', '<h1>Portal</h1><h1>Edital abre vagas</h1>', true],
    ['by lesser headings where it has no other', 'Edital abre vagas', '<h2>Edital abre vagas</h2>', true],
    ['by the title of the window', 'Edital abre vagas', '<title>Edital abre vagas</title>', true],
    [
      'not by lesser headings beside another',
      'Edital abre vagas',
      '<h1>Portal</h1><h2>Edital abre vagas</h2>',
      false,
    ],
    ['beside an empty heading', 'Edital abre vagas', '<h1> </h1><h2>Edital abre vagas</h2>', true],
    ['as an object of an API', 'Edital abre vagas', ' {"title":"Edital abre vagas"}', true],
    ['not as another object', 'Edital abre vagas', '{"title":"Outra"}', false],
    ['not as an object without a title', 'Edital abre vagas', '{"title":3}', false],
  ])('%s: %s', (_, title, text, expected) => {
    expect(isArticleOf(item(title), text, article())).toBe(expected)
  })

  const other = '<h1>Outra coisa inteira</h1>'
  it.each<[string, string | null, object, boolean]>([
    ['on the day of the entry', '2026-06-01T10:00:00-03:00', { rules: { publishedAt: 'time' } }, true],
    ['on another day', '2026-06-02T10:00:00-03:00', { rules: { publishedAt: 'time' } }, false],
    ['of an entry without a date', null, { rules: { publishedAt: 'time' } }, false],
    [
      'without a date',
      '2026-06-01T10:00:00-03:00',
      { publishedAt: null, rules: { publishedAt: 'time' } },
      false,
    ],
    [
      'with the date of the listing',
      '2026-06-01T10:00:00-03:00',
      { rules: { publishedAt: 'listing' } },
      false,
    ],
    ['with a date of its text', '2026-06-01T10:00:00-03:00', { rules: { publishedAt: 'text' } }, false],
    ['with a date of no rule', '2026-06-01T10:00:00-03:00', { rules: {} }, false],
  ])('by another heading %s', (_, iso, values, expected) => {
    const read = article({ publishedAt: stamp('2026-06-01T23:00:00-03:00'), ...values })
    expect(isArticleOf(item('Edital abre vagas', iso), other, read)).toBe(expected)
  })
})

it.each([
  ['<html><p>a', true, true],
  ['<html lang="pt"><p>a', true, true],
  ['<html><p>a', false, false],
  ['<html><p>a</HTML>', true, false],
  ['<htmlx><p>a', true, false],
  ['{"a":1}', true, false],
])('%j of a site that closes its pages (%s) is cut: %s', (html, closesPages, expected) => {
  expect(isCut(html, closesPages)).toBe(expected)
  expect(isClosed(html)).toBe(/<\/html/i.test(html))
})

it('bodies are equal without regard to blanks, from thirty characters on', () => {
  const key = (markdown: string) => bodyKey(article({ markdown }))
  expect(key('x'.repeat(29))).toBeNull()
  expect(key(`  ${'x'.repeat(29)} \n`)).toBeNull()
  expect(key('x'.repeat(30))).not.toBeNull()
  expect(key(`um texto que tem\n\n trinta letras `)).toBe(key('um texto que tem trinta letras'))
  expect(key('x'.repeat(30))).not.toBe(key('y'.repeat(30)))
})

it.each([
  [300, 60, true],
  [300, 61, false],
  [299, 1, false],
  [1000, 200, true],
])('a text of %d characters is lost by one of %d: %s', (stored, read, expected) => {
  expect(losesText({ stored, read })).toBe(expected)
})

it.each([
  [3, 3, false],
  [4, 4, true],
  [4, 20, false],
  [5, 24, true],
  [5, 25, false],
])('%d changed texts of %d are the fault of the site: %s', (changed, seen, expected) => {
  expect(isMassReplacement({ changed, seen })).toBe(expected)
})
