import { expect, it } from 'vitest'
import { matchesMediaType } from './media-types.ts'

it.each([
  ['text/html', ['text/html'], true],
  ['Text/HTML; charset=utf-8', ['text/html'], true],
  ['text/html ; charset=utf-8', ['text/html'], true],
  // Only the first media type of a list counts.
  ['text/html,application/xhtml+xml', ['text/html'], true],
  ['application/json, text/html', ['text/html'], false],
  ['*/*', ['text/html'], false],
  ['image/png', ['image/*'], true],
  ['image/png', ['*/*'], true],
  ['image/png', ['*/jpeg'], false],
  ['image/png', ['text/*'], false],
  ['image/png', ['image/jpeg'], false],
  [undefined, ['*/*'], true],
  [undefined, ['text/html'], false],
  ['application/json', [], false],
])('%s against %j is %s', (header, patterns, expected) => {
  expect(matchesMediaType(header, patterns)).toBe(expected)
})
