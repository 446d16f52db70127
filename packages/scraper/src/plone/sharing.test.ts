import { describe, expect, it } from 'vitest'
import { all, parseHtml, textOf } from '../html/page.ts'
import { isShareLabel, removeSharing } from './sharing.ts'

function leftOf(html: string): string {
  const [body] = all('body', parseHtml(`<html><body>${html}</body></html>`))
  if (!body) throw new Error('The page has no body')
  removeSharing(body)
  return textOf(body)
}
const PAGE = 'https://www.facebook.com/orgao'

describe('a label of sharing', () => {
  it.each([
    ['Compartilhe', true],
    ['Compartilhar:', true],
    ['Compartilhe no Facebook', true],
    ['Compartilhe esta notícia', true],
    ['Compartilhe por:', true],
    ['Compartilhe com a família', false],
    ['Compartilhe o momento', false],
    ['Leia e compartilhe', false],
  ])('%s: %s', (text, is) => {
    expect(isShareLabel(text)).toBe(is)
  })
})

describe('a link to a social network', () => {
  it.each([
    [`<p>Veja no <a href="${PAGE}">Facebook</a> oficial</p>`, 'Facebook'],
    [`<p>Veja no <a href="${PAGE}">Facebook</a></p>`, undefined],
    [`<p><a href="${PAGE}">Facebook</a></p>`, undefined],
    [`<p>Compartilhe esta notícia: <a href="${PAGE}">Facebook</a></p>`, undefined],
    ['<p>Leia em nossa página: <a href="https://www.facebook.com/sharer?u=x">Facebook</a></p>', undefined],
    ['<p>Leia em nossa página do <a href="https://www.facebook.com/sharer?u=x">Facebook</a></p>', 'Facebook'],
    ['<p>Veja no <a href="https://www.gov.br/">portal</a></p>', 'portal'],
  ])('in %s leaves %s', (html, text) => {
    const left = leftOf(html)
    expect(text === undefined ? !left.includes('Facebook') : left.includes(text)).toBe(true)
  })

  it('goes with a block of buttons, which is no prose', () => {
    expect(leftOf('<div class="social-links"><span>Rede</span></div><p>Texto</p>').trim()).toBe('Texto')
    expect(leftOf(`<div class="share"><p>${'Um texto longo. '.repeat(20)}</p></div>`)).toContain(
      'Um texto longo',
    )
  })
})
