import { expect, it } from 'vitest'
import type { DatasetArticle } from './candidates.ts'
import { FULL_COLUMNS, REDUCED_COLUMNS } from './columns.ts'

/** The article whose every field has its own name as the value. */
const article = new Proxy({}, { get: (_, field) => field }) as DatasetArticle

it('each column has the kind and the field of the article that readers of the dataset expect', () => {
  expect(FULL_COLUMNS.map(({ name, kind, read }) => `${name} ${kind} ${String(read(article))}`)).toEqual([
    'unique_id text uniqueId',
    'agency text agencyKey',
    'published_at instant publishedAt',
    'updated_datetime instant sourceUpdatedAt',
    'extracted_at instant extractedAt',
    'title text title',
    'subtitle text subtitle',
    'editorial_lead text editorialLead',
    'url text url',
    'content text content',
    'image text imageUrl',
    'video_url text videoUrl',
    'category text category',
    'tags texts tags',
    'theme_1_level_1 text themeL1Label',
    'theme_1_level_1_code text themeL1Code',
    'theme_1_level_1_label text themeL1Label',
    'theme_1_level_2_code text themeL2Code',
    'theme_1_level_2_label text themeL2Label',
    'theme_1_level_3_code text themeL3Code',
    'theme_1_level_3_label text themeL3Label',
    'most_specific_theme_code text mostSpecificThemeCode',
    'most_specific_theme_label text mostSpecificThemeLabel',
    'summary text summary',
  ])
  expect(REDUCED_COLUMNS.map(({ name }) => name)).toEqual(['published_at', 'agency', 'title', 'url'])
})
