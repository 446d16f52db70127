import { describe, expect, it } from 'vitest'
import { AGENCIES } from '../agencies/catalogue.ts'
import { makeTermList } from './term-list.ts'

const agencies = makeTermList(AGENCIES.map(({ key, name }) => ({ code: key, label: name })))

describe('the nearest agency', () => {
  it.each([
    ['ministerio-da-saude', 'saude'],
    ['Ministério da Saúde', 'saude'],
    ['saudee', 'saude'],
    ['Educação', 'mec'],
    ['ministerio da educacao', 'mec'],
    ['agencia brasil', 'agencia_brasil'],
    ['MINISTÉRIO DO MEIO AMBIENTE', 'mma'],
  ])('of %j is %j', (value, key) => {
    expect(agencies.findNearest(value)?.code).toBe(key)
  })

  it.each([
    'xyz',
    'ministerio-da-economia',
    // Each of these is a word of several names.
    'ministerio',
    'Ministério da',
    'agência',
    'agência nacional',
    'secretaria',
    'conselho',
    'fundacao',
    'superintendência',
    '',
    '🙂',
    'da',
    'q'.repeat(100_000),
  ])('does not exist for %.20j', (value) => {
    expect(agencies.findNearest(value)).toBeUndefined()
  })
})

it('the nearest term has what another similar one lacks', () => {
  const beginning = 'Superintendência Regional Administrativa'
  const terms = makeTermList(['Norte', 'Sul'].map((end) => ({ code: end, label: `${beginning} ${end}` })))
  expect(terms.findNearest(`${beginning} do norte`)?.code).toBe('Norte')
  expect(terms.findNearest(beginning)).toBeUndefined()
})

it('the nearest term is found by its long words alone, and by short ones where it has no other', () => {
  const terms = makeTermList([{ code: 'RJ', label: 'Casa' }])
  expect(terms.findNearest('em um de da do casa')?.code).toBe('RJ')
  expect(terms.findNearest('rj')?.code).toBe('RJ')
  expect(terms.findNearest('sp')).toBeUndefined()
})

describe('a code', () => {
  it.each(['saude', 'Saúde', ' SAUDE ', 'agencia-brasil'])('matches %j as the search index does', (value) => {
    expect(agencies.findByCode(value)).toBeDefined()
  })

  it.each(['ministerio-da-saude', 'agencia brasil', '', 'constructor'])('does not match %j', (value) => {
    expect(agencies.findByCode(value)).toBeUndefined()
  })
})

describe('of terms that are written alike', () => {
  const terms = makeTermList([
    { code: 'Um', label: 'Saúde' },
    { code: 'um', label: 'SAUDE' },
    { code: 'Um', label: 'Educação' },
  ])

  it.each(['Um', 'UM', ' um. '])(
    'the first is found by the code %j, unless another one is exact',
    (value) => {
      expect(terms.findByCode(value)).toEqual({ code: 'Um', label: 'Saúde' })
      expect(terms.findByCode('um')).toEqual({ code: 'um', label: 'SAUDE' })
    },
  )

  it.each(['Saúde', 'SAUDE', 'saude'])('the first is found by the label %j', (value) => {
    expect(terms.findByLabel(value)).toEqual({ code: 'Um', label: 'Saúde' })
  })

  it.each([
    ['Um', true, false],
    ['um', true, false],
    ['UM', false, false],
    ['SAUDE', false, true],
    ['saude', false, false],
    ['Educação', false, true],
  ])('%j is exactly a code: %j, a label: %j', (value, isCode, isLabel) => {
    expect([terms.hasCode(value), terms.hasLabel(value)]).toEqual([isCode, isLabel])
  })
})
