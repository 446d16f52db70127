import { describe, expect, it } from 'vitest'
import { datelineLength } from './dateline.ts'

const without = (text: string) => text.slice(datelineLength(text))

describe('a dateline', () => {
  it.each([
    'Brasília, 12/3/2025 – O ministério anunciou obras.',
    'Brasília (DF) - O ministério anunciou obras.',
    'Brasília (DF), 4 de março de 2026 — O ministério anunciou obras.',
    'Brasília/DF (18/12/2025) – O ministério anunciou obras.',
    'Brasília-DF – O ministério anunciou obras.',
    'Brasília 06/02/2026 - O ministério anunciou obras.',
    'BRASÍLIA – O ministério anunciou obras.',
    'João Pessoa/PB (19/12/2025) – O ministério anunciou obras.',
    'Rio de Janeiro (RJ), 11/02/2026\u00a0— O ministério anunciou obras.',
    '(São Paulo – SP, 10/01/2019) O ministério anunciou obras.',
    'Em 2/03/2026 - O ministério anunciou obras.',
    '12/03/2025 – O ministério anunciou obras.',
    'Da Agência Brasil - O ministério anunciou obras.',
  ])('is found: %s', (text) => {
    expect(without(text)).toBe('O ministério anunciou obras.')
  })

  it.each([
    'O Laboratório Nacional de Computação Científica - LNCC abriu inscrições.',
    'A ABIN lançou nesta quinta-feira – 20 de fevereiro – seu plano.',
    'Em 2025, o ministério anunciou obras.',
    'Brasília recebe a 39ª Conferência – FAO.',
    'Brasília (DF) – ',
    'Em 12 de março de 2025, o ministério anunciou obras.',
    '',
  ])('is not seen in: %s', (text) => {
    expect(datelineLength(text)).toBe(0)
  })
})
