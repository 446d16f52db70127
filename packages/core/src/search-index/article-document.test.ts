import { describe, expect, it } from 'vitest'
import type { DocumentRow } from '../articles/queries.ts'
import { stemText } from '../stemming/stem-text.ts'
import { followingFields, toDocumentLine, toIndexDocument } from './article-document.ts'
import { priceOfFilter } from './price.ts'

const bare = {
  uniqueId: 'a_1',
  agencyKey: 'mec',
  agencyName: 'Ministério',
  title: 'Notícias',
  url: 'https://a.br/',
  publishedAt: new Date(1_000_000),
  content: null,
  summary: null,
  tags: [],
  features: null,
  embedding: null,
} as unknown as DocumentRow
const required = {
  id: 'a_1',
  unique_id: 'a_1',
  agency: 'mec',
  agency_name: 'Ministério',
  title: 'Notícias',
  url: 'https://a.br/',
  content: '',
  published_at: 1000,
  published_day: '1969-12-31',
  title_and_summary: 'Notícias',
  title_stems: stemText('Notícias'),
}

describe('the document of an article', () => {
  it('has only what its article has', () => {
    expect(toIndexDocument(bare)).toEqual(required)
  })

  it('has the fingerprint of the text for an article that is alone in its story', () => {
    expect(toIndexDocument({ ...bare, contentHash: 'h', storyId: null })).toMatchObject({ story_id: 'h' })
  })

  it('has every value of its article', () => {
    const texts = {
      subtitle: 'Sub',
      editorialLead: 'Chapéu',
      content: 'Textos',
      summary: 'Resumos',
      imageUrl: 'i',
      videoUrl: 'v',
      category: 'c',
      themeL1Code: '01',
      themeL1Label: 'l1',
      themeL2Code: '01.01',
      themeL2Label: 'l2',
      themeL3Code: '01.01.01',
      themeL3Label: 'l3',
      mostSpecificThemeCode: '01.01.02',
      mostSpecificThemeLabel: 'lm',
      themeSource: 'learned',
      themeConfidence: 0.5,
      contentHash: 'h',
      summarySource: 'model',
      storyId: 's',
    }
    const instants = {
      extractedAt: new Date(2_000_000),
      availableAt: new Date(3_000_000),
      changedAt: new Date(4_000_000),
    }
    const entity = (text: string, type: string, canonical_id: string | null = null) => ({
      text,
      type,
      canonical_id,
    })
    const features = {
      sentiment: { label: 'positive', score: 0 },
      view_count: 5,
      has_image: false,
      states: ['CE', 'CE', 'x'],
      entities: [
        entity('o', 'ORG', 'Q1'),
        entity('o2', 'ORG', 'Q1'),
        entity('p', 'PER', 'Q2'),
        entity('l', 'LOC'),
        entity('e', 'EVENT'),
        entity('y', 'POLICY'),
        entity('w', 'LAW'),
        entity('', 'ORG', 'Q3'),
        null,
      ],
    }
    const row = {
      ...bare,
      ...texts,
      ...instants,
      tags: ['t'],
      features,
      embedding: '[1,2]',
    } as unknown as DocumentRow
    const document = {
      ...required,
      content: 'Textos',
      image: 'i',
      video_url: 'v',
      summary: 'Resumos',
      subtitle: 'Sub',
      editorial_lead: 'Chapéu',
      category: 'c',
      tags: ['t'],
      extracted_at: 2000,
      available_at: 3000,
      changed_at: 4000,
      theme_l1_code: '01',
      theme_l1_label: 'l1',
      theme_l2_code: '01.01',
      theme_l2_label: 'l2',
      theme_l3_code: '01.01.01',
      theme_l3_label: 'l3',
      most_specific_theme_code: '01.01.02',
      most_specific_theme_label: 'lm',
      theme_source: 'learned',
      theme_confidence: 0.5,
      content_hash: 'h',
      story_id: 's',
      summary_source: 'model',
      sentiment_label: 'positive',
      sentiment_score: 0,
      view_count: 5,
      has_image: false,
      states: ['CE'],
      entities: ['o', 'o2', 'p', 'l', 'e', 'y', 'w'],
      entity_org: ['o', 'o2'],
      entity_per: ['p'],
      entity_loc: ['l'],
      entity_event: ['e'],
      entity_policy: ['y'],
      entity_law: ['w'],
      entity_canonical: ['Q1', 'Q2'],
      title_and_summary: 'Notícias\nResumos',
      summary_stems: stemText('Resumos'),
      content_stems: stemText('Textos'),
      content_embedding: [1, 2],
    }
    expect(toIndexDocument(row)).toEqual(document)
    const line = toDocumentLine(row)
    expect([line.id, JSON.parse(line.json)]).toEqual(['a_1', document])
    expect(JSON.parse(toDocumentLine(bare).json)).toEqual(required)
  })

  it.each([
    [{ sentiment: { label: '', score: '1' } }],
    [{ sentiment: { score: Number.NaN } }],
    [{ entities: 'none' }],
    [{ entities: [{ type: 'ORG', canonical_id: 'Q1' }] }],
  ])('treats the features %j as missing', (features) => {
    expect(toIndexDocument({ ...bare, features } as unknown as DocumentRow)).toEqual(required)
  })

  it('tells that lists leave out a text of more than 200,000 characters', () => {
    const isLong = (characters: number) =>
      followingFields({ content: 'a'.repeat(characters) }).content_is_long
    expect([isLong(200_000), isLong(200_001)]).toEqual([null, true])
    expect(followingFields({})).toEqual({})
    // Midnight of Brasília is 03:00 UTC.
    expect(
      [1_780_282_799, 1_780_282_800].map(
        (seconds) => followingFields({ published_at: seconds }).published_day,
      ),
    ).toEqual(['2026-05-31', '2026-06-01'])
    expect(followingFields({ title: 'Notícias', summary: null, content: null })).toEqual({
      title_stems: stemText('Notícias'),
      summary_stems: stemText(null),
      content_stems: stemText(null),
      content_is_long: null,
    })
  })
})

describe('the price of a filter', () => {
  it.each([
    [null, 0],
    ['a', 0],
    [{ unknown: ['a'], themeLabel: 'a' }, 0],
    [{ tags: 'a' }, 2],
    [{ tags: ['a', 1, 'b'] }, 4],
    [{ tags: ['a'.repeat(150), 'a'.repeat(151)] }, 2 + 4],
    [{ tags: ['a'.repeat(10_000)] }, 4],
    [{ tags: Array.from({ length: 201 }, () => 'a') }, 400],
    [{ keywords: ['um dois', 'três'] }, 4 + 6],
    [{ excludeKeywords: Array.from({ length: 51 }, () => 'a') }, 100 + 100],
  ])('%j is %i', (filter, points) => {
    expect(priceOfFilter(filter)).toBe(points)
  })
})
