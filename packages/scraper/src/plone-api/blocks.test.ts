import { describe, expect, it } from 'vitest'
import { imageAddress, listBlocks, readApiBody } from './blocks.ts'
import type { Json } from './slate.ts'

const BASE = 'https://www.gov.br/pesca/pt-br/noticias/a'
const object = (blocks: Record<string, unknown>, items?: unknown): Json => ({
  blocks,
  ...(items !== undefined && { blocks_layout: { items } }),
})
const slate = (plaintext: string) => ({ '@type': 'slate', plaintext })
const markdownOf = (...blocks: unknown[]) =>
  readApiBody(object(Object.fromEntries(blocks.map((block, at) => [`b${at}`, block]))), BASE).markdown

describe('the blocks of an object', () => {
  const ids = (item: Json) => listBlocks(item).map(({ id }) => id)
  const a = { id: 'a' }
  const b = { id: 'b' }
  it.each<[string, Json, string[]]>([
    ['are in the order of its layout', object({ a, b }, ['b', 'a']), ['b', 'a']],
    ['are followed by those that the layout forgets', object({ a, b }, ['b']), ['b', 'a']],
    ['are each listed once', object({ a, b }, ['a', 'a', 'b']), ['a', 'b']],
    ['are those that exist', object({ a }, ['x', 'toString', 7, 'a']), ['a']],
    ['are in their own order without a layout', object({ a, b }), ['a', 'b']],
    ['are in their own order beside a layout that is no list', object({ a, b }, 'b'), ['a', 'b']],
    ['are in their own order beside an odd layout', { blocks: { a }, blocks_layout: ['a'] }, ['a']],
    ['are objects', object({ a, b: 'text', c: null, d: [b] }), ['a']],
    ['are none without an object', { blocks: [a] }, []],
    [
      'have inner ones behind them',
      object({ a: { ...a, ...object({ b }) }, c: { id: 'c' } }),
      ['a', 'b', 'c'],
    ],
    ['have those of their data behind them', object({ a: { ...a, data: object({ b }) } }), ['a', 'b']],
    [
      'have columns behind them',
      object({ a: { ...a, columns: [{ ...b, ...object({ c: { id: 'c' } }) }, 7] } }),
      ['a', 'b', 'c'],
    ],
    ['have no other columns', object({ a: { ...a, columns: b } }), ['a']],
  ])('%s', (_, item, expected) => {
    expect(ids(item)).toEqual(expected)
  })

  const nested = (levels: number): Json => (levels === 0 ? {} : { ...object({ a: nested(levels - 1) }) })
  it.each([
    [21, 21],
    [22, 21],
  ])('of %i levels are %i', (levels, count) => {
    expect(listBlocks(nested(levels))).toHaveLength(count)
  })

  const columned = (levels: number): Json =>
    levels === 0 ? {} : object({ a: { columns: [columned(levels - 1)] } })
  it.each([
    [21, 42],
    [22, 42],
  ])('of %i levels of columns are %i, with the columns', (levels, count) => {
    expect(listBlocks(columned(levels))).toHaveLength(count)
  })

  it('are 2,000 at most', () => {
    const many = Object.fromEntries(Array.from({ length: 2_002 }, (_, at) => [`b${at}`, {}]))
    expect(listBlocks(object(many))).toHaveLength(2_000)
  })
})

