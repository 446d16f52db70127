import { expect, it } from 'vitest'
import { itemUrl, publicAddress, searchUrl, startOf } from './search-url.ts'

const LISTING = 'https://www.gov.br/mec/pt-br/noticias/'
const query = (address: string) =>
  [...new URL(address).searchParams].map(([name, value]) => `${name}=${value}`)

it('searches a listing from an offset, with the fields of its entries', () => {
  const address = searchUrl(LISTING, 50, 'light')
  expect(address.split('?')[0]).toBe('https://www.gov.br/mec/++api++/pt-br/noticias/@search')
  expect(query(address)).toEqual([
    'portal_type=News Item',
    'sort_on=effective',
    'sort_order=descending',
    'b_start=50',
    'b_size=25',
    'metadata_fields=title',
    'metadata_fields=effective',
    'metadata_fields=modified',
    'metadata_fields=description',
  ])
  expect(address).toContain('News%20Item')
  expect(query(searchUrl(LISTING, 0, 'full'))).toContain('fullobjects=1')
  expect(query(address)).not.toContain('fullobjects=1')
})

it('searches days, and keeps them on a further page', () => {
  const days = ['effective.query=2026-05-01T00:00:00-03:00', 'effective.query=2026-05-31T23:59:59-03:00']
  const first = searchUrl(LISTING, 0, 'light', { start: '2026-05-01', end: '2026-05-31' })
  expect(query(first).slice(-3)).toEqual([...days, 'effective.range=min:max'])
  const second = searchUrl(first, 25, 'light')
  expect(query(second).slice(-3)).toEqual([...days, 'effective.range=min:max'])
  expect(second.split('?')[0]).toBe(first.split('?')[0])
  expect(startOf(second)).toBe(25)
})

it.each([
  ['https://www.gov.br/mec/pt-br/a', 'https://www.gov.br/mec/++api++/pt-br/a'],
  ['https://www.gov.br/mec/++api++/pt-br/a', 'https://www.gov.br/mec/++api++/pt-br/a'],
])('asks for the object %s at %s', (address, expected) => {
  expect(itemUrl(address)).toBe(expected)
})

it.each([
  ['https://www.gov.br/mec/++api++/pt-br/a', 'https://www.gov.br/mec/pt-br/a'],
  ['https://www.gov.br/mec/++api++', 'https://www.gov.br/mec'],
  ['https://www.gov.br/mec/++api++x/a', 'https://www.gov.br/mec/++api++x/a'],
])('the object %s is public at %s', (address, expected) => {
  expect(publicAddress(address)).toBe(expected)
})

it.each([
  ['https://a.br/?b_start=0', 0],
  ['https://a.br/?b_start=25', 25],
  ['https://a.br/?b_start=-25', 0],
  ['https://a.br/?b_start=x', 0],
  ['https://a.br/', 0],
  ['nothing', 0],
])('%s begins at %d', (address, start) => {
  expect(startOf(address)).toBe(start)
})
