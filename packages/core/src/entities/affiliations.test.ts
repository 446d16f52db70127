import { expect, it } from 'vitest'
import { mayBeSame } from './affiliations.ts'

const of = (office: string, agencyKey: string) => [{ office, agencyKey }]

it.each<[string, string, ReturnType<typeof of>, ReturnType<typeof of>, boolean]>([
  [
    'another office elsewhere',
    'Ana Luz',
    of('diretora do Ibama', 'ibama'),
    of('prefeita de Bonito', 'mec'),
    false,
  ],
  ['the same office', 'Ana Luz', of('ministra da Saúde', 'saude'), of('ministro da Cultura', 'mec'), true],
  [
    'a word of the organisation',
    'Ana Luz',
    of('diretora do Ibama', 'ibama'),
    of('presidente do Ibama', 'mec'),
    true,
  ],
  [
    'an acronym of the organisation',
    'Ana Luz',
    of('presidente do FNDE', 'fnde'),
    of('diretora do Fundo Nacional de Desenvolvimento da Educação', 'mec'),
    true,
  ],
  [
    'an acronym of two words',
    'Ana Luz',
    of('presidente do BC', 'bcb'),
    of('diretora do Banco Central', 'mec'),
    true,
  ],
  ['a first letter alone', 'Ana Luz', of('diretora do Ibama', 'ibama'), of('prefeita de Itu', 'mec'), false],
  ['one agency', 'Ana Luz', of('diretora do Ibama', 'ibama'), of('prefeita de Bonito', 'ibama'), true],
  ['no organisation', 'Ana Luz', of('pesquisadora', 'ibama'), of('prefeita de Bonito', 'mec'), true],
  ['no office', 'Ana Luz', [], of('prefeita de Bonito', 'mec'), true],
  ['a long name', 'Ana Luz Prado', of('diretora do Ibama', 'ibama'), of('prefeita de Bonito', 'mec'), true],
])('%s tells whether people of one name may be one: %s', (_, name, a, b, expected) => {
  expect(mayBeSame(name, a, b)).toBe(expected)
  expect(mayBeSame(name, b, a)).toBe(expected)
})
