import { describe, expect, it } from 'vitest'
import { slateToHtml } from './slate.ts'

const link = (data: unknown, others: object = {}) => [
  { type: 'p', children: [{ type: 'link', data, ...others, children: [{ text: 'a' }] }] },
]

describe('the HTML of a slate block', () => {
  it.each([
    [{ url: 'u' }, 'u'],
    [{ link: { internal: { internal_link: [{ '@id': 'i' }] }, external: { external_link: 'e' } } }, 'i'],
    [{ link: { internal: null, external: { external_link: 'e' } } }, 'e'],
    [{ link: { internal: 'i', external: null } }, ''],
    [{ link: { internal: { internal_link: [null, {}, { '@id': 'i' }] } } }, 'i'],
    [{ link: {} }, ''],
    [undefined, ''],
    [null, ''],
    ['u', ''],
  ])('links with the data %j to "%s"', (data, address) => {
    expect(slateToHtml(link(data))).toBe(`<p><a href="${address}">a</a></p>`)
  })

  it('prefers the address of the node itself', () => {
    expect(slateToHtml(link({ url: 'u' }, { url: 'a"b' }))).toBe('<p><a href="a&quot;b">a</a></p>')
    expect(slateToHtml(link({ url: 'u' }, { href: 'h' }))).toBe('<p><a href="h">a</a></p>')
  })

  it.each([
    [[{ text: 'a<b\nc' }], 'a&lt;b<br>c'],
    [[{ text: 'a', bold: true, italic: true }], '<em><strong>a</strong></em>'],
    [[{ text: 'a', strong: true }], '<strong>a</strong>'],
    [[{ text: 'a', em: true }], '<em>a</em>'],
    [[{ text: 'a', bold: 'yes' }], 'a'],
    [[{ type: 'H2', children: [{ text: 'a' }] }], '<h2>a</h2>'],
    [[{ type: 'a', url: 'u', children: [{ text: 'a' }] }], '<a href="u">a</a>'],
    [[{ type: 'callout', children: [{ text: 'a' }] }], '<div>a</div>'],
    [[{ type: 'p', children: [{ type: 'callout', children: [{ text: 'a' }] }] }], '<p>a</p>'],
    [[{ children: [{ text: 'a' }] }], 'a'],
    [[{ type: 'p' }, null, 'x'], '<p></p>\n\n'],
  ])('of %j is %s', (value, html) => {
    expect(slateToHtml(value)).toBe(html)
  })

  it.each([
    [100, 'a'],
    [101, ''],
  ])('has a text of %i levels below as "%s"', (levels, text) => {
    let node: object = { text: 'a' }
    for (let level = 0; level < levels; level++) node = { children: [node] }
    expect(slateToHtml([node])).toBe(text)
  })

  it('has at most 50,000 nodes', () => {
    const leaves = (count: number) => [{ children: Array.from({ length: count - 1 }, () => ({ text: 'a' })) }]
    expect(slateToHtml(leaves(50_000))).toHaveLength(49_999)
    expect(slateToHtml(leaves(50_001))).toHaveLength(49_999)
  })

  it.each([null, 'a', 1, {}])('of %j is empty', (value) => {
    expect(slateToHtml(value)).toBe('')
  })
})
