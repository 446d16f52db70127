import { expect, it } from 'vitest'
import { html, raw } from './html.ts'

it('escapes interpolated texts, in content and in attributes', () => {
  const hostile = `"'><script>&amp;</script>`
  const escaped = '&quot;&#39;&gt;&lt;script&gt;&amp;amp;&lt;/script&gt;'
  expect(html`<a href="${hostile}">${hostile}</a>`.text).toBe(`<a href="${escaped}">${escaped}</a>`)
})

it('takes HTML as it is, and lists of it joined', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}</ul>${raw('<hr>')}${1}\n`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>1\n',
  )
})
