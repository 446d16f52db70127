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
    ['<h2>Vacinas<svg><p>seta</p></svg>para todos</h2>', '## Vacinas para todos'],
    ['<table><tr><td>um<button><p>abrir</p></button><td>dois</table>', '| um | dois |\n| --- | --- |'],
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

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`

describe('blocks with a form of their own', () => {
  it.each([
    ['a list behind a paragraph', '<p>um</p><ul><li>dois</ul>', 'um\n\n- dois'],
    ['a heading in bold', '<h2><b>Um</b></h2>', '## Um'],
    ['a heading with a bold word', '<h3><b>Um</b> dois</h3>', '### **Um** dois'],
    ['no empty heading', '<h2> </h2><p>um', 'um'],
    ['a rule', '<p>um<hr><p>dois', 'um\n\n---\n\ndois'],
    ['a caption', '<figcaption>Foto: <b>Ana</b> *</figcaption>', '*Foto: Ana \\**'],
    ['a caption with a list', '<figcaption><ul><li>um</ul></figcaption>', '- um'],
    ['no empty caption', '<figcaption> </figcaption><p>um', 'um'],
    ['code', '<pre>\n\n  um\r\ndois \n</pre>', '```\n\n  um\ndois\n```'],
    ['code with a fence', '<pre>```</pre>', '~~~~\n```\n~~~~'],
    ['no empty code', '<pre> \n</pre><p>um', 'um'],
    ['no script', '<p>um</p><script>x</script><svg><p>y</p></svg>', 'um'],
    ['a list that begins at zero', '<ol start=0><li>um', '0. um'],
    ['a list that begins at the last number', '<ol start=999999999><li>um', '999999999. um'],
    ['a list that begins behind the last number', '<ol start=1000000000><li>um', '1. um'],
    ['a list that begins before zero', '<ol start=-1><li>um', '1. um'],
    ['a list that begins with text', '<ol>solto<li>um</ol>', '1. solto\n2. um'],
    ['an item without text', '<ol><li><li>um</ol>', '1. um'],
  ])('writes %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })
})

describe('a table', () => {
  it.each([
    ['with headings', '<tr><th>a<th>b<tr><td>1<td>2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'in parts',
      `<thead>${row('a', 'b')}</thead><tbody>${row('1', '2')}</tbody><tfoot>${row('3', '4')}</tfoot>`,
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    ['with a short row', row('a', 'b') + row('1'), '| a | b |\n| --- | --- |\n| 1 |  |'],
    [
      'with an empty row',
      row('a', 'b') + row(' ', '') + row('1', '2'),
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['with a bar in a cell', row('a|b', 'c'), '| a\\|b | c |\n| --- | --- |'],
    ['with a caption', `<caption>Vagas</caption>${row('a', 'b')}`, 'Vagas\n\n| a | b |\n| --- | --- |'],
    ['for layout', row('um') + row('dois'), 'um\n\ndois'],
    ['around a table', row('um', `<table>${row('a', 'b')}</table>`), 'um\n\n| a | b |\n| --- | --- |'],
    ['without words', row(' ', ' '), ''],
    ['with a cell over no columns', '<tr><td colspan=0>a<td colspan=x>b', '| a | b |\n| --- | --- |'],
  ])('%s', (_, rows, markdown) => {
    expect(markdownOf(`<table>${rows}</table>`)).toBe(markdown)
  })

  it.each([
    ['of 50 columns', row(...Array.from({ length: 50 }, (_, at) => `c${at}`)), 'c49'],
    ['of more columns', row(...Array.from({ length: 52 }, (_, at) => `c${at}`)), 'c49'],
    ['with a cell over more columns', `<tr><td>a<td colspan=80>b<td>c${row('x', 'y')}`, ''],
  ])('%s has as many of them', (_, rows, last) => {
    const [head = '', rule = ''] = markdownOf(`<table>${rows}</table>`).split('\n')
    expect(rule.split(' | ')).toHaveLength(50)
    expect(head.split('|').at(-2)?.trim()).toBe(last)
  })

  it('has a cell cover two hundred rows at most', () => {
    const rows = `<tr><td rowspan=900>a<td>b${'<tr><td>1'.repeat(200)}`
    const lines = markdownOf(`<table>${rows}</table>`).split('\n').slice(2)
    expect(lines.map((line) => line.startsWith('|  |'))).toEqual([...Array<boolean>(199).fill(true), false])
  })
})

describe('words on a line', () => {
  it.each([
    ['um<wbr>dois<br>três', 'umdois  \ntrês'],
    ['<b>um<strong>dois</strong></b>', '**umdois**'],
    ['<b>um</b><b>dois</b>', '**umdois**'],
    ['<b>um</b> <b>dois</b>', '**um** **dois**'],
    ['<b>um</b><b> dois</b>', '**um** **dois**'],
    ['<b>um</b><i></i><b>dois</b>', '**umdois**'],
    ['um<b> dois </b>três', 'um **dois** três'],
    ['um<b> </b>dois', 'um dois'],
    ['<b>um <em>dois</em> <del>três</del></b>', '**um *dois* ~~três~~**'],
    ['<a href="/a">um<br>dois</a>', '[um dois](https://www.gov.br/a)'],
    ['<a href="/a(1)">um</a>', '[um](<https://www.gov.br/a(1)>)'],
    ['<a href="/a">um <a href="/b">dois</a></a>', '[um](https://www.gov.br/a) [dois](https://www.gov.br/b)'],
    ['<a href="/a">um</a><a href="/a">dois</a>', '[um](https://www.gov.br/a)[dois](https://www.gov.br/a)'],
    ['<a href="javascript:x()">um</a>', 'um'],
    ['<a href="mailto:a@b.c">um</a>', '[um](mailto:a@b.c)'],
    ['<a href="/a"></a>um', 'um'],
    ['<img src="/a(1).jpg" alt="um [2]">', '![um \\[2\\]](<https://www.gov.br/a(1).jpg>)'],
    ['<img src="/icons/a.png">um', 'um'],
    ['um\\*dois a_b _c_ ~~d~~ `e` f~g', 'um\\\\\\*dois a_b \\_c\\_ \\~~d\\~~ \\`e\\` f~g'],
    ['[a](b) [c] &lt;d> 1 &lt; 2 &amp;nbsp &amp;amp;lt;', '[a\\](b) [c] \\<d> 1 < 2 &nbsp \\&lt;'],
    [
      '# um<br>&gt; dois<br>---<br>===<br>+ três<br>#quatro<br>+5',
      '\\# um  \n\\> dois  \n\\---  \n\\===  \n\\+ três  \n#quatro  \n+5',
    ],
    ['um<br><br>dois', 'um\n\ndois'],
    [
      '<table><tr><td><iframe src="https://a.org/"></iframe><td>b</table>',
      '| [Conteúdo de a.org](https://a.org/) | b |\n| --- | --- |',
    ],
    [
      '<div>um<audio src="https://a.org/b.mp3">Sem som</audio>dois</div>',
      'um\n\n[Áudio](https://a.org/b.mp3)\n\ndois',
    ],
  ])('%s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
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
