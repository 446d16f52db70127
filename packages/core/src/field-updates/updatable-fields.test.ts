import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { describe, expect, it } from 'vitest'
import { parseFieldUpdate } from './updatable-fields.ts'

const now = new Date('2026-06-02T12:00:00Z')
const parse = (field: string, value: unknown) => parseFieldUpdate(field, value, now)
const vector = (first: number) => [first, ...Array.from({ length: EMBEDDING_DIMENSIONS - 1 }, () => 0)]
const seconds = (text: string) => Date.parse(text) / 1000

describe('a change of a field', () => {
  it.each([
    ['title', ' a ', 'title', 'a', 'a'],
    ['url', 'https://a.br', 'url', 'https://a.br/', 'https://a.br/'],
    ['content', ' ', 'content', null, ''],
    ['summary', ' ', 'summary', null, null],
    ['subtitle', 'a', 'subtitle', 'a', 'a'],
    ['editorial_lead', 'a', 'editorial_lead', 'a', 'a'],
    ['image', ' https://a.br/i ', 'image_url', 'https://a.br/i', 'https://a.br/i'],
    ['video_url', '', 'video_url', null, null],
    ['category', 'a', 'category', 'a', 'a'],
    ['tags', ['a', 'a'], 'tags', ['a'], ['a']],
    ['tags', [], 'tags', [], null],
    [
      'published_at',
      seconds('1990-01-01T00:00:00Z'),
      'published_at',
      new Date('1990-01-01T00:00:00Z'),
      631_152_000,
    ],
    [
      'published_at',
      seconds('2026-06-03T12:00:00Z'),
      'published_at',
      new Date('2026-06-03T12:00:00Z'),
      1_780_488_000,
    ],
    [
      'extracted_at',
      seconds('1900-01-01T00:00:00Z'),
      'extracted_at',
      new Date('1900-01-01T00:00:00Z'),
      -2_208_988_800,
    ],
  ])('%s to %j writes the column %s', (field, input, column, value, shown) => {
    expect(parse(field, input)).toEqual({ field, kind: 'column', column, value, inIndex: { [field]: shown } })
  })

  it.each([
    ['sentiment_label', 'positive', ['sentiment', 'label'], true],
    ['sentiment_score', -1, ['sentiment', 'score'], true],
    ['word_count', 0, ['word_count'], true],
    ['view_count', 5, ['view_count'], false],
    ['readability_flesch', 41.5, ['readability_flesch'], true],
    ['trending_score', -1, ['trending_score'], false],
    ['has_image', true, ['has_image'], true],
    ['has_video', false, ['has_video'], true],
    ['image_broken', true, ['image_broken'], false],
  ])('%s to %j writes the feature %j', (field, value, path, derived) => {
    expect(parse(field, value)).toEqual({
      field,
      kind: 'feature',
      path,
      value,
      derived,
      inIndex: { [field]: value },
    })
  })

  it.each([
    ['agency', ' mec ', { kind: 'agency', by: 'key', value: 'mec' }],
    ['agency_name', 'MEC', { kind: 'agency', by: 'name', value: 'MEC' }],
    ['theme_l1_code', '01', { kind: 'theme', level: 1, by: 'code', value: '01' }],
    ['theme_l2_code', '01', { kind: 'theme', level: 2, by: 'code', value: '01' }],
    ['theme_l3_code', ' ', { kind: 'theme', level: 3, by: 'code', value: null }],
    ['most_specific_theme_code', '01', { kind: 'theme', level: 'deepest', by: 'code', value: '01' }],
    ['theme_l1_label', 'a', { kind: 'theme', level: 1, by: 'label', value: 'a' }],
    ['theme_l2_label', 'a', { kind: 'theme', level: 2, by: 'label', value: 'a' }],
    ['theme_l3_label', 'a', { kind: 'theme', level: 3, by: 'label', value: 'a' }],
    ['most_specific_theme_label', 'a', { kind: 'theme', level: 'deepest', by: 'label', value: 'a' }],
    ['content_embedding', vector(1), { kind: 'vector', vector: Float32Array.from(vector(1)) }],
    [
      'content_embedding',
      JSON.stringify(vector(1)),
      { kind: 'vector', vector: Float32Array.from(vector(1)) },
    ],
  ])('%s changes %s', (field, input, update) => {
    expect(parse(field, input)).toEqual({ field, ...update })
  })

  it.each([
    ['title', ' '],
    ['title', 'a'.repeat(5001)],
    ['title', 'a\0'],
    ['title', 'a\ud800'],
    ['tags', ['a\0']],
    ['url', 'a'],
    ['image', 'a'],
    ['image', 5],
    ['published_at', seconds('1990-01-01T00:00:00Z') - 1],
    ['published_at', seconds('2026-06-03T12:00:00Z') + 1],
    ['published_at', 1.5],
    ['extracted_at', seconds('1900-01-01T00:00:00Z') - 1],
    ['extracted_at', seconds('2100-01-01T00:00:00Z')],
    ['sentiment_label', 'happy'],
    ['sentiment_score', 1.1],
    ['view_count', -1],
    ['agency', ''],
    ['content_embedding', vector(0)],
    ['content_embedding', vector(1).slice(1)],
    ['content_embedding', 'a'],
  ])('%s to %j is refused', (field, value) => {
    expect(() => parse(field, value)).toThrow(`value: não é um valor do tipo de ${field}`)
  })

  it.each(
    (
      'id unique_id available_at changed_at content_hash title_and_summary title_stems summary_stems content_stems ' +
      'content_is_long entities entity_org entity_per entity_loc entity_event entity_policy entity_law entity_canonical ' +
      'story_id summary_source published_day theme_source theme_confidence states'
    ).split(' '),
  )('%s is refused alone', (field) => {
    expect(() => parse(field, 'a')).toThrow(`field: ${field} não pode ser alterado: `)
  })

  it('is refused for another field', () => {
    expect(() => parse('toString', 'a')).toThrow(/^field: não existe um campo/)
  })
})
