import { expect, it } from 'vitest'
import { EVERYTHING } from '../selection/selection.ts'
import { QUERY_MAX_CHARACTERS } from '../selection/url-grammar.ts'
import { selectionFeed } from './addresses.ts'

it('a selection has the address of a feed up to the length that feeds read', () => {
  const feedOf = (characters: number) =>
    selectionFeed({ ...EVERYTHING, tags: ['a'.repeat(characters - 'tags='.length)] }, 'https://a')
  expect(feedOf(QUERY_MAX_CHARACTERS)).toMatch(/^https:\/\/a\/feeds\/articles\.rss\?tags=a{100,}$/)
  expect(feedOf(QUERY_MAX_CHARACTERS + 1)).toBeNull()
})
