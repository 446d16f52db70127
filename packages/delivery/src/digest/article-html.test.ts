import { describe, expect, it } from 'vitest'
import { excerptHtml, excerptText } from './article-html.ts'

describe('an excerpt of the HTML of an article', () => {
  it.each(
    (
      'script style textarea option select button noscript template svg math title head iframe object embed applet xmp ' +
      'noembed noframes plaintext form video audio canvas'
    ).split(' '),
  )('has neither the element %s nor its text', (tag) => {
    const ending = tag === 'embed' ? '' : `fora</${tag}>`
    expect(excerptHtml(`<p>a</p><${tag}>${ending}`, 100)).toBe('<p>a</p>')
  })

  it.each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div'])('has paragraphs for %s', (tag) => {
    expect(excerptHtml(`<${tag} class="x">a</${tag}>`, 100)).toBe('<p>a</p>')
  })

  it.each(['p', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'blockquote'])('keeps %s', (tag) => {
    expect(excerptHtml(`<${tag} style="x" id="y">a</${tag}>`, 100)).toBe(`<${tag}>a</${tag}>`)
  })

  const LINK = 'target="_blank" rel="noopener noreferrer"'
  it.each([
    ['<a href="https://a.br/" class="x">a</a>', `<a href="https://a.br/" ${LINK}>a</a>`],
    ['<a href="http://a.br/">a</a>', `<a href="http://a.br/" ${LINK}>a</a>`],
    ['<a href="javascript:pwned()">a</a>', 'a'],
    ['<a href="//a.br/x">a</a>', 'a'],
    ['<a>a</a>', 'a'],
    ['<span>a</span><table><tr><td>b</td></tr></table>', 'ab'],
    ['<p>a<br>b</p><p> </p><ul><li></li></ul>', '<p>a<br />b</p>'],
    ['<p>a &amp; &lt;b&gt;</p>', '<p>a &amp; &lt;b&gt;</p>'],
    ['<p>a\u{e000}b</p>', '<p>ab</p>'],
    [' <p>a</p> ', '<p>a</p>'],
  ])('of %j is %j', (html, excerpt) => {
    expect(excerptHtml(html, 100)).toBe(excerpt)
  })

  it.each([
    [8, '<p>um <b>dois</b></p>'],
    [7, '<p>um <b>dois</b></p>'],
    [6, '<p>um <b>…</b></p>'],
    [3, '<p>um <b>…</b></p>'],
    [2, '<p>…</p>'],
  ])('with at most %i characters ends at a word: %j', (characters, excerpt) => {
    expect(excerptHtml('<p>um <b>dois</b></p>', characters)).toBe(excerpt)
  })

  it.each([
    ['um dois três', 8, '<p>um dois…</p>'],
    ['um dois três', 7, '<p>um…</p>'],
    ['um dois', 7, '<p>um dois</p><p>…</p>'],
  ])('of %j with %i characters is %j', (text, characters, excerpt) => {
    expect(excerptHtml(`<p>${text}</p><p>Mais</p>`, characters)).toBe(excerpt)
  })

  it('of a text without elements, of which not one word fits, is an ellipsis', () => {
    expect(excerptHtml('palavra', 2)).toBe('…')
  })

  it('reads 100,000 characters, and 20 elements within each other', () => {
    const long = 'a '.repeat(49_998)
    expect(excerptHtml(`<p>${long}bc</p>`, 1_000_000).slice(-6)).toBe(' b</p>')
    const nested = (depth: number) => `${'<b>'.repeat(depth)}a${'</b>'.repeat(depth)}`
    expect(excerptHtml(nested(20), 100)).toBe(nested(20))
    expect(excerptHtml(nested(21), 100)).toBe(nested(20))
  })
})

it.each([
  ['<p>a &lt;b&gt; &quot;c&quot; &amp;lt;</p>', 'a <b> "c" &lt;'],
  ['<ul><li>a</li><li>b</li></ul><blockquote>c</blockquote>d<br />e', 'a b c d e'],
  ['<p>a<b>b</b></p><p>c</p>', 'ab c'],
])('the text of %j is %j', (html, text) => {
  expect(excerptText(html)).toBe(text)
})