describe('a block', () => {
  it.each<[string, unknown, string]>([
    [
      'slate',
      { '@type': 'slate', value: [{ type: 'p', children: [{ text: 'Um' }] }], plaintext: 'Dois' },
      'Um',
    ],
    [
      'slate without words',
      { '@type': 'slate', value: [{ type: 'p', children: [{ text: ' ' }] }], plaintext: 'Dois' },
      'Dois',
    ],
    ['introduction', { '@type': 'introduction', plaintext: 'Um' }, 'Um'],
    [
      'highlight',
      { '@type': 'highlight', title: 'Um', plaintext: 'Dois', description: '<p>Três</p>' },
      '### Um\n\nDois\n\nTrês',
    ],
    [
      'text',
      { '@type': 'text', text: { blocks: [{ text: 'Um' }, 7, { text: ' ' }, { text: 'Dois' }] } },
      'Um\n\nDois',
    ],
    ['textBlock', { '@type': 'textBlock', text: { data: '<p>Um</p>', blocks: [{ text: 'Dois' }] } }, 'Um'],
    ['text of nothing', { '@type': 'text', text: 7 }, ''],
    ['html', { '@type': 'html', html: '<b>Um</b>' }, '**Um**'],
    ['heading', { '@type': 'heading', heading: 'Um', tag: 'h4' }, '#### Um'],
    ['heading of another element', { '@type': 'heading', heading: 'Um', tag: 'h44' }, '## Um'],
    ['heading without words', { '@type': 'heading', heading: ' ' }, ''],
    ['quote', { '@type': 'quote', plaintext: 'Um', author: 'Ana' }, '> Um\n>\n> Ana'],
    ['quote of a text', { '@type': 'quote', text: 'Um', source: 'Ana' }, '> Um\n>\n> Ana'],
    ['quote of HTML', { '@type': 'quote', quote: '<p>Um</p>' }, '> Um'],
    ['quote of nothing', { '@type': 'quote', author: 'Ana' }, ''],
    [
      'hero',
      { '@type': 'hero', title: 'Um', text: 'Dois', image: '/a.jpg' },
      '![](https://www.gov.br/a.jpg)\n\n*Um*\n\n## Um\n\nDois',
    ],
    [
      'image',
      {
        '@type': 'image',
        url: '/a.jpg',
        alt: 'Rio',
        caption: ' Um ',
        title: 'Um',
        description: 'Dois',
        credit: 'Ana',
      },
      '![Rio](https://www.gov.br/a.jpg)\n\n*Um – Dois – Ana*',
    ],
    [
      'image with a credit',
      { '@type': 'image', url: '/a.jpg', credit: { data: 'Ana' } },
      '![](https://www.gov.br/a.jpg)\n\n*Ana*',
    ],
    [
      'image with a caption alone',
      { '@type': 'image', url: '/a.jpg', caption: 'Um' },
      '![](https://www.gov.br/a.jpg)\n\n*Um*',
    ],
    ['image without an address', { '@type': 'image', caption: 'Um' }, ''],
    [
      'video',
      { '@type': 'video', url: 'https://youtu.be/a', src: 'https://youtu.be/b' },
      '[Conteúdo de youtu.be](https://youtu.be/a)',
    ],
    [
      'iframe',
      { '@type': 'iframe', src: 'https://youtu.be/b' },
      '[Conteúdo de youtu.be](https://youtu.be/b)',
    ],
    ['maps', { '@type': 'maps', url: 'https://mapa.org/a' }, '[Conteúdo de mapa.org](https://mapa.org/a)'],
    ['maps without an address', { '@type': 'maps' }, ''],
    ['button', { '@type': '__button', href: [{ '@id': '/a' }], title: 'Um' }, '[Um](https://www.gov.br/a)'],
    ['button without words', { '@type': '__button', href: '/a' }, ''],
    ['button without an address', { '@type': '__button', title: 'Um' }, ''],
    [
      'button of an object of the API',
      { '@type': '__button', href: 'https://www.gov.br/++api++/a', title: 'Um' },
      '[Um](https://www.gov.br/a)',
    ],
    [
      'table',
      {
        '@type': 'table',
        table: {
          rows: [{ cells: [{ value: [{ text: 'a' }] }, { value: [{ text: 'b' }] }, 7] }, 7, { cells: 7 }],
        },
      },
      '| a | b |\n| --- | --- |',
    ],
    ['table of nothing', { '@type': 'table' }, ''],
    ['slateTable without rows', { '@type': 'slateTable', table: { rows: 7 } }, ''],
    [
      'panel',
      { '@type': 'panel', title: 'Um', headline: 'Dois', ...object({ x: slate('Três') }) },
      '### Um\n\nTrês',
    ],
    [
      'panel in data',
      { '@type': 'panel', headline: 'Dois', data: object({ x: slate('Três') }) },
      '### Dois\n\nTrês',
    ],
    ['unknown one', { '@type': 'x', title: 'Um', plaintext: 'Dois' }, 'Dois'],
  ])('%s', (_, block, markdown) => {
    expect(markdownOf(block)).toBe(markdown)
  })

  it('leadimage shows the picture of its article', () => {
    const read = (item: Json) =>
      readApiBody({ ...item, ...object({ a: { '@type': 'leadimage' } }) }, BASE).markdown
    const image = { download: '/a.jpg' }
    expect(read({ image, preview_image: { download: '/b.jpg' }, image_caption: 'Um' })).toBe(
      '![](https://www.gov.br/a.jpg)\n\n*Um*',
    )
    expect(read({ preview_image: { url: '/b.jpg' } })).toBe('![](https://www.gov.br/b.jpg)')
    expect(read({})).toBe('')
  })

  it.each<[Json, string]>([
    [{ url: '/a' }, '/a'],
    [{ url: '/a/', image_scales: { image: [{ download: 'x/1.jpg' }] } }, '/a/x/1.jpg'],
    [{ url: '/a', image_scales: { image: [] } }, '/a'],
    [{ url: '/a', image_scales: [{ download: 'x' }] }, '/a'],
    [{ image_scales: { image: [{ download: 'x/1.jpg' }] } }, ''],
    [{ url: [{ '@id': '/a', download: '/b' }] }, '/a'],
  ])('%j has the picture %s', (block, address) => {
    expect(imageAddress(block)).toBe(address)
  })
})

describe('the body of an object', () => {
  it.each<[Json, string, string]>([
    [{ ...object({ a: slate('Um') }), text: 'Dois' }, 'Um', 'blocks'],
    [{ ...object({ a: { '@type': 'title' } }), text: { data: '<p>Dois</p>' } }, 'Dois', 'text.data'],
    [{ text: '<p>Dois</p>' }, 'Dois', 'text'],
    [{ text: '<p>Dois</p><h3>Leia também</h3><ul><li><a href="/b">Outra</a></ul>' }, 'Dois', 'text'],
    [{}, '', 'text'],
  ])('%j is %s, by %s', (item, markdown, rule) => {
    expect(readApiBody(item, BASE)).toEqual({ markdown, rule })
  })
})
