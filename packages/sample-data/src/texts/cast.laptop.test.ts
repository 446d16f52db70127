import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { describe, expect, it } from 'vitest'
import { listOfficials, listSeedPeople } from './cast.ts'

describe('cast', () => {
  it('gives every agency its own officials, women and men', () => {
    const officials = AGENCIES.flatMap(({ key }) => listOfficials(key))
    expect(officials).toHaveLength(AGENCIES.length * 4)
    expect(new Set(officials.map((person) => person.name)).size).toBe(officials.length)
    expect(officials.filter((person) => person.woman)).toHaveLength(officials.length / 2)
  })

  it('registers all of them under unique ids', () => {
    const people = listSeedPeople()
    expect(people).toHaveLength(AGENCIES.length * 4)
    const ids = [...GAZETTEER, ...people].map((entity) => entity.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(people.filter(({ id }) => !/^dgb_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toEqual([])
    expect(people[0]?.id).toBe(listSeedPeople()[0]?.id)
  })
})
