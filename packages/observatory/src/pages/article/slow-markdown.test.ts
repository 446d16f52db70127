import { describe, expect, it } from 'vitest'
import { isSlowMarkdown } from './slow-markdown.ts'

describe('isSlowMarkdown', () => {
  it('accepts articles with long lists, tables and many links', () => {
    expect(isSlowMarkdown('- um item da lista\n'.repeat(2000))).toBe(false)
    expect(isSlowMarkdown('| AC | 10 |\n'.repeat(500))).toBe(false)
    expect(isSlowMarkdown('Leia [mais](https://www.gov.br/x) **aqui**.\n\n'.repeat(2000))).toBe(false)
  })

  it.each(['[', '[a](', '> ', '- ', '*a ', `${'- '.repeat(10)}a\n`])('refuses a text of %j alone', (bit) => {
    expect(isSlowMarkdown(bit.repeat(100_000 / bit.length))).toBe(true)
  })
})
