import { expect, it } from 'vitest'
import { scalarFeatures, showFeatures } from './features.ts'

const nothing = Object.fromEntries(Object.keys(scalarFeatures({})).map((name) => [name, null]))

it.each([
  [{}, {}],
  [
    { view_count: 3, readability_flesch: 41.5, has_image: false, trending_score: -1 },
    { view_count: 3, readability_flesch: 41.5, has_image: false, trending_score: -1 },
  ],
  [{ view_count: 2 ** 31 - 1, word_count: 2 ** 31 }, { view_count: 2 ** 31 - 1 }],
  [{ view_count: '3', word_count: 1.5, char_count: true }, {}],
  [{ readability_flesch: '41', trending_score: Infinity }, {}],
  [{ has_image: 1, has_video: 'true', image_broken: true }, { image_broken: true }],
  [{ another: 1 }, {}],
])('of the features %j the values %j have the right kind', (features, kept) => {
  expect(scalarFeatures(features)).toEqual({ ...nothing, ...kept })
})

it('shows features under names in camel case', () => {
  expect(showFeatures({ view_count: 3, has_image: true })).toMatchObject({
    viewCount: 3,
    hasImage: true,
    readabilityFlesch: null,
  })
})
