import { expect, it } from 'vitest'
import { readEbcListing } from './listing.ts'

const ADDRESS = 'https://tvbrasil.ebc.com.br/ultimas'
const URL = 'https://tvbrasil.ebc.com.br/caminhos/2026/02/foz'

/** Reads a listing of TV Brasil with these links in one row. */
const read = (links: string, other = '', after = '') =>
  readEbcListing(
    `<html><body><div class="view-ultimas"><div class="views-row">${links}${other}</div></div>${after}</body></html>`,
    ADDRESS,
    'tvbrasil',
  )
const link = (content: string) => `<h3 class="heading"><a href="${URL}">${content}</a></h3>`

it.each([
  ['in an element of its own', link('Foz'), '<span>15/01/2026</span>', false],
  ['in the words of its title', link('Foz em 15/01/2026'), '', true],
])('says of a date %s whether it is guessed', (_, links, other, isGuessed) => {
  const [item] = read(links, other).items
  expect(item?.stamp?.iso).toBe('2026-01-15T00:00:00-03:00')
  expect(item?.isDateGuessed ?? false).toBe(isGuessed)
})

it.each([
  ['its text, before a picture', ['<img alt="Foto">', 'Foz'], 'Foz'],
  ['its text, behind a picture', ['Foz', '<img alt="Foto">'], 'Foz'],
  ['its first text', ['Foz', 'Outro'], 'Foz'],
  ['its first text, behind a picture', ['<img alt="Foto">', 'Foz', 'Outro'], 'Foz'],
  ['its first picture', ['<img alt="Foto">', '<img alt="Outra">'], 'Foto'],
])('gives an article that is linked several times the title of %s', (_, contents, title) => {
  expect(read(contents.map(link).join('')).items.map((item) => item.title)).toEqual([title])
})

it('prefers a date with a mark, and keeps that of the picture where the text has none', () => {
  const stampOf = (links: string, other: string, after = '') => read(links, other, after).items[0]?.stamp?.iso
  const dates = '<p>01/01/2026</p><p class="data">15/01/2026</p>'
  expect(stampOf(link('Foz'), dates)).toBe('2026-01-15T00:00:00-03:00')
  const text = `<div class="view-ultimas"><div class="views-row">${link('Foz')}</div></div>`
  expect(stampOf(link('<img alt="Foto">'), dates, text)).toBe('2026-01-15T00:00:00-03:00')
})

it('names the structure of its listing, and nothing that entries lack', () => {
  const { structure, items } = read(link('Foz'))
  expect(structure).toBe('div.view-ultimas h3.heading a')
  expect(items).toStrictEqual([{ url: URL, title: 'Foz', stamp: null, category: null, tags: [] }])
  const news = 'https://agenciabrasil.ebc.com.br/geral/noticia/2026-01/rio'
  const page = `<a class="capa-noticia" href="${news}">Rio</a>`
  expect(readEbcListing(page, 'https://agenciabrasil.ebc.com.br/ultimas', 'agenciabrasil')).toMatchObject({
    structure: 'a.capa-noticia',
    items: [{ url: news, stamp: null }],
  })
})

it('reads entries whose titles are words of a challenge', () => {
  expect(read(link('Just a moment')).items.map((item) => item.title)).toEqual(['Just a moment'])
})

it('takes a first page of more than 5,000 bytes for changed only if it has no entries', () => {
  const filling = `<footer>${'x'.repeat(5_000)}</footer>`
  expect(read(link('Foz'), '', filling).found).toBe(1)
  const readEmpty = (bytes: number) => readEbcListing('<p>Nada</p>'.padEnd(bytes), ADDRESS, 'tvbrasil')
  expect(readEmpty(5_000)).toEqual({ items: [], found: 0, structure: null, nextUrl: null })
  expect(() => readEmpty(5_001)).toThrow('no entries on a first page')
})
