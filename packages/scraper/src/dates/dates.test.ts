import { describe, expect, it } from 'vitest'
import { dayOf, readAnyDate, readBrazilian, startOfDay } from './dates.ts'

const DAY = '2026-02-10T00:00:00-03:00'
const TIME = '2026-02-10T17:05:00-03:00'
const HOUR = '2026-02-10T17:00:00-03:00'
const FIRST_OF_MARCH = '2026-03-01T00:00:00-03:00'

describe('a date of a page', () => {
  it.each([
    ['10/02/2026', DAY],
    ['10/2/2026', DAY],
    ['10/02/26', DAY],
    ['10.02.2026', DAY],
    ['10-02-2026', DAY],
    ['10/fev/2026', DAY],
    ['10 fev 2026', DAY],
    ['10 de Fev. de 2026', DAY],
    ['10 DE FEVEREIRO DE 2026', DAY],
    ['Brasília, 10 de fevereiro de 2026 (terça-feira)', DAY],
    ['1º de março de 2026', FIRST_OF_MARCH],
    ['1° de marco de 2026', FIRST_OF_MARCH],
    ['February 10, 2026', DAY],
    ['10/02/2026 17h05', TIME],
    ['10/02/2026 17h05min', TIME],
    ['10/02/2026\u00A017h05', TIME],
    ['10/02/26 17h05', TIME],
    ['10.02.2026 17h05', TIME],
    ['10-02-2026, 17:05', TIME],
    ['10-fev-2026 17h05', TIME],
    ['10/02/2026 - 17:05', TIME],
    ['10/02/2026 – 17h05', TIME],
    ['10/02/2026 | 17:05', TIME],
    ['10/02/2026 às 17:05h', TIME],
    ['10/02/2026, às 17 h 05', TIME],
    ['10/02/2026 17h:05min', TIME],
    ['10.02.2026, 17.05h', TIME],
    ['10/02/2026 Hora: 17:05', TIME],
    ['10/02/2026 | Horário: 17h05', TIME],
    ['no dia 2026-02-10 17:05', TIME],
    ['em 2026-02-10, às 17h05', TIME],
    ['em 2026-02-10', DAY],
    ['10/02/2026 17.05 pontos', DAY],
    ['10/02/2026 05:05 PM', TIME],
    ['Feb 10, 2026 05:05 PM', TIME],
    ['Feb. 10, 2026, 5:05 p.m.', TIME],
    ['terça-feira, 10 de fevereiro de 2026, 17:05', TIME],
    ['10 de fevereiro de 2026 às 17h05', TIME],
    ['10/02/2026 às 17h', HOUR],
    ['10/02/2026 17 horas', HOUR],
    ['10/02/2026 12:30 AM', '2026-02-10T00:30:00-03:00'],
    ['10/02/2026 12:30 PM', '2026-02-10T12:30:00-03:00'],
    ['10/02/2026 17:05:33', '2026-02-10T17:05:33-03:00'],
    ['2026-02-10', DAY],
    ['2026-02-10T17:05', TIME],
    ['2026-02-10 17:05:00', TIME],
    ['2026-02-10T17:05:00-0300', TIME],
    ['2026-02-10T17:05:00 -03:00', TIME],
    ['2026-02-10T20:05:00Z', TIME],
    ['2026/02/10 17:05:00 GMT-3', TIME],
    ['2026-02-10T17:05:00.000-03:00', TIME],
    ['Tue, 10 Feb 2026 17:05:00 -0300', TIME],
    ['Tue, 10 Feb 2026 20:05:00 GMT', TIME],
    ['10 Feb 26 20:05 +0000', TIME],
  ])('%s', (text, expected) => {
    expect(Date.parse(readAnyDate(text)?.iso ?? '')).toBe(Date.parse(expected))
  })

  it.each([
    ['31/02/2026'],
    ['32/01/2026'],
    ['10/13/2026'],
    ['10 de fevereiro'],
    ['fevereiro de 2026'],
    ['10 turmas 2026'],
    ['10/02/202600'],
    ['processo 1-2026-02-10'],
    ['edital 2026-02-10-7'],
    ['processo 23000.10.02.2026'],
    ['versão 1.10.02.2026'],
    ['10/02/2026 25h00'],
    ['1969-12-31T00:00:00-03:00'],
    ['2499-12-31T00:00:00+00:00'],
    ['0026-02-10'],
    [''],
  ])('is not in "%s"', (text) => {
    expect(readAnyDate(text)).toBeNull()
  })

  it.each([
    ['2026-02-10T23:59:59Z', '2026-02-10T23:59:59+00:00', 'second'],
    ['2026-02-10T24:00:00Z', undefined, undefined],
    ['2026-02-10T23:60:00Z', undefined, undefined],
    ['2026-02-10T23:59:60Z', undefined, undefined],
    ['2026-02-10T00:00:00Z', '2026-02-10T00:00:00+00:00', 'day'],
    ['2026-02-10T00:00:01Z', '2026-02-10T00:00:01+00:00', 'second'],
    ['2026-02-10T00:01:00Z', '2026-02-10T00:01:00+00:00', 'second'],
    ['2026-02-10T01:00:00Z', '2026-02-10T01:00:00+00:00', 'second'],
    ['2026-02-10T00:00:00.5Z', '2026-02-10T00:00:00.500000+00:00', 'second'],
    ['2026-02-10T17:05:33.1234567-03:00', '2026-02-10T17:05:33.123456-03:00', 'second'],
    ['2026-02-10T17:05:33+14:00', '2026-02-10T17:05:33+14:00', 'second'],
    ['2026-02-10T17:05:33+14:01', undefined, undefined],
    ['2026-02-10T17:05:33-3', '2026-02-10T17:05:33-03:00', 'second'],
    ['2026-02-10T17:05:33+05:30', '2026-02-10T17:05:33+05:30', 'second'],
    ['Tue, 10 Feb 2026 17:05:33 BRT', '2026-02-10T17:05:33-03:00', 'second'],
    ['Tue, 10 Feb 2026 17:05:33 BRST', '2026-02-10T17:05:33-02:00', 'second'],
    ['Tue, 10 Feb 2026 17:05:33 UT', '2026-02-10T17:05:33+00:00', 'second'],
    ['Tue, 10 Feb 2026 17:05:33 UTC', '2026-02-10T17:05:33+00:00', 'second'],
    ['10/02/2026 12:00 PM', '2026-02-10T12:00:00-03:00', 'second'],
    ['10/02/2026 11:59 AM', '2026-02-10T11:59:00-03:00', 'second'],
    ['10/02/2026 12:30', '2026-02-10T12:30:00-03:00', 'second'],
    ['10/02/2026 13:30 AM', '2026-02-10T13:30:00-03:00', 'second'],
    ['10/02/2026 13:30 PM', '2026-02-10T13:30:00-03:00', 'second'],
    ['29/02/2024', '2024-02-29T00:00:00-03:00', 'day'],
    ['29/02/2026', undefined, undefined],
    ['10/00/2026', undefined, undefined],
    ['00/02/2026', undefined, undefined],
    ['01/01/1970', '1970-01-01T00:00:00-03:00', 'day'],
    ['31/12/2498', '2498-12-31T00:00:00-03:00', 'day'],
  ])('"%s" is %s, to the %s', (text, iso, precision) => {
    const stamp = readAnyDate(text)
    expect([stamp?.iso, stamp?.precision]).toEqual([iso, precision])
  })

  it('has each month in both languages', () => {
    const read = (names: string, text: (name: string) => string) =>
      names.split(' ').map((name) => Number(readAnyDate(text(name))?.iso.slice(5, 7)))
    const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    const short = 'jan fev mar abr mai jun jul ago set out nov dez'
    expect(read(short, (name) => `10 de ${name} de 2026`)).toEqual(months)
    const english = 'January February March April May June July August September October November December'
    expect(read(english, (name) => `${name} 10, 2026`)).toEqual(months)
    expect(read(english, (name) => `Tue, 10 ${name} 2026 17:05:00 GMT`)).toEqual(months)
  })

  it.each([
    ['Prazo de 10 dias e 2026 vagas, publicado em 11/02/2026', '2026-02-11'],
    ['10 de fevereiro de 2026, alterado em 11/02/2026', '2026-02-10'],
    ['11/02/2026, antes 10 de fevereiro de 2026', '2026-02-11'],
    ['turma 3 turno 2026, 10 de fevereiro de 2026', '2026-02-10'],
  ])('is the first one of "%s"', (text, expected) => {
    const stamp = readBrazilian(text)
    expect(stamp && dayOf(stamp)).toBe(expected)
  })

  it.each([
    ['2026-02-10T02:59:59Z', '2026-02-09'],
    ['2026-02-10T03:00:00Z', '2026-02-10'],
  ])('%s falls on %s at Brasília', (iso, day) => {
    const stamp = { iso, precision: 'second' } as const
    expect(dayOf(stamp)).toBe(day)
    expect(startOfDay(stamp)).toEqual({ iso: `${day}T00:00:00-03:00`, precision: 'day' })
  })
})
