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
