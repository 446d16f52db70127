import { describe, expect, it } from 'vitest'
import { isSlowMarkdown } from './slow-markdown.ts'

describe('isSlowMarkdown', () => {
  it('accepts articles with long lists, tables and many links', () => {
    expect(isSlowMarkdown('- um item da lista\n'.repeat(8000))).toBe(false)
    expect(isSlowMarkdown('| AC | 10 |\n'.repeat(500))).toBe(false)
    expect(isSlowMarkdown('Leia [mais](https://www.gov.br/x) **aqui**.\n\n'.repeat(2000))).toBe(false)
  })

  it.each(['[', '[a](', '> ', '- ', '*a ', `${'- '.repeat(10)}a\n`])('refuses a text of %j alone', (bit) => {
    expect(isSlowMarkdown(bit.repeat(100_000 / bit.length))).toBe(true)
  })

  it.each([
    ['an item that a long paragraph continues', `- a\n${'linha do item\n'.repeat(15_000)}`],
    ['a quotation that a long paragraph continues', `> a\n${'l\n'.repeat(15_000)}`],
    ['separate nested lists', `${'- - a\n'.repeat(30)}\nTexto\n\n`.repeat(200)],
    ['a row of 150,000 cells', '|a'.repeat(150_000) + '\n' + '|-'.repeat(49_000)],
    ['more than 400,000 characters', 'Texto. '.repeat(60_000)],
  ])('refuses %s', (_, content) => {
    expect(isSlowMarkdown(content)).toBe(true)
  })
})
