import type { IndexDocument } from '@pauta/core/search-index/collection'
import { describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS, fieldsOf, parseColumns } from './columns.ts'

/** Fields whose columns have another name. */
const RENAMED: Record<string, string> = {
  theme_1_level_1_code: 'theme_l1_code',
  theme_1_level_1_label: 'theme_l1_label',
  theme_1_level_2_code: 'theme_l2_code',
  theme_1_level_2_label: 'theme_l2_label',
  theme_1_level_3_code: 'theme_l3_code',
  theme_1_level_3_label: 'theme_l3_label',
  sentiment: 'sentiment_label',
  entity_ids: 'entity_canonical',
}
const INSTANTS = new Set(['published_at', 'changed_at', 'extracted_at'])
const LISTS = new Set(['tags', 'entities', 'entity_ids', 'states'])
const fieldOf = (name: string) => RENAMED[name] ?? name
const rowOf = (document: object) =>
  Object.fromEntries(
    EXPORT_COLUMNS.map(({ name, read }) => [
      name,
      read({ document: document as IndexDocument, cursor: '1-a' }),
    ]),
  )

describe('the columns of an export', () => {
  it('keep their names, order and kinds', () => {
    const namesOf = (wanted: string) =>
      EXPORT_COLUMNS.flatMap(({ name, kind }) => (kind === wanted ? [name] : []))
    expect(EXPORT_COLUMNS.map(({ name }) => name).join(' ')).toBe(
      'unique_id agency agency_name published_at changed_at extracted_at title subtitle editorial_lead url content ' +
        'image video_url category tags theme_1_level_1_code theme_1_level_1_label theme_1_level_2_code ' +
        'theme_1_level_2_label theme_1_level_3_code theme_1_level_3_label most_specific_theme_code ' +
        'most_specific_theme_label summary sentiment sentiment_score entities entity_ids states theme_source ' +
        'summary_source cursor',
    )
    expect(namesOf('instant')).toEqual([...INSTANTS])
    expect(namesOf('texts')).toEqual([...LISTS])
    expect(namesOf('number')).toEqual(['sentiment_score'])
    expect(namesOf('text')).toHaveLength(EXPORT_COLUMNS.length - INSTANTS.size - LISTS.size - 1)
  })

  it('read the fields that they name', () => {
    for (const { name, fields } of EXPORT_COLUMNS)
      expect(fields).toEqual(name === 'cursor' ? [] : [fieldOf(name)])
    const names = EXPORT_COLUMNS.map(({ name }) => name)
    const document = Object.fromEntries(
      names.map((name, at) => [fieldOf(name), LISTS.has(name) ? [name] : at]),
    )
    const expected = names.map((name, at) => [
      name,
      INSTANTS.has(name) ? new Date(at * 1000) : LISTS.has(name) ? [name] : at || null,
    ])
    expect(rowOf(document)).toEqual({ ...Object.fromEntries(expected), cursor: '1-a' })
  })

  it('are null or empty without a value, and keep a number of 0', () => {
    const filled = Object.fromEntries(EXPORT_COLUMNS.map(({ name }) => [name, LISTS.has(name) ? [] : null]))
    expect(rowOf({})).toEqual({ ...filled, cursor: '1-a' })
    expect(rowOf({ sentiment_score: 0, title: '', changed_at: 0 })).toMatchObject({
      sentiment_score: 0,
      title: null,
      changed_at: new Date(0),
    })
  })

  it('are chosen by name, each once, in the given order', () => {
    expect(parseColumns(undefined)).toBe(EXPORT_COLUMNS)
    expect(parseColumns(' url , title,url').map(({ name }) => name)).toEqual(['url', 'title'])
    expect(() => parseColumns('title,')).toThrow(
      /^columns: não existe a coluna ""\. As colunas são: unique_id, agency/,
    )
    // An error repeats 40 characters of an unknown name.
    expect(() => parseColumns('a'.repeat(41))).toThrow(`não existe a coluna "${'a'.repeat(40)}".`)
  })

  it('are read with the fields that order rows', () => {
    expect(fieldsOf(parseColumns('title,published_at,cursor'))).toEqual([
      'unique_id',
      'published_at',
      'title',
    ])
  })
})
