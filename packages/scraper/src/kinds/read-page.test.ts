import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { readArticle, readListing } from './read-page.ts'
import type { SiteKind } from './site-kind.ts'

const ADDRESS = 'https://www.gov.br/pesca/pt-br/noticias/a'
const PUBLISHED = '<meta property="article:published_time" content="2026-03-10T14:30:00-03:00">'
const TEXT =
  'O instituto abriu as inscrições para o curso gratuito de manejo de redes, com aulas em oito estados, à noite. '.repeat(
    5,
  )
const page = (body: string, head = PUBLISHED) =>
  `<html><head><title>Portal</title>${head}</head><body>${body}</body></html>`
/** A page in which no rule of Plone finds a body. */
const UNKNOWN = `<div><h1>Curso de redes</h1><div><p>${TEXT}</p></div></div>`

/** The flags of a page that is read as an article, or the kind of its error. */
function outcomeOf(text: string, kind: SiteKind = 'plone-html') {
  try {
    return readArticle(kind, text, { url: ADDRESS }).flags
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}

describe('a page that no rule of its site fits', () => {
  it.each<[string, string, SiteKind, unknown]>([
    ['is read generally', page(UNKNOWN), 'plone-html', ['general']],
    ['is read generally, also a large one', page(UNKNOWN).padEnd(5_001), 'plone-html', ['general']],
    [
      'fails as by its rules, without a text',
      page('<h1>Curso de redes</h1>').padEnd(5_001),
      'plone-html',
      'html_changed',
    ],
    [
      'fails as what it is besides',
      page(`<main><p>${TEXT}</p></main>`, '').replace('Portal', 'Just a moment...'),
      'plone-html',
      'anti_bot',
    ],
    [
      'fails with a form to log in',
      page(UNKNOWN.replace(/<p>|<\/p>/g, '') + '<input type="password">'),
      'plone-html',
      'login_page',
    ],
    [
      'fails as an object of an API',
      JSON.stringify({ '@id': ADDRESS, text: { data: `${PUBLISHED}${UNKNOWN}` } }),
      'plone6-api',
      'empty_content',
    ],
  ])('%s', (_, text, kind, outcome) => {
    expect(outcomeOf(text, kind)).toEqual(outcome)
  })
})

it('makes any other error one of the page', () => {
  const read = () => readListing('wordpress', '[]', 'no address')
  expect(read).toThrow(
    expect.objectContaining({ name: 'ScrapeError', kind: 'internal', message: 'Invalid URL' }),
  )
})

it('reads TV Brasil by its own rules', () => {
  const url = 'https://tvbrasil.ebc.com.br/caminhos/2026/02/foz'
  const listing = `<div class="view-ultimas"><h3 class="heading"><a href="${url}">Foz</a></h3></div>`
  expect(readListing('tvbrasil', listing, 'https://tvbrasil.ebc.com.br/ultimas').items).toMatchObject([
    { url },
  ])
  expect(
    readArticle('tvbrasil', page(`<h1>Foz</h1><article><p>${TEXT}</p></article>`), { url }),
  ).toMatchObject({
    agency: 'tvbrasil',
    title: 'Foz',
  })
})
