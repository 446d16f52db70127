import fc from 'fast-check'
import { expect, it } from 'vitest'
import { incomingArticleSchema } from './article.ts'

const ARTICLE = {
  agencyKey: 'mec',
  title: 'Vacina',
  url: 'https://www.gov.br/noticia',
  publishedAt: '2026-06-01T12:00:00Z',
}

it('leaves out of every text what PostgreSQL cannot keep', () => {
  const { title, content, tags } = incomingArticleSchema.parse({
    ...ARTICLE,
    title: ' Va\0cina \ud83d\0 ',
    content: '\0 \0',
    tags: ['a\0', 'a', '\0', '😀'],
  })
  expect({ title, content, tags }).toEqual({ title: 'Vacina \ufffd', content: null, tags: ['a', '😀'] })
})

it('takes any text at all in a form that can be kept', () => {
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
