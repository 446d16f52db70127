import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainExcerpt } from './plain-excerpt.ts'

it.each([
  ['![Portal (foto)](https://x/a.png "t")\n\nO *Portal* **soma** contratos.', 'O Portal soma contratos.'],
  ['[![capa](a.png)](https://x) Leia [o edital](https://x/e?a=1) até dia 5.', 'Leia o edital até dia 5.'],
  ['# Título\n\n> Citação\n\n- um\n- dois\n1. três\n\n***\n\nfim', 'Título Citação um dois três fim'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['snake_case e 2*3*4, R\\$ 5 \\* nota', 'snake_case e 2*3*4, R$ 5 * nota'],
  ['um<br>dois <strong>três</strong> a < b', 'um dois três a < b'],
  ['uma linha\nem duas', 'uma linha em duas'],
  ['![só a foto](https://x/a.png)', ''],
  ['## Um ##\n\nDois\n--\n> - três\n>   1) quatro\n- [x] cinco', 'Um Dois três quatro cinco'],
  ['1\\. Não é lista, \\- nem isto', '1. Não é lista, - nem isto'],
  ['- Que dia? - 10 de maio.\n2026. Um ano, -5 graus', 'Que dia? - 10 de maio. 2026. Um ano, -5 graus'],
  ['| **a** | [b](x) |\n|:--|--:|\n| 1 \\| 2 | 3 |', 'a b 1 | 2 3'],
  ['~~um~~, dois\\\ntrês\n* * *\n=\nquatro', 'um, dois três quatro'],
  ['P&amp;D em S&atilde;o Lu&iacute;s, vaci\u00ADna\u200B&#173;ção', 'P&D em São Luís, vacinação'],
])('returns %j as %j', (markdown, plain) => {
  expect(plainExcerpt(markdown, 500)).toBe(plain)
})

it('begins after a heading that repeats the title and after share buttons', () => {
  const buttons = ['facebook.com/sharer.php?u=x', 'twitter.com/share?text=x']
    .map((address) => `[Compartilhe por ${address}](https://${address} "x")`)
    .join('\n')
  const text = `Chuva no Sul\n============\n\n\nCompartilhe: \n${buttons}\nlink para Copiar para área de transferência\n\nChove.`
  expect(plainExcerpt(text, 500, 'CHUVA NO SUL')).toBe('Chove.')
  expect(plainExcerpt(text, 500, 'Outro título')).toBe('Chuva no Sul Chove.')
})

it('cuts after a word, and returns one line of at most the given length', () => {
  expect(plainExcerpt('uma frase de cinco palavras', 15)).toBe('uma frase de…')
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 4, max: 60 }),
      (text, most) => {
        const line = plainExcerpt(text, most)
        expect(line.length).toBeLessThanOrEqual(most + 1)
        expect(line).not.toMatch(/\n/)
      },
    ),
  )
})
