import { expect, it } from 'vitest'
import { writeFeedPath } from './filter-addresses.ts'

it('writes the filters of a recorte, with commas inside of values escaped', () => {
  const recorte = {
    title: 'Saúde & bem-estar',
    themes: ['03', '05'],
    agencies: [],
    excludeAgencies: ['mec', 'funai'],
    keywords: ['vacina, dose', 'SUS'],
    excludeKeywords: ['gripe'],
    entityCanonical: ['Q1', 'Q2'],
    states: ['CE', 'DF'],
  }
  const { pathname, searchParams } = new URL(writeFeedPath(recorte), 'https://api.example')
  expect(pathname).toBe('/feeds/articles.rss')
  expect(Object.fromEntries(searchParams)).toEqual({
    themes: '03,05',
    excludeAgencies: 'mec,funai',
    keywords: String.raw`vacina\, dose,SUS`,
    excludeKeywords: 'gripe',
    entityCanonical: 'Q1,Q2',
    states: 'CE,DF',
    title: 'Saúde & bem-estar',
  })
})
