import { describe, expect, it } from 'vitest'
import { checkListingUrl } from './site-writes.ts'

describe('the address of a listing', () => {
  it.each([
    ['https://www.gov.br/mec/pt-br/noticias', 'https://www.gov.br/mec/pt-br/noticias'],
    ['http://www.gov.br/mec//', 'http://www.gov.br/mec'],
    ['https://www.gov.br', 'https://www.gov.br'],
    ['https://www.gov.br/mec?b=1#topo', 'https://www.gov.br/mec?b=1'],
  ])('%s is stored as %s', (text, url) => {
    expect(checkListingUrl(text)).toBe(url)
  })

  it.each([
    'noticias',
    'ftp://www.gov.br/mec',
    'https://ana@www.gov.br/mec',
    'https://:senha@www.gov.br/mec',
    'https://127.0.0.1/mec',
    'https://localhost/mec',
    'https://noticias.localhost/mec',
    'https://noticias.localhost:8080/mec',
  ])('%s is refused', (text) => {
    expect(() => checkListingUrl(text)).toThrow(/^url: .* não é o endereço de uma página pública/)
  })
})
