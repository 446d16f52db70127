import type { IndexDocument } from '@pauta/core/search-index/collection'
import { describe, expect, it } from 'vitest'
import { articleItem, ITEM_FIELDS } from './article-item.ts'
import { latestUpdate, safeAddress, xmlText } from './feed.ts'

const bare = {
  unique_id: 'a/b_1',
  title: 'Título',
  url: 'https://www.gov.br/a',
  content: 'Um texto.',
  agency_name: '',
  published_at: 1000,
} as IndexDocument
const item = (changes: Partial<IndexDocument> = {}) => articleItem({ ...bare, ...changes })

describe('the item of an article', () => {
  it('has empty values for what the article lacks', () => {
    expect(item()).toEqual({
      id: 'urn:pauta:article:a%2Fb_1',
      url: 'https://www.gov.br/a',
      title: 'Título',
      summary: 'Um texto.',
      author: null,
      published: new Date(1_000_000),
      updated: new Date(1_000_000),
      arrived: new Date(1_000_000),
      categories: [],
      image: null,
      enclosures: [],
    })
  })

  it('has every value of the article', () => {
    const full = item({
      agency_name: 'Ministério',
      changed_at: 1001,
      available_at: 900,
      image: 'https://img.example/a.JPG',
      video_url: 'https://img.example/a.mp4',
      category: 'Notícia',
      tags: ['saúde', 'Notícia', ' ', 'Vacinas'],
      theme_l1_code: '01',
      theme_l1_label: 'Saúde',
      most_specific_theme_code: '01.02',
      most_specific_theme_label: 'Vacinas',
    })
    expect(full).toMatchObject({
      author: 'Ministério',
      updated: new Date(1_001_000),
      arrived: new Date(900_000),
      image: 'https://img.example/a.JPG',
      enclosures: [
        { url: 'https://img.example/a.JPG', type: 'image/jpeg' },
        { url: 'https://img.example/a.mp4', type: 'video/mp4' },
      ],
    })
    expect(full.categories).toEqual([
      { name: 'Saúde', code: '01' },
      { name: 'Vacinas', code: '01.02' },
      { name: 'Notícia' },
      { name: 'saúde' },
    ])
  })

  it('reads only fields that its feed asks for', () => {
    const read = new Set<string | symbol>()
    const document = new Proxy(bare, { get: (target, name) => (read.add(name), Reflect.get(target, name)) })
    articleItem(document)
    // Every document has its id, and the agency tells the other agencies of the story.
    expect(new Set([...read, 'agency'])).toEqual(new Set([...ITEM_FIELDS, 'unique_id']))
  })

  it.each([
    [{ summary: 'Resumo.', subtitle: 'Subtítulo.' }, 'Resumo.'],
    [{ summary: ' ', subtitle: 'Subtítulo.' }, 'Subtítulo.'],
    [{ summary: '**Um** texto.', content: '**Um** texto.' }, '**Um** texto.'],
    [{ summary: '**Resumo**', content: '' }, '**Resumo**'],
    [{ content: '**Um** texto.' }, 'Um texto.'],
    [{ content: '' }, ''],
  ])('with %j is introduced by %j', (changes, summary) => {
    expect(item(changes).summary).toBe(summary)
  })

  it.each([
    [{ changed_at: 999 }, { updated: new Date(1_000_000) }],
    [{ title: ' ' }, { title: '(sem título)' }],
    [{ agency_name: ' ' }, { author: null }],
    [{ url: 'javascript:alert(1)' }, { url: null }],
    [{ image: 'https://img.example/a' }, { image: 'https://img.example/a', enclosures: [] }],
    [{ image: 'https://img.example/a.exe' }, { enclosures: [] }],
    [{ theme_l1_label: 'Saúde' }, { categories: [] }],
    [{ theme_l1_code: '01' }, { categories: [] }],
  ])('with %j has %j', (changes, expected) => {
    expect(item(changes)).toMatchObject(expected)
  })

  it.each([
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['svg', 'image/svg+xml'],
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['mov', 'video/quicktime'],
    ['mp3', 'audio/mpeg'],
  ])('encloses a file that ends in .%s as %s', (ending, type) => {
    const url = `https://img.example/a.${ending}`
    expect(item({ video_url: url }).enclosures).toEqual([{ url, type }])
  })

  it.each([
    [{}, 'Um texto.\n\nTambém em: MEC, Casa Civil'],
    [{ content: '' }, 'Também em: MEC, Casa Civil'],
  ])('with %j names the other agencies of its story: %j', (changes, summary) => {
    expect(articleItem({ ...bare, ...changes }, ['MEC', 'Casa Civil']).summary).toBe(summary)
  })

  it('has at most 20 categories', () => {
    const tags = Array.from({ length: 21 }, (_, at) => `t${at}`)
    expect(item({ tags }).categories).toHaveLength(20)
    expect(item({ tags: tags.slice(1) }).categories).toHaveLength(20)
  })
})

describe('a feed', () => {
  it('was updated when an item last changed or arrived, or in 1970', () => {
    expect(latestUpdate([])).toEqual(new Date(0))
    expect(latestUpdate([item(), item({ changed_at: 1002 })])).toEqual(new Date(1_002_000))
    expect(latestUpdate([item({ available_at: 1003 }), item()])).toEqual(new Date(1_003_000))
  })

  it.each([
    ['a\u0000b\u000bc\td\ufffee\ud800', 'abc\tde\ufffd'],
    ['\u{1f600}', '\u{1f600}'],
  ])('has no character that XML forbids: %j', (text, kept) => {
    expect(xmlText(text)).toBe(kept)
  })

  it.each([
    [null, null],
    ['', null],
    ['no address', null],
    ['ftp://a.example/', null],
    ['http://a.example/', 'http://a.example/'],
    ["https://a.example/?a=[b]|'c'", 'https://a.example/?a=%5Bb%5D%7C%27c%27'],
  ])('links %j as %j', (address, link) => {
    expect(safeAddress(address)).toBe(link)
  })
})
