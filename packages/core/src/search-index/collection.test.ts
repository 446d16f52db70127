import { describe, expect, it } from 'vitest'
import { LISTED_FIELDS, newsCollection } from './collection.ts'

const { fields, ...collection } = newsCollection('news_1', 'modelo')
const namesOf = (has: (field: (typeof fields & object)[number]) => unknown) =>
  (fields ?? []).filter(has).map(({ name }) => name)

describe('the collection of articles', () => {
  it('is sorted by publication, and names its model', () => {
    expect(collection).toEqual({
      name: 'news_1',
      default_sorting_field: 'published_at',
      metadata: { model: 'modelo' },
    })
    expect(namesOf(({ sort }) => sort)).toEqual(expect.arrayContaining(['published_at', 'available_at']))
  })

  it('requires what every article has', () => {
    expect(namesOf(({ optional }) => !optional)).toEqual([
      'unique_id',
      'agency',
      'agency_name',
      'title',
      'url',
      'content',
      'published_at',
    ])
  })

  it('counts by agency, day, theme, tag, entity and state, and by no text', () => {
    const facets = namesOf(({ facet }) => facet)
    expect(facets).toEqual(
      expect.arrayContaining([
        'agency',
        'agency_name',
        'published_day',
        'category',
        'tags',
        'theme_l1_code',
        'theme_l1_label',
        'theme_l2_code',
        'theme_l3_code',
        'most_specific_theme_code',
        'theme_source',
        'entity_canonical',
        'states',
      ]),
    )
    for (const name of ['title', 'url', 'content', 'summary', 'image', 'theme_l2_label', 'title_stems'])
      expect(facets).not.toContain(name)
  })

  it('has vectors of the size of the model', () => {
    expect((fields ?? []).find(({ name }) => name === 'content_embedding')).toEqual({
      name: 'content_embedding',
      type: 'float[]',
      num_dim: 768,
      optional: true,
    })
  })
})

it('articles of lists have every field but texts, vectors, names and stems', () => {
  const unlisted = namesOf(({ name }) => !(LISTED_FIELDS as string[]).includes(name))
  expect(unlisted.filter((name) => !name.startsWith('entit'))).toEqual([
    'content',
    'content_embedding',
    'title_and_summary',
    'title_stems',
    'summary_stems',
    'content_stems',
  ])
  expect(LISTED_FIELDS.filter((name) => name.startsWith('entit'))).toEqual([])
})
