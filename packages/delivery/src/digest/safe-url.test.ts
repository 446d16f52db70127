import { expect, it } from 'vitest'
import { findSafeUrl } from './safe-url.ts'

const long = (characters: number) => `https://a.br/${'x'.repeat(characters - 13)}`

it.each([
  ['https://a.br', 'https://a.br/'],
  [' HTTP://A.br/x ', 'http://a.br/x'],
  [long(2048), long(2048)],
  [long(2049), undefined],
  ['https://u@a.br/', undefined],
  ['https://:p@a.br/', undefined],
  ['javascript:x', undefined],
  ['xhttps://a.br', undefined],
  ['/a', undefined],
  ['', undefined],
  [null, undefined],
])('%j leads readers to %s', (text, url) => {
  expect(findSafeUrl(text)).toBe(url)
})
