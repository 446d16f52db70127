import { composeDigest, type Digest } from '@pauta/delivery/digest/digest'
import { excerptHtml } from '@pauta/delivery/digest/article-html'
import { confirmationMail } from '@pauta/delivery/mails/confirmation-mail'
import { renderMail } from '@pauta/delivery/mails/digest-mail'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { aDigestArticle, aDigestInput } from './digest-samples.ts'
import { HOSTILE_HTML, HOSTILE_URLS } from './hostile-html.ts'

const LAYOUT = new Set(['html', 'head', 'meta', 'title', 'style', 'body', 'table', 'tbody', 'tr', 'td'])
const TEXT = new Set([
  'div',
  'h1',
  'h2',
  'h3',
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'ul',
  'ol',
  'li',
  'a',
  'blockquote',
])
const ATTRIBUTES =
  /^(?:class|style|lang|dir|role|align|border|width|cellpadding|cellspacing|href|target|rel|name|content|http-equiv|data-publisher|data-publisher-notes|data-recipient|data-skip-in-text)$/

/** Parses a document and lists everything that is neither layout nor text of the allowed kinds. */
function listSuspects(html: string): string[] {
  const suspects: string[] = []
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (!LAYOUT.has(tag) && !TEXT.has(tag)) suspects.push(tag)
      for (const [name, value] of Object.entries(attributes)) {
        // The contents list of a digest leads to these.
        const isAnchor = tag === 'div' && name === 'id' && /^(recorte-\d+|noticia-\d+-\d+)$/.test(value)
        if (!ATTRIBUTES.test(name) && !isAnchor) suspects.push(`${tag} ${name}`)
        if (name === 'href' && !/^https?:\/\/[^@]+$/.test(value)) suspects.push(`${tag} ${name}=${value}`)
        if (name === 'style' && /url\(|expression|position/i.test(value)) suspects.push(`${tag} ${value}`)
        if (name === 'http-equiv' && /refresh/i.test(value)) suspects.push(value)
      }
    },
    oncomment: (text) => suspects.push(`comment ${text}`),
  })
  parser.end(html)
  return suspects
}

const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1
const SKELETON = ['html', 'head', 'title', 'style', 'body', 'h1'] as const
const skeletonOf = ({ html }: Pick<Digest, 'html'>) => SKELETON.map((tag) => count(html, tag))

describe('hostile content', () => {
  it('is detected by the checks of this test', () => {
    expect(listSuspects('<p onclick=x>a<script>b</script><a href="javascript:x">c</a><!--d-->')).toEqual([
      'p onclick',
      'script',
      'a href=javascript:x',
      'comment d',
    ])
  })

  it.each(HOSTILE_HTML)('%s leaves only text in a digest or mail', (hostile) => {
    const article = aDigestArticle({
      title: hostile,
      agencyName: hostile,
      summary: null,
      contentHtml: hostile,
    })
    const digest = composeDigest(
      aDigestInput({
        clippingName: hostile,
        prompt: hostile,
        recortes: [{ title: hostile, articles: [article, { ...article, uniqueId: 'b', summary: hostile }] }],
      }),
    )
    const mail = renderMail(digest, {
      why: hostile,
      unsubscribeUrl: 'https://a.example/',
      releaseUrl: 'https://a.example/edicoes/1',
    })
    const asked = confirmationMail({
      clippingName: hostile,
      authorName: hostile,
      confirmUrl: 'https://a.example/',
    })
    for (const { html } of [digest, mail, asked]) expect(listSuspects(html)).toEqual([])
    expect(skeletonOf(digest)).toEqual(skeletonOf(composeDigest(aDigestInput())))
    expect(mail.html.split('Deixar de receber')).toHaveLength(2)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  it.each(HOSTILE_URLS)('%j is no link target', (url) => {
    const articles = [aDigestArticle({ url, contentHtml: `<a href="${url}">x</a>`, summary: null })]
    const { html, text } = composeDigest(aDigestInput({ recortes: [{ title: 'R', articles }] }))
    expect(listSuspects(html)).toEqual([])
    expect(html + text).not.toMatch(/(?:javascript|vbscript|data|file|blob):/i)
  })

  it('leaves the content of an ordinary article unchanged', () => {
    const html = '<h2>Um</h2><p>dois <a href="https://a.example/?x=1&amp;y=2">três</a> &lt;4&gt;</p>'
    expect(excerptHtml(html, 100)).toBe(
      '<p>Um</p><p>dois <a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">três</a> &lt;4&gt;</p>',
    )
    const long = '<p>palavra &amp; <b>outra palavra</b></p>'
    expect(excerptHtml(`${long}${'<p>mais</p><br>'.repeat(50)}`, 20)).toBe(
      '<p>palavra &amp; <b>outra…</b></p>',
    )
    expect(excerptHtml(long, 100)).toBe(long)
    expect(excerptHtml(excerptHtml(long, 100), 100)).toBe(long)
  })
})
