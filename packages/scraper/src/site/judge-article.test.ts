import { describe, expect, it } from 'vitest'
import { readArticle } from '../kinds/read-page.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import {
  bodyKey,
  fetchJudged,
  isArticleOf,
  isClosed,
  isCut,
  isMassReplacement,
  losesText,
} from './judge-article.ts'

const URL = 'https://www.gov.br/pesca/pt-br/noticias/curso'
const TITLE = 'Curso de redes abre inscrições em Manaus'
const TEXT =
  '<p>O instituto abriu as inscrições para o curso gratuito, com aulas em oito estados.</p>'.repeat(4)
const byline = (date: string) => `<span class="documentPublished"><span class="value">${date}</span></span>`

/** Whether a page with these parts is the article of an entry of 10 March at 14:30. */
function isArticle(heading: string, date: string, { head = '', listed = '2026-03-10T14:30:00-03:00' } = {}) {
  const html = `<html><head><title>Instituto</title>${head}</head><body><div id="content">${heading}${date}${TEXT}</div></body></html>`
  const precision = listed.includes('T00:00') ? ('day' as const) : ('second' as const)
  const item = { url: URL, title: TITLE, stamp: { iso: listed, precision }, category: null, tags: [] }
  return isArticleOf(item, html, readArticle('plone-html', html, { url: URL, item }))
}

describe('a page is the article of its entry', () => {
  it.each<[string, boolean, string, string]>([
    ['its heading is the title', true, `<h1>${TITLE}</h1>`, ''],
    ['its heading has two words of five', true, '<h1>Inscrições para o curso vão até maio</h1>', ''],
    ['its heading has one word of five', false, '<h1>Instituto de Manaus</h1>', ''],
    [
      'the heading has one word, and the day is right',
      true,
      '<h1>Instituto de Manaus</h1>',
      byline('10/03/2026'),
    ],
    [
      'the heading has one word, and the day is another',
      false,
      '<h1>Instituto de Manaus</h1>',
      byline('11/03/2026'),
    ],
    [
      'the heading has no word, and the day is right',
      false,
      '<h1>Comunicado aos usuários</h1>',
      byline('10/03/2026 08h00'),
    ],
    [
      'the heading has no word, and the minute is right',
      true,
      '<h1>Vagas para pescadores</h1>',
      byline('10/03/2026 14h30'),
    ],
    [
      'a lesser heading has the title, and the day is right',
      true,
      `<h1>Instituto de Pesca</h1><h2>${TITLE}</h2>`,
      byline('10/03/2026'),
    ],
    [
      'a lesser heading has the title, without a date',
      false,
      `<h1>Instituto de Pesca</h1><h2>${TITLE}</h2>`,
      '',
    ],
  ])('when %s: %j', (_, is, heading, date) => {
    expect(isArticle(heading, date)).toBe(is)
  })

  it('when og:title is the title', () => {
    const head = `<meta property="og:title" content="${TITLE}">`
    expect(isArticle('<h1>Instituto</h1>', '', { head })).toBe(true)
  })

  it('when both state midnight, which is no minute, it needs a word', () => {
    const listed = '2026-03-10T00:00:00-03:00'
    expect(isArticle('<h1>Comunicado aos usuários</h1>', byline('10/03/2026'), { listed })).toBe(false)
  })
})

describe('new texts of stored articles', () => {
  it.each([
    [299, 0, false],
    [300, 60, true],
    [300, 61, false],
  ])('of %i characters that have %i now lose the text: %j', (stored, read, is) => {
    expect(losesText({ stored, read })).toBe(is)
  })

  it.each([
    [3, 3, false],
    [4, 4, true],
    [4, 20, false],
    [5, 20, true],
    [5, 25, false],
  ])('%i of %i are held back: %j', (changed, seen, is) => {
    expect(isMassReplacement({ changed, seen })).toBe(is)
  })
})

const item = (title: string): ListingItem => ({
  url: 'https://a.br/1',
  title,
  stamp: null,
  category: null,
  tags: [],
})
const article = (values: object = {}) =>
  ({ publishedAt: null, rules: {}, markdown: '', ...values }) as unknown as ScrapedArticle

describe('a page with these headings is the article of its entry', () => {
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
    ['not without its words of three letters', 'Fim dos cem', '<h1>Outra coisa</h1>', false],
    ['not by words that all titles have', 'Edital para', '<h1>Portal para todos</h1>', false],
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
})

describe('a page with another heading and a date is the article of its entry', () => {
  const minute = { iso: '2026-03-10T14:30:10-03:00', precision: 'second' } as const
  const later = { ...minute, iso: '2026-03-10T18:00:00-03:00' } as const
  const midnight = { ...minute, iso: '2026-03-10T00:00:00-03:00' } as const
  const day = { ...midnight, precision: 'day' } as const
  const OTHER = '<h1>Portal</h1>'
  it.each<[string, Stamp | null, Stamp | null, string | undefined, string, boolean]>([
    ['by its minute', minute, minute, 'label', OTHER, true],
    ['not by a date of the listing', minute, minute, 'listing', OTHER, false],
    ['not by a date of the text', minute, minute, 'text', OTHER, false],
    ['not by that of its creation', minute, minute, 'created', OTHER, false],
    ['not by a date of no rule', minute, minute, undefined, OTHER, false],
    ['not by midnight of a day of the listing', day, midnight, 'label', OTHER, false],
    ['not by midnight of a day of the page', midnight, day, 'label', OTHER, false],
    ['not without a date of the listing', null, minute, 'label', OTHER, false],
    ['not without a date of the page', minute, null, 'label', OTHER, false],
    ['by a word of the window', minute, later, 'label', `<title>Edital aberto — Site</title>${OTHER}`, true],
    ['not by the day alone', minute, later, 'label', '<h2>Portal</h2>', false],
    ['not by the day alone, as an object of an API', minute, later, 'label', '{"title":"Portal"}', false],
  ])('%s', (_, listed, publishedAt, rule, text, expected) => {
    const rules = rule === undefined ? {} : { publishedAt: rule }
    const entry = { ...item('Edital abre vagas'), stamp: listed }
    expect(isArticleOf(entry, text, article({ publishedAt, rules }))).toBe(expected)
  })
})

it.each([
  [
    'the notice of a maintenance is no article',
    new ScrapeError('unknown', 'x', { isNotice: true }),
    'wrong_page',
  ],
  ['another notice stays what it is', new ScrapeError('login_page', 'x', { isNotice: true }), 'login_page'],
  ['another answer stays what it is', new ScrapeError('unknown', 'x'), 'unknown'],
])('%s', async (_, error, kind) => {
  const fetcher = { fetchPage: () => Promise.reject(error) }
  const site = { key: 'a', kind: 'plone-html', listingUrls: ['https://a.br'] } as const
  const judged = fetchJudged(fetcher, site, item('Um'), { conditional: false, ends: { closesPages: false } })
  await expect(judged).rejects.toMatchObject({ kind, message: 'x' })
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
