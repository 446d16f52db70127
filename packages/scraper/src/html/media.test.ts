import { describe, expect, it } from 'vitest'
import { figurePicture, findVideo, firstPicture, frameOf, isDecorative, pictureAddress } from './media.ts'
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
    ['that is a recording', '<audio src="/mec/a.mp3"></audio>', 'https://www.gov.br/mec/a.mp3', 'Áudio'],
    [
      'that is a recording in several forms',
      '<audio title="Entrevista"><source src="/mec/a.ogg"><source src="/mec/a.mp3"></audio>',
      'https://www.gov.br/mec/a.ogg',
      'Entrevista',
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

describe('a small frame', () => {
  it.each([
    ['width="9"', false],
    ['width="10"', true],
    ['width="600" height="9"', false],
    ['width="1%"', true],
    ['', true],
  ])('of %s is shown: %s', (size, isShown) => {
    expect(frameOf(elementOf(`<iframe src="https://exemplo.org/" ${size}></iframe>`), BASE) !== null).toBe(
      isShown,
    )
  })
})

describe('a decorative picture', () => {
  const around = (levels: number) => `<div class="sharing">${'<i>'.repeat(levels)}<img src="/a.jpg">`
  it.each([
    ['48 pixels wide', '<img src="/a.jpg" width="48">', true],
    ['49 pixels wide', '<img src="/a.jpg" width="49">', false],
    ['48 pixels high', '<img src="/a.jpg" width="900" height="48px">', true],
    ['48 per cent wide', '<img src="/a.jpg" width="48%">', false],
    ['in a folder of icons', '<img src="/x/icons/y/a.png">', true],
    ['far below a folder of icons', '<img src="/icons/x/y/z/a.png">', false],
    ['of a network', '<img src="/facebook-2.png?v=1">', true],
    ['of a class of icons', '<img src="/a.jpg" class="x icon">', true],
    ['whose data name an icon', '<img src="data:image/png,/icon/">', false],
    ['of a name that has an icon in it', '<img src="/iconografia.jpg">', false],
    ['in a share bar', around(0), true],
    ['at the last level of a share bar', around(2), true],
    ['deeper in a share bar', around(3), false],
  ])('%s: %s', (_, html, expected) => {
    expect(isDecorative(first('img', elementOf(`<main>${html}</main>`))!)).toBe(expected)
  })
})

describe('the picture of a body', () => {
  it('is the first that is neither an icon nor a placeholder', () => {
    const body = elementOf(
      '<div><img src="/icons/a.png"><img src="/spacer.gif"><img src="/b.jpg"><img src="/c.jpg"></div>',
    )
    expect(firstPicture(body, BASE)).toBe('https://www.gov.br/b.jpg')
    expect(firstPicture(elementOf('<div><img src="/icons/a.png"></div>'), BASE)).toBeNull()
  })

  it.each([
    ['late', '<img src="/a.jpg"><noscript><img src="/b.jpg"></noscript><img data-src="/c.jpg">', 'c'],
    ['for browsers without scripts', '<img src="/a.jpg"><noscript><img src="/b.jpg"></noscript>', 'b'],
    ['at once', '<img src="/spacer.gif"><img src="/a.jpg">', 'a'],
    ['never', '<img src="/spacer.gif">', null],
  ])('of a figure loads %s', (_, html, name) => {
    const address = figurePicture(elementOf(`<figure>${html}</figure>`), BASE)
    expect(address).toBe(name === null ? null : `https://www.gov.br/${name}.jpg`)
  })
})

describe('the video of a body', () => {
  it.each([
    [
      '<video><source type="video/mp4" src="/a.mp4"></video><iframe src="https://youtu.be/b"></iframe>',
      'https://www.gov.br/a.mp4',
    ],
    ['<video src="/a.mp4?x"></video>', 'https://www.gov.br/a.mp4?x'],
    ['<video src="/a.webm"></video>', undefined],
    [
      '<iframe src="https://mapa.org/"></iframe><embed src="https://www.youtube.com/embed/b">',
      'https://www.youtube.com/embed/b',
    ],
    ['<iframe data-src="https://player.vimeo.com/b"></iframe>', 'https://player.vimeo.com/b'],
    ['<iframe src="https://notyoutube.com/b"></iframe>', undefined],
  ])('of %s is %s', (html, url) => {
    expect(findVideo(elementOf(`<div>${html}</div>`), BASE)?.url).toBe(url)
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
    [
      'whose late address is a placeholder',
      '<img data-src="/loading.gif" src="/a.jpg">',
      'https://www.gov.br/a.jpg',
    ],
    [
      'whose late address is no address',
      '<img data-src="data:,x" src="javascript:x()" srcset="/a.jpg, /b.jpg">',
      'https://www.gov.br/a.jpg',
    ],
    ['that is only a placeholder', '<img src="/spacer.gif">', null],
    ['without an address', '<img alt="a">', null],
  ])('%s', (_, html, expected) => {
    expect(pictureAddress(elementOf(html), BASE)).toBe(expected)
  })
})
