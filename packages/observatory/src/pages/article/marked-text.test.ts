import { expect, it } from 'vitest'
import { cutAtAnnotations } from './marked-text.ts'

const at = (content: string, text: string) => {
  const start = content.indexOf(text)
  return { start, end: start + text.length, type: 'ORG', text }
}

it('marks each entity and keeps the whole text', () => {
  const content = 'O Ministério da Saúde e a Anvisa.'
  const pieces = cutAtAnnotations(content, [at(content, 'Anvisa'), at(content, 'Ministério da Saúde')])
  expect(pieces.map(({ text }) => text).join('')).toBe(content)
  expect(pieces.filter(({ entity }) => entity).map(({ text }) => text)).toEqual([
    'Ministério da Saúde',
    'Anvisa',
  ])
})

it('leaves out overlapping annotations and annotations of another text', () => {
  const content = 'Banco Central do Brasil'
  const pieces = cutAtAnnotations(content, [
    at(content, 'Banco Central do Brasil'),
    at(content, 'Brasil'),
    { start: 0, end: 5, type: 'ORG', text: 'Outro' },
  ])
  expect(pieces).toEqual([{ text: content, entity: expect.objectContaining({ start: 0 }) }])
})
