import { expect, it } from 'vitest'
import { pageEntities } from './entity-pages.ts'

it.each([
  [[], []],
  [[0], [['0']]],
  [
    [20_000, 30_000, 0, 1],
    [['0', '1', '2'], ['3']],
  ],
  [
    [1, 60_000, 1, 1],
    [['0'], ['1'], ['2', '3']],
  ],
])('entities with %j mentions make the pages %j', (mentions, pages) => {
  expect(pageEntities(mentions.map((count, at) => ({ entityId: String(at), mentions: count })))).toEqual(
    pages,
  )
})
