import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeJsonBody } from './escape-body.ts'

it('escapes emoji and mathematical letters as surrogate pairs', () => {
  expect(escapeJsonBody(JSON.stringify({ title: '😀 𝐧 \uFFFF' }))).toBe(
    String.raw`{"title":"\ud83d\ude00 \ud835\udc27 \uffff"}`,
  )
})

it('returns other texts unchanged', () => {
  const body = JSON.stringify({ title: 'Vacinação “já” – ﷐ \uFFFD\n' })
  expect(escapeJsonBody(body)).toBe(body)
})

it('keeps the value of any JSON, in characters that SQS accepts', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' }), { maxKeys: 3 }), (value) => {
      const escaped = escapeJsonBody(JSON.stringify(value))
      expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(escaped).toMatch(/^[\u0020-\uD7FF\uE000-\uFFFD]*$/)
    }),
  )
})
