import { describe, expect, it } from 'vitest'
import { formOf, isWrittenLike } from './name-forms.ts'

it.each([
  ['CNPq', 'acronym'],
  ['COP30', 'acronym'],
  ['CNPQ-SP', 'acronym'],
  ['Anvisa', 'word'],
  ['Pará', 'word'],
  ['GOV.BR', 'host'],
  ['dados.gov.br', 'host'],
  ['gov.', 'word'],
  ['Casa Civil', 'name'],
  ['Pé-de-Meia', 'name'],
] as const)('%s has the form %s', (name, form) => {
  expect(formOf(name)).toBe(form)
})

describe('a spelling', () => {
  it.each([
    ['GOV.BR', 'gov.br', true],
    ['Anvisa', 'Anvisa', true],
    ['Anvisa', 'ANVISA', true],
    ['Anvisa', 'An\u00ADvisa', true],
    ['Anvisa', 'anvisa', false],
    ['Pará', 'Pará'.normalize('NFD'), true],
    ['Pará', 'Para', false],
    ['CNPq', 'CNPQ', true],
    ['CNPq', 'Cnpq', false],
    ['Casa Civil', 'CASA CIVIL', true],
    ['Casa Civil', 'Casa civil', false],
    ['Casa Civil', 'casa Civil', false],
    ['Fundação de Saúde', 'Fundacao de Saude', true],
    ['bolsa família', 'bolsa família', true],
    ['bolsa Família', 'bolsa família', false],
    ['bolsa Família', 'bolsa Família', true],
    // Three of five capitals are enough and two are too few. The first one must be there.
    [
      'Banco Nacional Desenvolvimento Econômico Social',
      'Banco Nacional Desenvolvimento econômico social',
      true,
    ],
    [
      'Banco Nacional Desenvolvimento Econômico Social',
      'Banco Nacional desenvolvimento econômico social',
      false,
    ],
    [
      'Banco Nacional Desenvolvimento Econômico Social',
      'banco Nacional Desenvolvimento Econômico Social',
      false,
    ],
    ['Banco Nacional Econômico Social', 'Banco Nacional Econômico social', true],
    ['Banco Nacional Econômico Social', 'Banco Nacional econômico social', false],
    // A name of three words needs every capital.
    ['Banco Nacional Social', 'Banco Nacional social', false],
  ])('of %s as %s matches: %j', (name, surface, matches) => {
    expect(isWrittenLike(name, formOf(name), surface)).toBe(matches)
  })
})
