import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainExcerpt } from './plain-excerpt.ts'

it.each([
  ['![Portal (foto)](https://x/a.png "t")\n\nO *Portal* **soma** contratos.', 'O Portal soma contratos.'],
  ['[![capa](a.png)](https://x) Leia [o edital](https://x/e?a=1) até dia 5.', 'Leia o edital até dia 5.'],
  ['# Título\n\n> Citação\n\n- um\n- dois\n1. três\n\n***\n\nfim', 'Título Citação um dois três fim'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['snake_case e 2*3*4, R\\$ 5 \\* nota', 'snake_case e 2*3*4, R\\$ 5 * nota'],
  ['um<br>dois <strong>três</strong> a < b', 'um dois três a < b'],
  ['uma linha\nem duas', 'uma linha em duas'],
  ['![só a foto](https://x/a.png)', ''],
])('returns %j as %j', (markdown, plain) => {
  expect(plainExcerpt(markdown, 500)).toBe(plain)
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
