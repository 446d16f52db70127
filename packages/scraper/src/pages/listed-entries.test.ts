import { describe, expect, it } from 'vitest'
import { parseHtml, textOf } from '../html/page.ts'
import { findEntries } from './listed-entries.ts'

const BASE = 'https://www.gov.br/pesca/pt-br/noticias'
/** As short as a title may be. */
const TITLE = 'Curso de redes.'
const link = (href: string, words = TITLE) => `<a href="${href}">${words}</a>`
const textsOf = (html: string) => findEntries(parseHtml(`<main>${html}</main>`), BASE).map(textOf)

/** Whether a link makes a third entry beside two others. */
const isEntry = (html: string) =>
  textsOf(
    `<p>${link('noticias/a')}</p><p>${link('noticias/b')}</p>${html}`.replaceAll('"noticias/', `"${BASE}/`),
  ).length === 3

describe('the entries of a listing', () => {
  it.each([
    ['a page below the listing', link('noticias/c'), true],
    ['a relative address', link('c'), true],
    ['15 characters', link('noticias/c', 'a'.repeat(15)), true],
    ['14 characters', link('noticias/c', 'a'.repeat(14)), false],
    ['the listing itself', link('noticias/'), false],
    ['a page beside the listing', link('/pesca/pt-br/noticias-antigas/c'), false],
    ['another site', link('https://exemplo.org/pesca/pt-br/noticias/c'), false],
    ['a part of the page', link('#c'), false],
    ['a file', link('noticias/c.pdf'), false],
    ['a mail address', link('mailto:a@b.c'), false],
    ['a page that is linked above', link('noticias/b?utm_source=x'), false],
    ['a menu', `<nav>${link('noticias/c')}</nav>`, false],
    ['a head', `<header>${link('noticias/c')}</header>`, false],
    ['a foot', `<footer>${link('noticias/c')}</footer>`, false],
    ['a box', `<aside><p>${link('noticias/c')}</p></aside>`, false],
    ['a table of contents', `<navigation>${link('noticias/c')}</navigation>`, true],
  ])('may be of %s: %s', (_, html, expected) => {
    expect(isEntry(`<div>${html}</div>`)).toBe(expected)
  })

  it('are the largest parts that hold no other one', () => {
    const entry = (name: string) => `<li><div><h2>${link(`${BASE}/${name}`)}</h2><p>${name}</p></div></li>`
    expect(textsOf(`<ul>${entry('a')}${entry('b')}${entry('c')}</ul><p>Fim</p>`)).toEqual(
      ['a', 'b', 'c'].map((name) => `${TITLE} ${name}`),
    )
  })

  it('are links where these stand side by side', () => {
    expect(textsOf(`<p>x ${['a', 'b', 'c'].map((name) => link(`${BASE}/${name}`)).join(' y ')}</p>`)).toEqual(
      [TITLE, TITLE, TITLE],
    )
  })

  it('are small where two of them stand together, and the first of an address', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `<p>${link(`${BASE}/${name}`)} ${name}</p>`)
    expect(textsOf(`<div>${a}${b}</div>${c}<p>${link(`${BASE}/a`, 'O mais lido do mês')}</p>`)).toEqual(
      ['a', 'b', 'c'].map((name) => `${TITLE} ${name}`),
    )
  })

  it('are none when there are two', () => {
    expect(textsOf(`<p>${link(`${BASE}/a`)}</p><p>${link(`${BASE}/b`)}</p>`)).toEqual([])
  })
})
