import { expect, it } from 'vitest'
import { formatAgo, formatDuration } from './format.ts'

it('writes durations in their two largest units', () => {
  expect([0, 59, 60, 90, 3599, 3600, 7800, 172_799, 172_800, 864_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 min',
    '1 h',
    '1 h',
    '2 h 10 min',
    '2 dias',
    '2 dias',
    '10 dias',
  ])
})

it.each([
  ['a moment ago', '2026-11-28T13:59:40Z', 'agora'],
  ['minutes', '2026-11-28T13:15:00Z', 'há 45 minutos'],
  ['one hour', '2026-11-28T12:30:00Z', 'há 1 hora'],
  ['less than a day, of the day before', '2026-11-27T15:00:00Z', 'há 23 horas'],
  ['the day before', '2026-11-27T13:00:00Z', 'ontem'],
  ['less than two days, of the day before that', '2026-11-26T22:00:00Z', 'anteontem'],
  ['less than three days, of the third day before', '2026-11-25T22:00:00Z', 'há 3 dias'],
  // 01:00 in UTC is the evening before in Brasília.
  ['a day of Brasília', '2026-11-27T01:00:00Z', 'anteontem'],
  ['thirty days', '2026-10-29T14:00:00Z', 'há 30 dias'],
  ['more than thirty days', '2026-10-28T13:00:00Z', '28 de out. de 2026'],
])('tells how long ago an article is by the days of the calendar: %s', (_, instant, words) => {
  expect(formatAgo(instant, new Date('2026-11-28T14:00:00Z'))).toBe(words)
})
