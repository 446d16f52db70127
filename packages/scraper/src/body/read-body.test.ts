import { describe, expect, it } from 'vitest'
import { all, parseHtml } from '../html/page.ts'
import { readBody } from './read-body.ts'

const HEAD = { title: 'Curso de redes', kicker: null, subtitle: null }

/** Reads the content of a body. */
function read(html: string) {
  const [body] = all('body', parseHtml(`<html><body>${html}</body></html>`))
  if (!body) throw new Error('The page has no body')
  return readBody(body, HEAD, 'https://www.gov.br/pesca/')
}

/** Reads a body with paragraphs of these numbers of characters: of the text, and of keywords. */
function readParagraphs(text: readonly number[], keywords: readonly number[]) {
  const paragraphs = [
    ...text.map((length) => `<p>${'t'.repeat(length)}</p>`),
    ...keywords.map((length) => `<p class="keywords">${'k'.repeat(length)}</p>`),
  ]
  return read(paragraphs.join(''))
}

describe('a body whose full cleaning leaves', () => {
  it.each([
    ['25 % of the text', [40], [120], true],
    ['under 25 % of the text, in most paragraphs', [20, 19], [120], false],
    ['40 % of the paragraphs with under 40 % of the text', [20, 19], [21, 20, 20], true],
    ['under 40 % of the paragraphs with 40 % of the text', [40], [30, 30], true],
    ['under 40 % of the paragraphs and of the text', [39], [31, 30], false],
  ])('%s (text %j, keywords %j) is cleaned fully: %j', (_, text, keywords, isFull) => {
    const { markdown, isLight } = readParagraphs(text, keywords)
    expect({ isLight, hasText: markdown.includes('t'), hasKeywords: markdown.includes('k') }).toEqual({
      isLight: !isFull,
      hasText: true,
      hasKeywords: !isFull,
    })
  })
})

describe('a body', () => {
  const PROSE = 'A pesca artesanal começa em março. '.repeat(4).trim()
  const LONG = Array<string>(101).fill('a').join(' ')
  it.each([
    ['no heading before the text', '<h1>Pesca</h1><p>Um</p>', 'Um'],
    ['a heading behind the beginning of the text', '<p>Um</p><h1>Pesca</h1>', 'Um\n\n# Pesca'],
    [
      'no heading behind a paragraph with a class',
      '<p class="x">Um</p><h1>Pesca</h1><p>Dois</p>',
      'Um\n\nDois',
    ],
    ['no heading behind an empty paragraph', '<p> </p><h1>Pesca</h1><p>Um</p>', 'Um'],
    ['no heading behind a lesser one', '<h2>Rios</h2><h1>Pesca</h1><p>Um</p>', '## Rios\n\nUm'],
    ['no heading without paragraphs', '<h1>Pesca</h1><div>Um</div>', 'Um'],
    ['no heading that is the title', '<p>Um</p><h2>Curso  de redes</h2><p>Dois</p>', 'Um\n\nDois'],
    ['a paragraph that is the title', '<p>Um</p><p>Curso de redes</p>', 'Um\n\nCurso de redes'],
    ['the text of a form', `<form><p>${PROSE}</p></form>`, PROSE],
    ['the text of a navigation', `<nav><p>${PROSE}</p></nav>`, PROSE],
    ['no form without a text', '<p>Um</p><form><p>Busca</p></form>', 'Um'],
    ['no button, whatever it says', `<p>Um</p><button>${PROSE}</button>`, 'Um'],
    [
      'no small print before the text',
      '<p class="discreet">Resumo</p><p>Um</p><p class="discreet">Nota</p>',
      'Um\n\nNota',
    ],
    ['no small print before other classes', '<p class="discreet">Resumo</p><p class="x">Um</p>', 'Um'],
    ['no label with what it names', `<p>${PROSE}</p><div><label>Tags</label> rios</div>`, PROSE],
    ['no label in a large part', `<div><label>Tags</label> ${LONG}</div>`, LONG],
    ['no label of its own', '<label>Tags</label> rios<p>Um</p>', 'rios\n\nUm'],
  ])('has %s', (_, html, markdown) => {
    expect(read(html)).toEqual({ markdown, isLight: false })
  })

  it('that is nothing but keywords is empty', () => {
    expect(read('<p class="keywords">Tags: rios</p>')).toEqual({ markdown: '', isLight: false })
  })
})
