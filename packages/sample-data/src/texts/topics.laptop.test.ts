import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { THEMES } from '@pauta/core/themes/catalogue'
import { describe, expect, it } from 'vitest'
import { compileTopics } from './compiled-topics.ts'
import { CITIES } from './places.ts'
import { TOPICS } from './topics.ts'

const agencies = new Set(AGENCIES.map((agency) => agency.key))
const themes = new Set(THEMES.map((theme) => theme.code))
const states = new Set(CITIES.map((city) => city.state.code))

describe('topics', () => {
  it('have unique names', () => {
    const names = TOPICS.map((topic) => topic.name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('refer to themes, agencies and states that exist', () => {
    expect(TOPICS.map((topic) => topic.theme).filter((code) => !themes.has(code))).toEqual([])
    expect(TOPICS.flatMap((topic) => topic.agencies).filter((key) => !agencies.has(key))).toEqual([])
    expect(
      TOPICS.flatMap((topic) => topic.states?.split(' ') ?? []).filter((code) => !states.has(code)),
    ).toEqual([])
    const strangers = TOPICS.flatMap(({ agencies: own, angles }) =>
      angles.flatMap(({ by }) => by?.filter((key) => !own.includes(key)) ?? []),
    )
    expect(strangers).toEqual([])
  })

  it('cover every level-1 theme', () => {
    const covered = new Set(TOPICS.map((topic) => topic.theme.slice(0, 2)))
    const all = THEMES.filter((theme) => theme.level === 1).map((theme) => theme.code)
    expect(all.filter((code) => !covered.has(code))).toEqual([])
  })

  it('use only slots, entities and figures that are known', () => {
    expect(compileTopics(TOPICS)).toHaveLength(TOPICS.length)
    const first = TOPICS[0]
    if (first === undefined) throw new Error('no topics')
    expect(() => compileTopics([{ ...first, facts: ['{nowhere}'] }])).toThrow('unknown slot {nowhere}')
    expect(() => compileTopics([{ ...first, facts: ['{@Ninguém}'] }])).toThrow('no entity "Ninguém"')
  })

  it('use every figure that they declare', () => {
    const unused = TOPICS.flatMap(({ name, figures, angles, subtitles, facts }) => {
      const text = [...angles.flatMap(({ title, lead }) => [title, lead]), ...subtitles, ...facts].join(' ')
      return Object.keys(figures)
        .filter((figure) => !text.includes(`{${figure}}`))
        .map((figure) => `${name}.${figure}`)
    })
    expect(unused).toEqual([])
  })
})
