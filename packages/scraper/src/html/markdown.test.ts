import { describe, expect, it } from 'vitest'
import { MARKDOWN_MAX_CHARACTERS, NESTING_MAX } from './block-lines.ts'
import { toMarkdown } from './markdown.ts'
import { parseHtml } from './page.ts'

const markdownOf = (html: string) => toMarkdown(parseHtml(html), 'https://www.gov.br/')

describe('blocks inside of text that is written on one line', () => {
  it.each([
    ['<h2>Vacinas<div>e remédios</div>para todos</h2>', '## Vacinas e remédios para todos'],
    [
      '<table><tr><td><p>Um</p><p>dois</p></td><td>três</td></tr></table>',
      '| Um dois | três |\n| --- | --- |',
    ],
  ])('%s are separated by a blank', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })
})

describe('cells of a table that cover others', () => {
  it.each([
    [
      'columns',
      '<tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3',
      '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
    ],
    ['rows', '<tr><td rowspan=2>a<td>b<tr><td>1', '| a | b |\n| --- | --- |\n|  | 1 |'],
    [
      'columns and rows',
      '<tr><td colspan=2 rowspan=2>a<td>1<tr><td>2',
      '| a |  | 1 |\n| --- | --- | --- |\n|  |  | 2 |',
    ],
    [
      'rows in the last column',
      '<tr><td>a<td rowspan=2>b<tr><td>1<tr><td>2<td>3',
      '| a | b |\n| --- | --- |\n| 1 |  |\n| 2 | 3 |',
    ],
  ])('leave empty places: %s', (_, rows, markdown) => {
    expect(markdownOf(`<table>${rows}</table>`)).toBe(markdown)
  })
})

describe('lists and quotations', () => {
  it.each([
    [
      'a quotation with an empty line and a list',
      '<blockquote><p>um</p><ul><li>dois</ul></blockquote>',
      '> um\n>\n> - dois',
    ],
    [
      'a quotation that begins an item and continues it',
      '<ol><li><blockquote>um<p>dois</blockquote>três</ol>',
      '1. > um\n   >\n   > dois\n\n   três',
    ],
    [
      'a list of an item without a line between',
      '<ul><li>um<ul><li>dois<li></li></ul></li><li>três</ul>',
      '- um\n  - dois\n- três',
    ],
    ['text between the items', '<ol start=7><li>um</li>solto<li>dois</ol>', '7. um\n   solto\n8. dois'],
    [
      'code with an empty line',
      '<blockquote><ul><li><pre>a\n\n  b</pre></ul></blockquote>',
      '> - ```\n>   a\n>\n>     b\n>   ```',
    ],
    ['nothing for an empty one', '<blockquote><ul><li></ul></blockquote><p>um', 'um'],
  ])('writes %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  it('writes what is nested deeper than the bound as paragraphs', () => {
    const deep = (name: string, levels: number) => `<${name}>`.repeat(levels) + '<p>fim'
    expect(markdownOf(deep('blockquote', 200))).toBe('> '.repeat(NESTING_MAX) + 'fim')
    expect(markdownOf(deep('ul><li', 200))).toBe('- '.repeat(NESTING_MAX) + 'fim')
  })
})

describe('the work for a page made to be expensive', () => {
  it.each([
    ['450 quotations around 10,000 paragraphs', '<blockquote>'.repeat(450), '<p>a</p>'.repeat(10_000)],
    ['200 lists around 10,000 paragraphs', '<ul><li>'.repeat(200), '<p>a</p>'.repeat(10_000)],
    ['400 quotations around 20,000 paragraphs', '<blockquote>'.repeat(400), '<p>a</p>'.repeat(20_000)],
    ['200 lists with text in each', '<ul><li>texto '.repeat(200), '</li></ul>'.repeat(200)],
  ])('returns a bounded number of characters for %s', (_, start, rest) => {
    const { length } = markdownOf(start + rest)
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual((start.length + rest.length) * 2 * NESTING_MAX)
    expect(length).toBeLessThanOrEqual(MARKDOWN_MAX_CHARACTERS)
  })

  it('returns the beginning of a text that is too long, without half a character', () => {
    const markdown = markdownOf(`<p>a${'🗞'.repeat(MARKDOWN_MAX_CHARACTERS / 2)}</p><p>fim</p>`)
    expect(markdown.length).toBe(MARKDOWN_MAX_CHARACTERS - 1)
    expect(markdown.isWellFormed()).toBe(true)
  })
})
