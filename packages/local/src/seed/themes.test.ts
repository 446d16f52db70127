import { describe, expect, it } from 'vitest'
import { THEMES } from './themes.ts'

const codes = THEMES.map((theme) => theme.code)
const countOf = (level: number) => THEMES.filter((theme) => theme.level === level).length

describe('theme tree', () => {
  it('has about 25, 90 and 200 themes on its three levels', () => {
    expect(countOf(1)).toBe(25)
    expect(countOf(2)).toBeGreaterThanOrEqual(80)
    expect(countOf(2)).toBeLessThanOrEqual(110)
    expect(countOf(3)).toBeGreaterThanOrEqual(170)
    expect(countOf(3)).toBeLessThanOrEqual(230)
  })

  it('has each code once, in order, so that a parent comes before its children', () => {
    expect(codes).toEqual([...new Set(codes)].sort())
    expect(codes.filter((code) => !/^\d{2}(\.\d{2}){0,2}$/.test(code))).toEqual([])
  })

  it('says level and parent by the code itself, and every parent exists', () => {
    const misplaced = THEMES.filter(
      ({ code, level, parentCode }) =>
        code.split('.').length !== level || parentCode !== (level === 1 ? null : code.slice(0, -3)),
    )
    expect(misplaced).toEqual([])
    const parents = THEMES.map((theme) => theme.parentCode).filter((code) => code !== null)
    expect(parents.filter((code) => !codes.includes(code))).toEqual([])
  })

  it('numbers siblings without a gap from 01', () => {
    for (const parent of [null, ...codes]) {
      const siblings = codes.filter((_, position) => THEMES[position]?.parentCode === parent)
      const numbered = siblings.map((code, position) => {
        const number = String(position + 1).padStart(2, '0')
        return parent === null ? number : code.slice(0, -2) + number
      })
      expect(siblings).toEqual(numbered)
    }
  })

  it('has labels that tell themes apart and never equal codes', () => {
    const labels = THEMES.map((theme) => theme.label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((label) => !/^\p{Lu}[\p{L}\s,-]+\p{L}$/u.test(label))).toEqual([])
  })
})
