import type { FilterDeclaration } from '@pauta/core/search-index/article-filter'
import { equals } from '@pauta/core/search-index/condition'
import { describe, expect, it } from 'vitest'
import { valueShape } from './filter-shapes.ts'

const title = 'sobre'
const condition = () => equals('tags')([])
const texts = (count: number, characters: number) =>
  Array.from({ length: count }, () => 'a'.repeat(characters))

const LIST: FilterDeclaration = { kind: 'list', condition, title }
const KNOWN: FilterDeclaration = { kind: 'list', condition, title, values: ['a', 'b'] }
const KEYWORDS: FilterDeclaration = { kind: 'keywords', condition, title }
const TEXT: FilterDeclaration = { kind: 'text', condition, title }
const DAY: FilterDeclaration = { kind: 'day', title }
const SWITCH: FilterDeclaration = { kind: 'switch' }
const NUMBER = { kind: 'number', condition, title: () => title } as const
const MINUTES: FilterDeclaration = { ...NUMBER, range: { least: 0, most: 60, isWhole: true } }
const SHARE: FilterDeclaration = { ...NUMBER, range: { least: -1, most: 1 } }

describe('the schema of a filter for tools', () => {
  it.each<[FilterDeclaration, unknown]>([
    [LIST, texts(200, 300)],
    [KNOWN, ['a', 'b']],
    [KEYWORDS, texts(50, 100)],
    [TEXT, 'a'.repeat(300)],
    [DAY, 'a'.repeat(40)],
    [SWITCH, false],
    [MINUTES, 0],
    [MINUTES, 60],
    [SHARE, -1],
    [SHARE, 0.5],
  ])('of %j accepts the largest values', (filter, value) => {
    expect(valueShape(filter).safeParse(value).success).toBe(true)
  })

  it.each<[FilterDeclaration, unknown]>([
    [LIST, texts(201, 1)],
    [LIST, texts(1, 301)],
    [KNOWN, ['c']],
    [KEYWORDS, texts(51, 1)],
    [KEYWORDS, texts(1, 101)],
    [TEXT, 'a'.repeat(301)],
    [DAY, 'a'.repeat(41)],
    [SWITCH, 'true'],
    [MINUTES, -1],
    [MINUTES, 61],
    [MINUTES, 1.5],
    [SHARE, 1.1],
  ])('of %j refuses values beyond', (filter, value) => {
    expect(valueShape(filter).safeParse(value).success).toBe(false)
  })
})
