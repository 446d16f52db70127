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

  it.each([
    'facebook.com',
    'www.twitter.com',
    'x.com',
    'br.linkedin.com',
    'api.whatsapp.com',
    'wa.me',
    't.me',
    'telegram.me',
    'pinterest.com',
  ])('of %s goes alone', (host) => {
    expect(leftOf(`<p><a href="https://${host}/a">Rede</a></p><p>Texto</p>`).trim()).toBe('Texto')
  })

  it.each(['notfacebook.com', 'facebook.com.br', 'ax.com', 'at.me'])('is no link to %s', (host) => {
    expect(leftOf(`<p><a href="https://${host}/a">Rede</a></p>`)).toBe('Rede')
  })

  it.each([
    'facebook.com/sharer.php',
    'facebook.com/share?u=x',
    'linkedin.com/sharearticle?u=x',
    'twitter.com/intent/tweet?u=x',
    'x.com/intent/post?u=x',
    'api.whatsapp.com/send?text=x',
    'wa.me/?text=x',
    'pinterest.com/pin/create?u=x',
  ])('that shares by %s goes behind words that do not lead to it', (address) => {
    const link = `<a href="https://${address}">Rede</a>`
    expect(leftOf(`<p>Leia em nossa página: ${link}</p>`)).not.toContain('Rede')
    expect(leftOf(`<p>Leia em nossa página, ${link}</p>`)).toContain('Rede')
  })

  it.each(['social-links', 'share', 'sharing-box', 'social-media'])('goes with a block of %s', (name) => {
    expect(leftOf(`<div class="${name}">Rede</div><p>Texto</p>`).trim()).toBe('Texto')
  })

  it.each([
    [`<p>Um texto<br>Rede: <a href="${PAGE}">Rede</a></p>`, false],
    [`<p>Veja em nossa <a href="${PAGE}">Rede</a></p>`, true],
    [`<p>Veja em <a href="${PAGE}">Rede</a></p>`, false],
    [`<p><a href="${PAGE}">Rede</a> tem novo endereço</p>`, true],
    [`<p><b>Veja em nossa</b> <i><a href="${PAGE}">Rede</a></i></p>`, true],
    [`<div>Veja em nossa página<p><a href="${PAGE}">Rede</a></p></div>`, false],
    [`<p>Veja em <a href="${PAGE}">nossa</a> <a href="${PAGE}">Rede</a></p>`, false],
    [`<p>${`<a href="${PAGE}">Rede</a> `.repeat(5)}</p>`, false],
    [`<p>Veja em <b><a href="${PAGE}">nossa</a></b> <a href="${PAGE}">Rede</a></p>`, false],
    [`<div><p>Veja em nossa página</p><a href="${PAGE}">Rede</a></div>`, false],
    [`<p><a href="https://www.gov.br/">Veja em nossa página</a> <a href="${PAGE}">Rede</a></p>`, true],
    [`<p>Compartilhe nas redes sociais: <a href="${PAGE}">Rede com amigos</a></p>`, false],
    ['<p><a href="http://[">Rede</a></p>', true],
    // At most 40 nodes before a link are read.
    [`<p>Veja em nossa ${'<i></i>'.repeat(39)}<a href="${PAGE}">Rede</a></p>`, true],
    [`<p>Veja em nossa ${'<i></i>'.repeat(40)}<a href="${PAGE}">Rede</a></p>`, false],
  ])('stays in its line alone: %s, %s', (html, stays) => {
    expect(leftOf(html).replace('Rede:', '').includes('Rede')).toBe(stays)
  })

  it.each([
    ['words that share with somebody', '<p>Compartilhe com a família</p>', 'Compartilhe com a família'],
    [
      'a label before a text',
      `<div>Compartilhe:<p>${'a'.repeat(121)}</p></div>`,
      `Compartilhe: ${'a'.repeat(121)}`,
    ],
    ['no label before many words that are no text', `<div>Compartilhe:${'<p>Rede</p>'.repeat(40)}</div>`, ''],
  ])('leaves %s', (_, html, left) => {
    expect(leftOf(html)).toBe(left)
  })

  it('goes with a block of buttons, which is no prose', () => {
    expect(leftOf('<div class="social-links"><span>Rede</span></div><p>Texto</p>').trim()).toBe('Texto')
    expect(leftOf(`<div class="share"><p>${'Um texto longo. '.repeat(20)}</p></div>`)).toContain(
      'Um texto longo',
    )
  })
})
