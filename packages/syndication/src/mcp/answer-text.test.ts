import { expect, it } from 'vitest'
import { writeAnswer } from './answer-text.ts'

const MAX = 16_000
const records = (count: number, characters: number) =>
  Array.from({ length: count }, (_, n) => ({ n, text: 'x'.repeat(characters) }))

it('is one text up to 16,000 characters', () => {
  const frame = JSON.stringify({ list: [{ text: '' }] }).length
  const whole = { list: [{ text: 'x'.repeat(MAX - frame) }] }
  expect(writeAnswer(whole)).toEqual([JSON.stringify(whole)])
  expect(writeAnswer(whole)[0]).toHaveLength(MAX)
  const two = { list: [{ text: 'x'.repeat(MAX - frame - ',{"text":""}'.length) }, { text: '' }] }
  expect(writeAnswer(two)).toEqual([JSON.stringify(two)])
  expect(writeAnswer(two)[0]).toHaveLength(MAX)
  // A list of one record cannot be cut.
  const larger = { list: [{ text: 'x'.repeat(MAX - frame + 1) }] }
  expect(writeAnswer(larger)).toEqual([JSON.stringify(larger)])
})

it('has as many records as fit, and says so', () => {
  const list = records(10, 3_000)
  const [text = '', note] = writeAnswer({ found: 10, list })
  expect(JSON.parse(text)).toEqual({ found: 10, list: list.slice(0, 5) })
  expect(note).toContain('só os 5 primeiros registros')
  expect(JSON.stringify({ found: 10, list: list.slice(0, 6) }).length).toBeGreaterThan(MAX)
})

it('is cut to exactly 16,000 characters', () => {
  const list = records(10, 2_000)
  const pad = 'x'.repeat(MAX - JSON.stringify({ pad: '', list: list.slice(0, 6) }).length)
  expect(writeAnswer({ pad, list })[0]).toBe(JSON.stringify({ pad, list: list.slice(0, 6) }))
  expect(writeAnswer({ pad: `${pad}x`, list })[0]).toBe(
    JSON.stringify({ pad: `${pad}x`, list: list.slice(0, 5) }),
  )
})

it('cuts nested lists of records, and no list of texts', () => {
  const tags = Array.from({ length: 9 }, (_, n) => `t${n}`)
  const result = { groups: [{ tags, list: records(8, 2_500) }], short: records(2, 1), none: null }
  const [text = ''] = writeAnswer(result)
  const { groups, short, none } = JSON.parse(text) as typeof result
  expect([groups[0]?.tags, groups[0]?.list.length, short.length, none]).toEqual([tags, 6, 2, null])
})

it('without records stays whole', () => {
  const result = { text: 'x'.repeat(MAX), tags: ['a', 'b'] }
  expect(writeAnswer(result)).toEqual([JSON.stringify(result)])
})
