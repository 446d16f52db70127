import { describe, expect, it } from 'vitest'
import { readEbcListing } from '../ebc/listing.ts'
import { readPloneListing } from '../plone/listing.ts'

/** A page without entries that has so many bytes. */
function emptyPage(bytes: number): string {
  const [before, after] = ['<html><body><p>', '</p></body></html>']
  return `${before}${'palavra '.repeat(bytes).slice(0, bytes - before.length - after.length)}${after}`
}

describe('a first listing page without entries', () => {
  it.each([
    ['Plone', readPloneListing, 'https://www.gov.br/saude/pt-br/assuntos/noticias'],
    [
      'EBC',
      (html: string, at: string) => readEbcListing(html, at, 'agenciabrasil'),
      'https://agenciabrasil.ebc.com.br/ultimas',
    ],
  ])('is empty up to 5,000 bytes, and changed above: %s', (_, read, address) => {
    expect(read(emptyPage(5000), address)).toMatchObject({ items: [], found: 0 })
    expect(() => read(emptyPage(5001), address)).toThrow('5001 bytes')
  })
})
