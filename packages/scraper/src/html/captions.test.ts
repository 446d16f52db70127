import { describe, expect, it } from 'vitest'
import { markCaptions } from './captions.ts'
import { all, first, parseHtml, textOf, type Element } from './page.ts'

function bodyOf(html: string): Element {
  const body = first('body', parseHtml(`<body>${html}</body>`))
  if (body === null) throw new Error('a page without a body')
  return body
}

/** The captions that are found in a body. */
function captionsOf(html: string): string[] {
  const body = bodyOf(html)
  markCaptions(body)
  return all('figcaption', body).map(textOf)
}

const LONG = 'Texto da notícia. '.repeat(40)

describe('the words under a picture', () => {
  it.each([
    ['of gov.br', '<div id="media"><img src="/a.jpg"><p class="discreet">Foto: PRF</p></div>'],
    ['of the news of Plone', '<p class="newsImageCaption">Foto: PRF</p>'],
    [
      'of Plone 4',
      '<dl class="captioned"><dt><img src="/a.jpg"></dt><dd class="image-caption">Foto: PRF</dd></dl>',
    ],
    [
      'of Plone 6',
      '<figure><img src="/a.jpg"><figcaption class="figure-caption">Foto: PRF</figcaption></figure>',
    ],
    ['of a gallery', '<img src="/a.jpg"><div class="swiper-description">Foto: PRF</div>'],
    ['of Agência Brasil', '<div class="dnd-caption-wrapper"><h6 class="meta">Foto: PRF</h6></div>'],
    ['of a legend', '<div class="dnd-legend-wrapper">Foto: PRF</div>'],
    [
      'of WordPress',
      '<div class="wp-caption"><img src="/a.jpg"><p class="wp-caption-text">Foto: PRF</p></div>',
    ],
    ['right behind a picture', '<img src="/a.jpg"><span class="discreet">Foto: PRF</span>'],
    [
      'behind a link around a picture',
      '<a href="/a"><img src="/a.jpg"></a><p class="discreet">Foto: PRF</p>',
    ],
    ['behind a picture without a block', '<p>Texto</p><img src="/a.jpg"><p class="discreet">Foto: PRF</p>'],
    ['in a figure', '<figure><div><p>Texto</p><p class="discreet">Foto: PRF</p></div></figure>'],
    [
      'of gov.br behind other words',
      '<div id="media"><img src="/a.jpg"><p>Texto</p><p class="discreet">Foto: PRF</p></div>',
    ],
    [
      'behind a picture in its own paragraph, in a text',
      '<p>Texto</p><p><img src="/a.jpg"></p><p class="discreet">Foto: PRF</p>',
    ],
    ['of one paragraph', '<div class="image-caption"><p>Foto: PRF</p></div>'],
    ['alone beside a picture', '<div><p class="discreet">Foto: PRF</p><p><img src="/a.jpg"></p></div>'],
  ])('%s are found', (_, html) => {
    expect(captionsOf(html)).toEqual(['Foto: PRF'])
  })

  it.each([
    [500, 1],
    [501, 0],
  ])('of %i characters are found %i times', (characters, found) => {
    expect(captionsOf(`<div class="image-caption">${'a'.repeat(characters)}</div>`)).toHaveLength(found)
  })

  it.each([
    ['a summary', '<p class="discreet">Resumo</p><p>Texto da notícia.</p>'],
    [
      'small print beside a text with a picture',
      '<div><p><img src="/a.jpg">Texto</p><p class="discreet">Resumo</p></div>',
    ],
    ['a caption with a picture', '<div class="image-caption"><img src="/a.jpg">Foto: PRF</div>'],
    ['paragraphs', '<div class="image-caption"><p>Um</p><p>Dois</p></div>'],
    ['small print behind an empty line', '<p> </p><p class="discreet">Resumo</p>'],
    [
      'small print behind a text with a picture',
      '<p>Texto <img src="/a.jpg"></p><p class="discreet">Resumo</p>',
    ],
    ['small print alone without a picture', '<div><p class="discreet">Resumo</p></div>'],
    ['a long text', `<div class="image-caption">${LONG}</div>`],
  ])('are not %s', (_, html) => {
    expect(captionsOf(html)).toEqual([])
  })
})
