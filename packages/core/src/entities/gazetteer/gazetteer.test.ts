import { describe, expect, it } from 'vitest'
import { AGENCIES } from '../../agencies/catalogue.ts'
import { WIDE_PLACES } from './wide-places.ts'
import type { EntityRecord, EntityType } from '../entity-record.ts'
import { GAZETTEER } from './gazetteer.ts'

const agencyKeys = new Set(AGENCIES.map((agency) => agency.key))
const ofType = (type: EntityType) => GAZETTEER.filter((entity) => entity.type === type)
const policies = ofType('POLICY')

/** Folds a name like the search: without case, accents and punctuation. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const foldedNames = (entity: EntityRecord) => [entity.canonicalName, ...entity.aliases].map(fold)
const repeated = <T>(values: readonly T[]) => values.filter((value, at) => values.indexOf(value) !== at)

describe('gazetteer', () => {
  it('covers agencies, places, policies, laws and events', () => {
    expect(ofType('LOC')).toHaveLength(1 + 27 + 27 + WIDE_PLACES.length)
    expect(policies.length).toBeGreaterThanOrEqual(40)
    expect(ofType('LAW').length).toBeGreaterThanOrEqual(30)
    expect(ofType('EVENT').length).toBeGreaterThanOrEqual(20)
    const keys = GAZETTEER.map((entity) => entity.agencyKey).filter((key) => key !== undefined)
    expect(keys.sort()).toEqual([...agencyKeys].sort())
  })

  it('contains unique and well-formed ids', () => {
    const ids = GAZETTEER.map((entity) => entity.id)
    expect(repeated(ids)).toEqual([])
    expect(ids.filter((id) => !/^(Q[1-9]\d*|dgb_[0-7][0-9A-HJKMNP-TV-Z]{25})$/.test(id))).toEqual([])
    const mislinked = GAZETTEER.filter(
      ({ id, wikidataId }) => wikidataId !== (id[0] === 'Q' ? id : undefined),
    )
    expect(mislinked).toEqual([])
  })

  it.each(['ORG', 'LOC', 'EVENT', 'POLICY', 'LAW'] as const)(
    'gives each %s names that no other one has',
    (type) => {
      expect(repeated(ofType(type).flatMap(foldedNames))).toEqual([])
    },
  )

  it('contains no blank or untrimmed names', () => {
    const names = GAZETTEER.flatMap((entity) => [entity.canonicalName, ...entity.aliases])
    expect(names.filter((name) => name.trim() !== name || fold(name).length < 2)).toEqual([])
  })

  it('has policy fields on policies only, with references that exist', () => {
    expect(
      GAZETTEER.filter((entity) => (entity.policy !== undefined) !== (entity.type === 'POLICY')),
    ).toEqual([])
    const lawNames = new Set(ofType('LAW').map((law) => law.canonicalName))
    const facts = policies.map((entity) => entity.policy).filter((policy) => policy !== undefined)
    expect(facts.flatMap((policy) => policy.enablingLaws).filter((law) => !lawNames.has(law))).toEqual([])
    expect(
      facts.flatMap((policy) => policy.responsibleAgencies).filter((key) => !agencyKeys.has(key)),
    ).toEqual([])
    expect(facts.filter((policy) => policy.responsibleAgencies.length === 0)).toEqual([])
    expect(facts.filter((policy) => policy.targetPopulation.length === 0)).toEqual([])
  })

  it('contains valid days of first mentions', () => {
    const days = policies
      .map((entity) => entity.policy?.firstMentionedDate)
      .filter((day) => day !== undefined)
    expect(days.length).toBeGreaterThan(40)
    expect(days.filter((day) => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)).toEqual([])
  })

  it('contains policies of every domain and phase', () => {
    const domains = new Set(policies.map((entity) => entity.policy?.domain))
    const phases = new Set(policies.map((entity) => entity.policy?.lifecyclePhase))
    expect(domains.size).toBe(7)
    expect(phases.size).toBe(5)
  })
})
