import { describe, expect, it } from 'vitest'
import { listSentences } from './sentences.ts'

const sentencesOf = (text: string) => listSentences(text).map(({ start, end }) => text.slice(start, end))

describe('listSentences', () => {
  it.each([
    ['marks', 'Começou hoje. Vai até sexta! Quem participa? Todos…', 4],
    ['numbers and dates', 'Foram R$ 1.500,50 em 25.10.2024. O total é 13.709.', 2],
    ['ordinals', 'O art. 5º da Lei nº 13.709 vale. A 1ª fase e o nº 2 também.', 2],
    ['titles', 'A Dra. Ana e o Sr. Paulo falaram com o Gen. Souza na Av. Brasil. Foi rápido.', 2],
    ['words that look like titles', 'Quero ver. O Ver. Silva foi ao mar. Voltou dia 5.', 3],
    ['initials', 'J. Wilson e D. Pedro assinaram. A nota saiu.', 2],
    ['a letter that ends a sentence', 'Faltou vitamina D. O estudo mostra por quê.', 2],
    ['quotes', '“Vamos investir.” A frase é do ministro. "Quem vai?", perguntou ele. (Veja abaixo.) Fim.', 5],
    ['a mark before a small letter', 'O evento Dados para quê? reuniu 30 pessoas. Yahoo! é um portal.', 2],
    ['a mark before a dash', 'Dados para quê? – Formulação e uso.', 1],
    ['etc. at the end', 'Levou arroz, feijão etc. A lista é longa.', 2],
    ['a lost blank', 'Atende quatro estados.Desse total, dois ficam no Norte.', 2],
    ['a word at the start of a line', 'Acabou. Ninguém veio.\nAcabou. Todos saíram.', 4],
    ['a number of three digits at the start of a line', '150. Foi o total.', 2],
    ['a number inside of a line', 'Foram só 15. Ninguém veio.', 2],
    ['a dash behind a full stop', 'A nota saiu. – Formulação e uso.', 2],
    ['an exclamation behind a number', '2! Pedir mais.', 2],
    ['dots in a row behind an initial', 'O plano D... Pedro assinou.', 2],
    ['a starter with a capital behind an initial', 'O plano D. 5 pessoas.', 1],
    ['dots in a row', 'Então... vamos ver. Pois é...', 2],
  ])('handles %s', (_, text, count) => {
    expect(sentencesOf(text)).toHaveLength(count)
  })

  it('ends a sentence with its paragraph and leaves out sentences without words', () => {
    expect(sentencesOf('CIDADANIA\n\nAção atende 160 crianças\n\n***\n\nÉ a primeira vez.')).toEqual([
      'CIDADANIA',
      'Ação atende 160 crianças',
      'É a primeira vez.',
    ])
  })

  it('joins wrapped lines and reads numbered lines as items', () => {
    const wrapped =
      'O matemático norte-americano dá curso até sexta-feira, dia 1º,\nno instituto da universidade.'
    expect(sentencesOf(wrapped)).toHaveLength(1)
    expect(sentencesOf('1. Abrir a conta.\n2. Pedir o cartão.')).toEqual([
      '1. Abrir a conta.',
      '2. Pedir o cartão.',
    ])
  })

  it('returns nothing for an empty text', () => {
    expect(sentencesOf('')).toEqual([])
    expect(sentencesOf(' … !')).toEqual([])
  })
})
