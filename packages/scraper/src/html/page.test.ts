import { describe, expect, it } from 'vitest'
import {
  all,
  attribute,
  classesOf,
  closest,
  first,
  linkedLength,
  metaContent,
  ownText,
  parseHtml,
  parseXml,
  rawText,
  removeAll,
  textOf,
  textUpTo,
  titleOfWindow,
  type Element,
} from './page.ts'

/** The first element that a selector finds in HTML. */
function at(selector: string, html: string): Element {
  const element = first(selector, parseHtml(html))
  if (element === null) throw new Error(`no ${selector}`)
  return element
}

describe('a page', () => {
  it.each([
    ['500 levels', '<div>'.repeat(500), false],
    ['501 levels', '<div>'.repeat(501), true],
    ['100,000 elements', '<br>'.repeat(100_000), false],
    ['100,001 elements', '<br>'.repeat(100_001), true],
  ])('of %s is refused: %s', (_, html, isRefused) => {
    let problem = ''
    try {
      parseHtml(html)
    } catch (error) {
      problem = String(error)
    }
    expect(problem).toMatch(isRefused ? /the page has over 500 levels or 100000 elements/ : /^$/)
  })

  it('of levels that end has room for others', () => {
    expect(() => parseHtml(`${'<div>'.repeat(300)}${'</div>'.repeat(300)}`.repeat(2))).not.toThrow()
  })

  it('of XML has three times as many elements, named in lower case', () => {
    const page = parseXml(`<URLSET>${'<a/>'.repeat(299_999)}</URLSET>`)
    expect(all('urlset > a', page)).toHaveLength(299_999)
    expect(() => parseXml('<a/>'.repeat(300_001))).toThrow('300000 elements')
  })

  it('ends after five megabytes', () => {
    const page = parseHtml(`<p>${'a'.repeat(5 * 1024 * 1024 - 6)}<b>fim</b>`)
    expect(all('b', page)).toHaveLength(1)
    expect(textOf(page).endsWith('afim')).toBe(false)
  })

  it.each([
    ['a text', '<p>educa&amp;ccedil;&amp;atilde;o</p>', 'educação'],
    [
      'a text of which one reference is escaped',
      '<p>a &amp;nbsp;e &amp;semnome; fim</p>',
      'a e &semnome; fim',
    ],
    ['code', '<code>&amp;ccedil;</code>', '&ccedil;'],
    ['a text with an ampersand', '<p>A &amp; B; C</p>', 'A & B; C'],
    ['a number', '<p>&amp;#231; &amp;#xE7;</p>', 'ç ç'],
  ])('has references that are escaped twice decoded in %s', (_, html, text) => {
    expect(textOf(parseHtml(html))).toBe(text)
  })

  it('has them decoded in what is read of attributes', () => {
    const image = at(
      'img',
      '<img alt="a&amp;ccedil;" title="a&amp;ccedil;" content="a&amp;ccedil;" src="?a&amp;ccedil;">',
    )
    expect(image.attribs).toEqual({ alt: 'aç', title: 'aç', content: 'aç', src: '?a&ccedil;' })
  })
})

describe('the text of an element', () => {
  it.each([
    ['<p>um<p>dois', 'um dois'],
    ['<b>um</b><i>dois</i>', 'umdois'],
    ['um<br>dois', 'um dois'],
    ['um<script>x</script><style>y</style><noscript>z</noscript><template>w</template> dois', 'um dois'],
    ['um\u00AD\u200Bdois  três', 'umdois três'],
  ])('of %s is %s', (html, text) => {
    expect(textOf(at('body', `<body>${html}`))).toBe(text)
  })

  it('is nothing without an element', () => {
    expect(textOf(null)).toBe('')
  })

  it('is that of its other nodes when some are left out', () => {
    const body = at('body', '<body>um<b>dois</b><i>três</i>')
    expect(rawText(body, new Set([first('b', body)!]))).toBe('umtrês')
  })

  it('of its own has a blank for each child', () => {
    expect(ownText(at('p', '<p>um<b>dois</b>três</p>'))).toBe('um três')
  })

  it.each([
    [4, 'abcd'],
    [3, null],
    [0, null],
  ])('up to %i characters is %j', (characters, text) => {
    expect(textUpTo(at('p', '<p>a<b>bc</b>d</p>'), characters)).toBe(text)
  })

  it.each([
    ['a blank between blocks counts', '<div><p>ab</p><p>cd</p></div>', 4, null],
    ['a blank between blocks is one character', '<div><p>ab</p><p>cd</p></div>', 5, 'ab cd'],
    ['scripts do not count', '<div>ab<script>cdef</script></div>', 2, 'ab'],
    ['nothing is no text', '<div></div>', 0, ''],
  ])('up to a length: %s', (_, html, characters, text) => {
    expect(textUpTo(at('div', html), characters)).toBe(text)
  })

  it('is linked in part', () => {
    expect(linkedLength(at('p', '<p>um <a>dois</a> <a> três </a></p>'))).toBe(8)
  })
})

describe('what is read of elements', () => {
  it('are attributes without blanks, and classes in lower case', () => {
    const element = at('p', '<p id=" a " class=" Um  DOIS ">')
    expect([attribute(element, 'id'), attribute(element, 'title'), attribute(null, 'id')]).toEqual([
      'a',
      '',
      '',
    ])
    expect(classesOf(element)).toEqual(['um', 'dois'])
  })

  it('is the nearest one around, itself included', () => {
    const link = at('a', '<div id="x"><div id="y"><a></a></div></div>')
    expect(closest(link, ({ name }) => name === 'a')).toBe(link)
    expect(closest(link, ({ name }) => name === 'div')?.attribs['id']).toBe('y')
    expect(closest(link, ({ name }) => name === 'p')).toBeNull()
  })

  it.each(['property', 'name', 'itemprop'])(
    'is the content of a meta element by its %s, in any case',
    (key) => {
      const page = parseHtml(`<meta ${key}="OG:Title" content=" Um ">`)
      expect([metaContent(page, 'og:title'), metaContent(page, 'og:image')]).toEqual(['Um', ''])
    },
  )

  it.each([
    ['<head><title>Um — Dois</title></head>', 'Um'],
    ['<head><title>Um – Dois | Três</title></head>', 'Um – Dois'],
    ['<head><title>Um-Dois</title></head>', null],
    ['<head><title> — Dois</title></head>', null],
    ['<body><svg><title>A | B</title></svg></body><head><title>Um | Dois</title></head>', 'Um'],
    ['<title>Um | Dois</title>', 'Um'],
    ['', null],
  ])('is the title of the window before the name of the site: %s', (html, title) => {
    expect(titleOfWindow(parseHtml(`<html>${html}</html>`))).toBe(title)
  })
})

describe('elements that are taken out', () => {
  it('leave their neighbours side by side, and have none', () => {
    const body = at('body', '<body><a>1</a><b>2</b><i>3</i><b>4</b></body>')
    const taken = all('b', body)
    removeAll([...taken, ...taken])
    expect(body.children.map(textOf)).toEqual(['1', '3'])
    const [one, three] = body.children
    expect([one!.prev, one!.next, three!.prev, three!.next]).toEqual([null, three, one, null])
    expect(taken.map(({ parent, prev, next }) => [parent, prev, next])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })
})
