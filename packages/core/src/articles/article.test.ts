import fc from 'fast-check'
import { expect, it } from 'vitest'
import { incomingArticleSchema } from './article.ts'

const ARTICLE = {
  agencyKey: 'mec',
  title: 'Vacina',
  url: 'https://www.gov.br/noticia',
  publishedAt: '2026-06-01T12:00:00Z',
}

it('removes from every text the characters that PostgreSQL cannot store', () => {
  const { title, content, tags } = incomingArticleSchema.parse({
    ...ARTICLE,
    title: ' Va\0cina \ud83d\0 ',
    content: '\0 \0',
    tags: ['a\0', 'a', '\0', '😀'],
  })
  expect({ title, content, tags }).toEqual({ title: 'Vacina \ufffd', content: null, tags: ['a', '😀'] })
})

it('accepts any text and returns a form that PostgreSQL can store', () => {
  const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '\udfff', ' ', '\n'))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
      const { title, summary, tags } = incomingArticleSchema.parse({
        ...ARTICLE,
        title: units.join(''),
        summary: units.join(''),
        tags: units,
      })
      for (const text of [title, summary ?? 'nada', ...tags]) {
        expect(text.isWellFormed() && !text.includes('\0') && text === text.trim()).toBe(true)
      }
      expect(summary).not.toBe('')
    }),
  )
})

it('keeps every field of an article, and has null for a missing one', () => {
  const fields = {
    uniqueId: 'mec_1',
    subtitle: 's',
    editorialLead: 'l',
    content: 'c',
    summary: 'r',
    imageUrl: 'https://a.br/i',
    videoUrl: 'https://a.br/v',
    category: 'g',
    themeL1Code: '01',
    themeL1Label: 'Um',
    themeL2Code: '01.01',
    themeL2Label: 'Dois',
    themeL3Code: '01.01.01',
    themeL3Label: 'Três',
    mostSpecificThemeCode: '01.01.02',
    mostSpecificThemeLabel: 'Quatro',
  }
  const full = { ...fields, tags: ['t'], isPast: true, clears: ['subtitle'] }
  expect(incomingArticleSchema.parse({ ...ARTICLE, ...full })).toMatchObject(full)
  const nothing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
  for (const given of [{}, nothing])
    expect(incomingArticleSchema.parse({ ...ARTICLE, ...given })).toMatchObject({
      ...nothing,
      updatedAt: null,
      extractedAt: null,
      tags: [],
      isPast: false,
      clears: [],
    })
})
