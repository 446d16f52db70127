import { expect, it } from 'vitest'
import { isCheckable } from './probe.ts'

const HOSTS = new Set(['www.gov.br', 'noticias.ipea.gov.br'])

it.each([
  ['a page of a news site', 'https://www.gov.br/mec/a', true],
  ['a page of a site that an operator added', 'https://noticias.ipea.gov.br/a', true],
  ['a picture of the broadcaster', 'https://imagens.ebc.com.br/a.jpg', true],
  ['a page of another site', 'https://www.exemplo.gov.br/a', false],
  ['a host that begins like a news site', 'https://www.gov.br.exemplo.org/a', false],
  ['a news site without encryption', 'http://www.gov.br/mec/a', false],
  ['a news site without a path', 'https://www.gov.br', false],
])('decides whether %s may be checked', (_, address, expected) => {
  expect(isCheckable(address, HOSTS)).toBe(expected)
})
