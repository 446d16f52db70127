import { describe, expect, it } from 'vitest'
import { themeCodesOf, type Theme } from './theme.ts'

const theme = (code: string, level: Theme['level'], parentCode: string | null) =>
  [code, { code, label: `Tema ${code}`, level, parentCode }] as const
const catalogue = new Map<string, Theme>([
  theme('03', 1, null),
  theme('03.02', 2, '03'),
  theme('03.02.01', 3, '03.02'),
  theme('09.01', 2, '09'),
])

describe('themeCodesOf', () => {
  it('returns the code of each level down to the theme', () => {
    expect(themeCodesOf(catalogue, '03.02.01')).toEqual({
      themeL1Code: '03',
      themeL2Code: '03.02',
      themeL3Code: '03.02.01',
      mostSpecificThemeCode: '03.02.01',
    })
    expect(themeCodesOf(catalogue, '03')).toEqual({
      themeL1Code: '03',
      themeL2Code: null,
      themeL3Code: null,
      mostSpecificThemeCode: '03',
    })
  })

  it('returns null for a level that the catalogue lacks', () => {
    expect(themeCodesOf(catalogue, '09.01')).toEqual({
      themeL1Code: null,
      themeL2Code: '09.01',
      themeL3Code: null,
      mostSpecificThemeCode: '09.01',
    })
  })

  it('ends where themes lie above each other in a circle', () => {
    const circle = new Map([theme('01', 1, '01.01'), theme('01.01', 2, '01')])
    expect(themeCodesOf(circle, '01.01')).toMatchObject({ themeL1Code: '01', themeL2Code: '01.01' })
  })
})
