import { describe, expect, it } from 'vitest'
import { frameOf, pictureAddress } from './media.ts'
import { first, parseHtml, type Element } from './page.ts'

const BASE = 'https://www.gov.br/mec/pt-br/noticias/a'
function elementOf(html: string): Element {
  const element = first('body > *', parseHtml(`<body>${html}</body>`))
  if (element === null) throw new Error('no element')
  return element
}

describe('a frame', () => {
  it.each([
    [
      'with a title',
      '<iframe src="https://app.powerbi.com/view?r=1" title="Painel [1]"></iframe>',
      'https://app.powerbi.com/view?r=1',
      'Painel 1',
    ],
    [
      'without a title',
      '<iframe src="//www.youtube.com/embed/a"></iframe>',
      'https://www.youtube.com/embed/a',
      'Conteúdo de www.youtube.com',
    ],
    [
      'that loads late',
      '<iframe src="about:blank" data-src="https://open.spotify.com/embed/a"></iframe>',
      'https://open.spotify.com/embed/a',
      'Conteúdo de open.spotify.com',
    ],
    [
      'of the site itself',
      '<iframe src="/mec/mapa" width="100%"></iframe>',
      'https://www.gov.br/mec/mapa',
      'Conteúdo de www.gov.br',
    ],
  ])('%s keeps its address', (_, html, address, words) => {
    expect(frameOf(elementOf(html), BASE)).toEqual({ address, words })
  })

  it.each([
    ['that counts readers', '<iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe>'],
    ['that nobody sees', '<iframe src="https://exemplo.org/" width="0" height="0"></iframe>'],
    ['for sharing', '<iframe src="https://www.facebook.com/plugins/share_button.php"></iframe>'],
    ['without an address', '<iframe srcdoc="<p>a</p>"></iframe>'],
    ['that is a script', '<iframe src="javascript:void(0)"></iframe>'],
  ])('%s has none', (_, html) => {
    expect(frameOf(elementOf(html), BASE)).toBeNull()
  })
})

describe('a picture', () => {
  it.each([
    ['of a page', '<img src="a/foto.jpg">', 'https://www.gov.br/mec/pt-br/noticias/a/foto.jpg'],
    [
      'that loads late',
      '<img src="/loading_v2.gif" data-echo="https://imagens.ebc.com.br/a.jpg">',
      'https://imagens.ebc.com.br/a.jpg',
    ],
    [
      'of several sizes',
      '<img src="data:image/gif;base64,AA" srcset="/p,q.jpg 400w, /g.jpg 800w">',
      'https://www.gov.br/p,q.jpg',
    ],
    ['that is only a placeholder', '<img src="/spacer.gif">', null],
    ['without an address', '<img alt="a">', null],
  ])('%s', (_, html, expected) => {
    expect(pictureAddress(elementOf(html), BASE)).toBe(expected)
  })
})
