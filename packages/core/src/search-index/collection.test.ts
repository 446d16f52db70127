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
    expect(namesOf(({ sort }) => sort)).toEqual([
      'published_at',
      'available_at',
      'trending_score',
      'view_count',
      'word_count',
    ])
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

  it.each([
    [
      'string',
      'unique_id agency agency_name title url image content summary published_day category theme_l1_code ' +
        'theme_l1_label theme_l2_code theme_l2_label theme_l3_code theme_l3_label most_specific_theme_code ' +
        'most_specific_theme_label theme_source video_url subtitle editorial_lead content_hash story_id ' +
        'summary_source sentiment_label title_and_summary title_stems summary_stems content_stems',
    ],
    [
      'string[]',
      'tags entities entity_org entity_per entity_loc entity_event entity_policy entity_law entity_canonical states',
    ],
    ['int32', 'view_count word_count'],
    ['int64', 'published_at extracted_at available_at changed_at'],
    ['float', 'theme_confidence sentiment_score readability_flesch trending_score'],
    ['float[]', 'content_embedding'],
    ['bool', 'content_is_long has_image has_video image_broken'],
  ])('has of the type %s %s', (type, names) => {
    expect(namesOf((field) => field.type === type)).toEqual(names.split(' '))
  })

  it('counts by agency, day, theme, tag, name, entity and state, and by no text', () => {
    expect(namesOf(({ facet }) => facet)).toEqual(
      (
        'agency agency_name published_day category tags theme_l1_code theme_l1_label theme_l2_code theme_l3_code ' +
        'most_specific_theme_code theme_source content_hash story_id summary_source sentiment_label has_image ' +
        'has_video image_broken entities entity_org entity_per entity_loc entity_event entity_policy entity_law ' +
        'entity_canonical states'
      ).split(' '),
    )
  })

  it('keeps what is only shown out of the index', () => {
    expect(namesOf(({ index }) => index === false)).toEqual(['changed_at', 'content_is_long'])
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
