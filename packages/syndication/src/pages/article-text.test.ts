import { describe, expect, it } from 'vitest'
import { renderArticleText } from './article-text.ts'

const ARTICLE = `# Vacinação

O **ministério** publicou a [lista](https://www.gov.br/saude/lista).

- primeiro

- segundo

| Estado | Doses |
|---|---|
| AC | 10 |

![Posto](https://www.gov.br/posto.jpg)`

describe('the text of an article on its page', () => {
  it('renders headings, emphasis, links, lists and tables, and images as links', () => {
    const html = renderArticleText(ARTICLE)
    for (const part of [
      '<h2>Vacinação</h2>',
      '<strong>ministério</strong>',
      '<a href="https://www.gov.br/saude/lista">lista</a>',
      '<li>\n<p>segundo</p>\n</li>',
      '<td>AC</td>',
      '<a href="https://www.gov.br/posto.jpg">Posto</a>',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('<img')
  })

  it('renders a long article whole, with a list of 300 lines and a table of 1,000 rows', () => {
    const paragraphs = Array.from({ length: 300 }, (_, n) => `Parágrafo **${n}** do texto.`).join('\n\n')
    const list = Array.from({ length: 300 }, (_, n) => `- item ${n}`).join('\n')
    const table = Array.from({ length: 1000 }, (_, n) => `| ${n} | a |`).join('\n')
    const html = renderArticleText(`${paragraphs}\n\n${list}\n\n| n | a |\n|---|---|\n${table}`)
    expect(html.match(/<strong>/g)).toHaveLength(300)
    expect(html.match(/<li>/g)).toHaveLength(300)
    expect(html.match(/<tr>/g)).toHaveLength(1001)
  })

  it.each([
    ['open brackets', '[', '['],
    ['beginnings of links', '[a](', '[a]('],
    ['nested quotations on one line', '> ', '&gt; '],
    ['nested lists on one line', '- ', '- '],
    ['open emphasis', '*a ', '*a '],
    ['nested lists of many lines', `${'- '.repeat(10)}a\n`, '- - '],
    ['rows of many cells', '|a', '|a|a'],
  ])('writes %s as plain paragraphs, because micromark takes quadratic time for them', (_, bit, plain) => {
    const html = renderArticleText(bit.repeat(150_000 / bit.length))
    expect(html.startsWith(`<p>${plain}`)).toBe(true)
    expect(html).not.toMatch(/<(?:ul|blockquote|em|a)\b/)
  })

  it('renders an item that a long paragraph continues up to a limit', () => {
    const item = (lines: number) => renderArticleText(`- a\n${'linha\n'.repeat(lines)}`)
    expect(item(500)).toContain('<li>a')
    expect(item(3000)).not.toContain('<li>')
  })

  it('writes the rest of a text plainly when its parts together would take long', () => {
    const part = `${'- - a\n'.repeat(300)}\n`
    const html = renderArticleText(part.repeat(80))
    const rendered = html.match(/<ul>\n<li>\n<ul>/g)?.length ?? 0
    expect(rendered).toBeGreaterThan(5)
    expect(html.match(/<p>- - a/g)?.length).toBeGreaterThan(20)
  })

  it('cuts a text of more than 200,000 characters at a line, with a note', () => {
    const html = renderArticleText('Uma frase do texto.\n\n'.repeat(50_000))
    expect(html.length).toBeLessThan(300_000)
    expect(html.endsWith('<p><em>O texto continua no site de origem.</em></p>')).toBe(true)
  })

  it.each([
    [200_000, true],
    [200_001, false],
  ])('of %i characters shows the last line: %s', (characters, isWhole) => {
    const html = renderArticleText('Uma frase do texto.\n\n'.repeat(9500).padEnd(characters, 'z'))
    expect([html.includes('zzz'), html.includes('continua no site')]).toEqual([isWhole, !isWhole])
  })

  it('runs nothing of the text', () => {
    const hostile = '<script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n![y](data:text/html,z)'
    for (const text of [hostile, hostile + '['.repeat(10_000)])
      expect(renderArticleText(text)).not.toMatch(/<script|href="(?:javascript|data):/)
  })
})
