import { describe, expect, it } from 'vitest'
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
