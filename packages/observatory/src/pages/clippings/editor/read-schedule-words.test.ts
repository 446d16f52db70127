import { expect, it } from 'vitest'
import { readScheduleWords } from './read-schedule-words.ts'

const ALL = [0, 1, 2, 3, 4, 5, 6]
const WORK = [1, 2, 3, 4, 5]

it.each([
  ['vacinação às 8h', ['08:00'], undefined, 'vacinação'],
  ['vacinação as 8h30', ['08:30'], undefined, 'vacinação'],
  ['vacinação às 07:45, sem futebol', ['07:45'], undefined, 'vacinação, sem futebol'],
  ['vacinação às 8 horas', ['08:00'], undefined, 'vacinação'],
  ['vacinação às 8', ['08:00'], undefined, 'vacinação'],
  ['vacinação à 1h', ['01:00'], undefined, 'vacinação'],
  ['dengue às 8h e às 18h', ['08:00', '18:00'], undefined, 'dengue'],
  ['dengue às 8, 12 e 18h', ['08:00', '12:00', '18:00'], undefined, 'dengue'],
  ['dengue às 6 da tarde', ['18:00'], undefined, 'dengue'],
  ['dengue às 12h da noite', ['00:00'], undefined, 'dengue'],
  ['dengue ao meio-dia', ['12:00'], undefined, 'dengue'],
  ['vacinação todo dia às 8h, sem futebol', ['08:00'], ALL, 'vacinação, sem futebol'],
  ['todos os dias, notícias do MEC', undefined, ALL, 'notícias do MEC'],
  ['dengue de segunda a sexta', undefined, WORK, 'dengue'],
  ['dengue de segunda-feira à sexta-feira às 7h', ['07:00'], WORK, 'dengue'],
  ['dengue em dias úteis', undefined, WORK, 'dengue'],
  ['dengue todo dia útil', undefined, WORK, 'dengue'],
  ['dengue de sexta a domingo', undefined, [0, 5, 6], 'dengue'],
  ['dengue toda semana', undefined, [1], 'dengue'],
  ['resumo semanalmente de dengue', undefined, [1], 'resumo de dengue'],
  ['dengue toda segunda e quinta', undefined, [1, 4], 'dengue'],
  ['dengue às terças e sábados, às 9h', ['09:00'], [2, 6], 'dengue'],
  ['dengue nos fins de semana', undefined, [0, 6], 'dengue'],
  ['Toda terça-feira: dengue', undefined, [2], 'dengue'],
  // What only looks like a schedule stays in the sentence.
  ['as 8 metas da educação', undefined, undefined, 'as 8 metas da educação'],
  ['atenção às 8 metas', undefined, undefined, 'atenção às 8 metas'],
  ['notícias das últimas 24 horas', undefined, undefined, 'notícias das últimas 24 horas'],
  ['posto aberto das 8h às 18h', undefined, undefined, 'posto aberto das 8h às 18h'],
  ['segunda guerra e quinta turma', undefined, undefined, 'segunda guerra e quinta turma'],
  ['às 25h', undefined, undefined, 'às 25h'],
  ['semana da enfermagem', undefined, undefined, 'semana da enfermagem'],
  ['', undefined, undefined, ''],
] as const)('reads %j', (sentence, times, days, rest) => {
  expect(readScheduleWords(sentence)).toEqual({ times, days, rest })
})
