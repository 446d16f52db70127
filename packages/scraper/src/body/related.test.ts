import { describe, expect, it } from 'vitest'
import { first, parseHtml, textOf } from '../html/page.ts'
import { removeRelated } from './related.ts'

const TEXT =
  'O ministério publicou nesta terça-feira o edital que seleciona instituições para a oferta de cursos.'
const LINK = '<a href="/b">Outra notícia do ministério</a>'
const LIST = `<ul><li>${LINK}</li><li><a href="/c">Mais uma notícia</a></li></ul>`

/** The text of a body behind a paragraph, without what leads to other pages. */
function leftOf(html: string): string {
  const body = first('body', parseHtml(`<body><p>${TEXT}</p>${html}</body>`))
  if (body === null) throw new Error('a page without a body')
  removeRelated(body)
  return textOf(body).replace(TEXT, '').trim()
}

describe('what leads to other pages', () => {
  it.each([
    ['a viewlet of Plone', `<div id="viewlet-below-content-body"><h3>Conteúdo relacionado</h3>${LIST}</div>`],
    ['related items of Plone', `<div class="relatedItems">${LIST}</div>`],
    ['a section of Plone 6', `<section id="section-related"><h1>Itens relacionados</h1>${LIST}</section>`],
    [
      'a box of Agência Brasil',
      `<div class="noticias-relacionadas"><h5>Notícias relacionadas:</h5>${LIST}</div>`,
    ],
    ['comments', '<div class="discussion"><p>Um comentário.</p></div>'],
    ['share buttons of WordPress', '<div class="sharedaddy">Compartilhe</div>'],
    ['a report of errors', '<div class="relatar-erros">Relatar erros</div>'],
    ['a notice of cookies', '<div class="br-cookiebar default"><p>O gov.br usa cookies.</p></div>'],
    ['a notice of cookies of WordPress', '<div id="cookie-notice" class="cn-bar">Usamos cookies.</div>'],
    ['a heading with its list', `<h3>Leia também</h3>${LIST}`],
    ['a paragraph with its list', `<p><strong>Leia mais:</strong></p>${LIST}`],
    ['a heading with two lists', `<h4>Veja também…</h4>${LIST}${LIST}`],
    ['a heading beside its links', `<div><div>Notícias relacionadas</div>${LIST}</div>`],
    ['a line', `<p><b>Leia mais:</b> ${LINK}</p>`],
    ['a line with marks', `<p>&gt;&gt; Veja também: ${LINK}</p>`],
    ['a line that is a link', '<p><a href="/b">Confira também: lista de escolas</a></p>'],
    ['a heading of 40 characters', `<h3>Conteúdos relacionados${'.'.repeat(18)}</h3>${LIST}`],
    [
      'a line behind a link',
      `<p><a href="/b">${'a'.repeat(50)}</a></p><p>Leia mais: <a href="/b">${'a'.repeat(60)}</a></p>`
        .split('</p>')
        .slice(1)
        .join('</p>'),
    ],
    ['a line of which three fifths are links', '<p>Leia mais:abcd<a href="/b">abcdef</a></p>'],
    ['a heading below its links', `<div>${LIST}<h3>Leia também</h3></div>`],
    ['a box of half of the text', `<div class="related">${'a'.repeat(TEXT.length + 1)}</div>`],
    ['a heading alone', '<h3>Leia também</h3>'],
    ['a line of a list', `<ul><li>» Leia também: ${LINK}</li></ul>`],
  ])('is no text: %s', (_, html) => {
    expect(leftOf(html)).toBe('')
  })

  it.each([
    ['a sentence', '<p>Leia também as regras do edital antes da inscrição.</p>', 'Leia também as regras'],
    [
      'a line with little of a link',
      `<p>Saiba mais: a ${LINK} traz as regras completas do edital deste ano.</p>`,
      'Saiba mais',
    ],
    ['what follows the list', `<h3>Leia também</h3>${LIST}<p>Fim da notícia.</p>`, 'Fim da notícia.'],
    [
      'a heading of 41 characters',
      `<h3>Conteúdos relacionados${'.'.repeat(19)}</h3>${LIST}`,
      'Conteúdos relacionados',
    ],
    ['a line of which less is links', '<p>Leia mais:abcde<a href="/b">abcdef</a></p>', 'Leia mais'],
    ['a line without a link', '<p>Leia mais: regras do edital</p>', 'Leia mais'],
    [
      'what stands beside a heading without links',
      '<div><h3>Leia também</h3><p>Regras do edital.</p></div>',
      'Regras do edital.',
    ],
    ['a paragraph behind a heading and its list', `<h3>Leia também</h3><p>Um texto.</p>${LIST}`, 'Um texto.'],
    ['a list of the text', `<p>Os documentos são:</p>${LIST}`, 'Os documentos são:'],
    [
      'a box with more than half of the text',
      `<div class="related">${'a'.repeat(TEXT.length + 2)}</div>`,
      'aaa',
    ],
    ['a list behind an empty paragraph', `<h3>Leia também</h3><p></p>${LIST}`, 'Outra notícia'],
    ['a box with most of the text', `<div class="related"><p>${`${TEXT} `.repeat(3)}</p></div>`, 'edital'],
  ])('is kept: %s', (_, html, expected) => {
    expect(leftOf(html)).toContain(expected)
  })
})
