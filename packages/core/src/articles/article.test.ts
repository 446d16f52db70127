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
