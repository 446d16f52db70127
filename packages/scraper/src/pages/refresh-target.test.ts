import { expect, it } from 'vitest'
import { refreshTarget } from './refresh-target.ts'

const ADDRESS = 'https://www.gov.br/mec/pt-br/noticias/a'
const B = 'https://www.gov.br/mec/pt-br/noticias/b'
const pageOf = (content: string, body = 'Aguarde…') =>
  `<html><head><meta http-equiv="refresh" content="${content}"></head><body>${body}</body></html>`

it.each([
  ['an address', pageOf(`0; url=${B}`), B],
  ['an address in quotes', pageOf(`0;URL='b'`), B],
  ['an address alone', pageOf('5, b'), B],
  ['an element in capitals', pageOf('0; url=b').replace('http-equiv="refresh"', 'HTTP-EQUIV="Refresh"'), B],
  ['300 characters of text', pageOf('0; url=b', 'a'.repeat(300)), B],
  ['301 characters of text', pageOf('0; url=b', 'a'.repeat(301)), null],
  ['20,000 characters', pageOf('0; url=b').padEnd(20_000), B],
  ['20,001 characters', pageOf('0; url=b').padEnd(20_001), null],
  ['its own address', pageOf('0; url=a'), null],
  ['a script', pageOf('0; url=javascript:x()'), null],
  ['a pause alone', pageOf('30'), null],
  ['a pause of minutes', pageOf('300; url=b'), null],
  ['another meta element', '<meta http-equiv="content-language" content="0; url=b">', null],
  ['nothing', '', null],
])('of a page with %s', (_, html, target) => {
  expect(refreshTarget(html, ADDRESS)).toBe(target)
})
