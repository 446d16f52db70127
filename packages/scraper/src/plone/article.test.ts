import { describe, expect, it } from 'vitest'
import type { ListingItem } from '../pages/listing.ts'
import { ScrapeError } from '../errors.ts'
import { readPloneArticle } from './article.ts'

const ADDRESS = 'https://www.gov.br/pesca/pt-br/noticias/a'
const LOGIN = '<form><input type="password"></form>'
const MARKED = '<span class="documentPublished"><span class="value">10/03/2026 14h30</span></span>'
const META = '<meta property="article:published_time" content="2026-03-10T14:30:00-03:00">'
const IN_TEXT =
  '<p>Este portal segue as regras do decreto publicado em 10/03/2026 e de outras normas sobre o uso de serviços do governo.</p>'
const PROSE = `<p>${'A pesca artesanal começa em março. '.repeat(8)}</p>`
const LISTED: ListingItem = {
  url: ADDRESS,
  title: 'Título',
  stamp: { iso: '2026-03-10T00:00:00-03:00', precision: 'day' },
  category: null,
  tags: [],
}

/** The kind of the error of a page, or undefined when it is read as an article. */
function kindOf(page: { title?: string; content: string; head?: string; item?: ListingItem }) {
  const { title = 'Título', content, head = '', item } = page
  const html = `<html><head><title>${title}</title>${head}</head><body><div id="content"><h1>${title}</h1>${content}</div></body></html>`
  try {
    readPloneArticle(html, { url: ADDRESS, item })
    return undefined
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}

describe.each([
  ['login', { title: 'Acesso', form: LOGIN, kind: 'login_page', withProse: undefined }],
  ['"not found"', { title: 'Página não encontrada', form: '', kind: 'url_broken', withProse: 'url_broken' }],
  ['maintenance', { title: 'Portal em manutenção', form: '', kind: 'unknown', withProse: 'unknown' }],
  ['block', { title: 'Acesso negado a remédios', form: '', kind: 'anti_bot', withProse: undefined }],
])('a %s page', (_, { title, form, kind, withProse }) => {
  it.each([
    ['no date', { content: '' }, kind],
    ['a date somewhere in the text', { content: IN_TEXT }, kind],
    ['a date in the listing', { content: '', item: LISTED }, kind],
    ['a byline with its date', { content: MARKED }, undefined],
    ['a date in its head', { content: '', head: META }, undefined],
    ['a text of paragraphs', { content: PROSE }, withProse],
  ])('with %s', (_, page, expected) => {
    expect(kindOf({ ...page, title, content: form + page.content })).toBe(expected)
  })
})

describe('a page without what an article needs', () => {
  const page = (body: string, characters = 0) =>
    `<html><head><title>Portal</title></head><body>${body}</body></html>`.padEnd(characters)
  it.each([
    ['without a title', page(`<main>${PROSE}</main>`), 'empty_content: the page has no title'],
    ['without a body', page(`<h1>Título</h1>${PROSE}`), 'empty_content: the page has no known body'],
    ['without both', page(PROSE), 'empty_content: the page has no title'],
    ['of 5,000 characters', page(PROSE, 5000), 'empty_content: the page has no title'],
    ['of more characters', page(PROSE, 5001), 'html_changed: the page has no title'],
  ])('%s fails', (_, html, error) => {
    const read = () => readPloneArticle(html, { url: ADDRESS })
    const [kind, message] = error.split(': ')
    expect(read).toThrow(expect.objectContaining({ kind, message }))
  })
})

it('names the rule of each field, and keeps the heading beside the title of the listing', () => {
  const content = `<p class="nitfSubtitle">Pesca</p><p class="description">Resumo</p>${PROSE}
    <iframe src="https://www.youtube.com/embed/a"></iframe><img src="/a.jpg">
    <div class="keywords"><a href="/busca?origem=keyword">Rios</a><a href="/busca">Mares</a></div>`
  const html = `<html><body><div id="content"><h1>Título da página</h1>${content}</div></body></html>`
  const article = readPloneArticle(html, { url: ADDRESS, item: LISTED })
  expect(article).toMatchObject({ title: 'Título', heading: 'Título da página', tags: ['Rios'] })
  expect(article.rules).toEqual({
    title: 'listing',
    publishedAt: 'listing',
    subtitle: 'p.description',
    editorialLead: '.nitfSubtitle',
    tags: 'origem=keyword',
    imageUrl: 'img',
    videoUrl: 'iframe',
    body: 'div#content',
  })
})

it('takes the title of the window where a text has no other', () => {
  const html = `<html><head><title>Curso abre — Pesca</title></head><body><main>${PROSE}</main></body></html>`
  expect(readPloneArticle(html, { url: ADDRESS })).toMatchObject({
    title: 'Curso abre',
    rules: { title: 'title', body: 'main' },
  })
})
