import { describe, expect, it } from 'vitest'
import { applyClassification, type ClassifiedFields } from './classification.ts'

const EMPTY: ClassifiedFields = {
  summary: null,
  summaryModel: null,
  themeL1Code: null,
  themeL2Code: null,
  themeL3Code: null,
  mostSpecificThemeCode: null,
  themeModel: null,
  themeSource: null,
  themeConfidence: null,
}
const OWN = { ...EMPTY, summary: 'Do órgão.', themeL1Code: '09', mostSpecificThemeCode: '09' }
const theme = { themeL1Code: '03', themeL2Code: '03.02', themeL3Code: null, mostSpecificThemeCode: '03.02' }
const said = { summary: 'De um modelo.', theme }
const derived = {
  ...theme,
  summary: 'De um modelo.',
  summaryModel: 'm',
  themeModel: 'm',
  themeSource: 'model',
  themeConfidence: null,
} as const

describe('applyClassification', () => {
  it('fills missing fields and records the model', () => {
    expect(applyClassification(EMPTY, said, 'm')).toEqual(derived)
  })

  it("never replaces the agency's own summary or themes", () => {
    expect(applyClassification(OWN, said, 'm')).toEqual(OWN)
    const half = { ...EMPTY, summary: 'Do órgão.' }
    expect(applyClassification(half, said, 'm')).toEqual({
      ...derived,
      summary: 'Do órgão.',
      summaryModel: null,
    })
  })

  it('replaces earlier results of a model, all four codes together', () => {
    const other = { themeL1Code: '09', themeL2Code: null, themeL3Code: null, mostSpecificThemeCode: '09' }
    expect(applyClassification(derived, { summary: 'Novo.', theme: other }, 'n')).toEqual({
      ...other,
      summary: 'Novo.',
      summaryModel: 'n',
      themeModel: 'n',
      themeSource: 'model',
      themeConfidence: null,
    })
  })

  it('keeps fields for which the model found nothing', () => {
    expect(applyClassification(derived, { summary: null, theme: null }, 'n')).toEqual(derived)
  })
})
