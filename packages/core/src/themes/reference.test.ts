import { describe, expect, it } from 'vitest'
import { AGENCIES } from '../agencies/catalogue.ts'
import { THEMES } from './catalogue.ts'
import { AGENCY_THEMES, THEME_WORDS } from './reference.ts'

const codes = new Set(THEMES.map(({ code }) => code))

describe('the words of themes', () => {
  it('exist for every theme of level 1 and 2, and for no unknown theme', () => {
    const upper = THEMES.filter(({ level }) => level < 3).map(({ code }) => code)
    expect(upper.filter((code) => !THEME_WORDS[code])).toEqual([])
    expect(Object.keys(THEME_WORDS).filter((code) => !codes.has(code))).toEqual([])
  })

  it('are words in lower case, of which `*` and `!` are the only signs, each once in a theme', () => {
    const problems = Object.entries(THEME_WORDS).flatMap(([code, list]) => {
      const terms = list.split(', ')
      const bare = terms.map((term) => term.replace(/!$/, ''))
      return terms
        .filter(
          (term, place) =>
            !/^[\p{Ll}\d][\p{Ll}\d .+º-]*[*\p{Ll}\d º+-]*!?$/u.test(term.replaceAll('*', '')) ||
            bare.indexOf(bare[place] ?? '') !== place,
        )
        .map((term) => `${code}: ${term}`)
    })
    expect(problems).toEqual([])
  })
})

describe('the usual themes of agencies', () => {
  it('are of known agencies and known themes, the first of level 1', () => {
    const keys = new Set(AGENCIES.map(({ key }) => key))
    const problems = Object.entries(AGENCY_THEMES).filter(
      ([key, themes]) => !keys.has(key) || themes[0]?.length !== 2 || themes.some((code) => !codes.has(code)),
    )
    expect(problems).toEqual([])
  })
})
