import { expect, it } from 'vitest'
import { hasArticle, isOtherName, startOfOuterTown } from './town-context.ts'

/** Reads a text whose name is between « and ». */
function read(marked: string): [text: string, start: number, end: number] {
  return [marked.replace(/[«»]/g, ''), marked.indexOf('«'), marked.indexOf('»') - 1]
}

it.each([
  ['em «Sobral»', false],
  ['no bairro «Sobral»', true],
  ['no bairro de «Sobral»', true],
  ['na Barragem do «Sobral»', true],
  ['no subairro «Sobral»', false],
  ['no bairro em «Sobral»', false],
  ['nos rios Jordão, Capivari e «Jundiaí»', true],
  ['nos rios «Jundiaí»', true],
  ['nas bacias do Jordão, do Capivari, e do «Jundiaí»', true],
  ['nos rios de lá, e em «Jundiaí»', false],
  ['nas cidades Jordão e «Jundiaí»', false],
  ['o Acordo de «Mariana» do Rio', true],
  ['«Três Corações» de Jesus', true],
  ['«Três Corações» de hoje', false],
  ['«Três Corações», de Jesus', false],
  [`rios ${'Abc, '.repeat(31)}«Jundiaí»`, true],
  [`rios ${'Abc, '.repeat(32)}«Jundiaí»`, false],
])('the name in %j is that of something else: %j', (marked, expected) => {
  expect(isOtherName(...read(marked))).toBe(expected)
})

it.each([
  ['no «Maracanã»', true],
  ['da «Suzano»', true],
  ['Na «Suzano»', true],
  ['em «Suzano»', false],
  ['uma «Suzano»', false],
  ['dos «Suzano»', false],
  ['«Suzano»', false],
])('the name in %j has an article: %j', (marked, expected) => {
  const [text, start] = read(marked)
  expect(hasArticle(text, start)).toBe(expected)
})

it.each([
  ['«Campos Novos», em Iracema', 'Iracema'],
  ['«Campos Novos», no município de Iracema', 'Iracema'],
  ['«Campos Novos», na cidade de Iracema', 'Iracema'],
  ['«Campos Novos» em Iracema', null],
  ['«Campos Novos», perto de Iracema', null],
])('the place in %j lies in %j', (marked, town) => {
  const [text, , end] = read(marked)
  const start = startOfOuterTown(text, end)
  expect(start === null ? null : text.slice(start)).toBe(town)
})
