import { describe, expect, it } from 'vitest'
import { THEMES } from './catalogue.ts'

const codes = THEMES.map((theme) => theme.code)
const countOf = (level: number) => THEMES.filter((theme) => theme.level === level).length

describe('theme catalogue', () => {
  it('contains 25, 115 and 500 themes on its three levels', () => {
    expect([countOf(1), countOf(2), countOf(3)]).toEqual([25, 115, 500])
  })

  it('contains each code once, in order, so that parents precede their children', () => {
    expect(codes).toEqual([...new Set(codes)].sort())
    expect(codes.filter((code) => !/^\d{2}(\.\d{2}){0,2}$/.test(code))).toEqual([])
  })

  it('derives level and parent from the code, and every parent exists', () => {
    const misplaced = THEMES.filter(
      ({ code, level, parentCode }) =>
        code.split('.').length !== level || parentCode !== (level === 1 ? null : code.slice(0, -3)),
    )
    expect(misplaced).toEqual([])
    const parents = THEMES.map((theme) => theme.parentCode).filter((code) => code !== null)
    expect(parents.filter((code) => !codes.includes(code))).toEqual([])
  })

  it('contains labels that differ between siblings and from codes', () => {
    expect(THEMES.filter(({ label }) => !/^\p{Lu}[\p{L}\d\s.,()/+-]+[\p{L}\d)+]$/u.test(label))).toEqual([])
    const named = new Set(THEMES.map(({ parentCode, label }) => `${parentCode} ${label}`))
    expect(named.size).toBe(THEMES.length)
    const roots = THEMES.filter(({ level }) => level === 1).map(({ label }) => label)
    expect(roots.slice(0, 3)).toEqual(['Economia e Finanças', 'Educação', 'Saúde'])
    expect(roots.at(-1)).toBe('Habitação e Urbanismo')
  })
})
