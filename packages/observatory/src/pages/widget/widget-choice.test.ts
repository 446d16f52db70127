import { describe, expect, it } from 'vitest'
import { readChoice, withWords, writeChoice } from './widget-choice.ts'

const read = (query: string) => readChoice(new URLSearchParams(query))

it('reads the choices that it wrote, with commas in codes', () => {
  const choice = {
    agencies: ['a,b', 'saude'],
    themes: ['03'],
    filter:
      'q=dengue+%26+zika&excludeAgencies=mec&states=CE&excludeKeywords=futebol&startDate=2026-01-01&sort=views',
    limit: 7,
    layout: 'cards',
  } as const
  expect(read(writeChoice(choice))).toEqual(choice)
})

it('writes nothing for what a widget does by itself', () => {
  expect(writeChoice(read(''))).toBe('')
})

describe('the number of articles', () => {
  it.each([
    ['', 5],
    ['limit=0', 1],
    ['limit=1', 1],
    ['limit=20', 20],
    ['limit=21', 20],
    ['limit=2.5', 2],
    ['limit=many', 1],
  ])('of %j is %i', (query, limit) => {
    expect(read(query).limit).toBe(limit)
  })
})

it('drops the order and the meaning with the words', () => {
  expect(withWords('q=dengue&semantic=true&sort=relevance&states=CE', ' ')).toBe('states=CE')
  expect(withWords('states=CE', 'zika')).toBe('states=CE&q=zika')
})
