import type { Mention } from './mention.ts'
import { findLandmarks } from './landmarks.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'

/** What certainly stands before a place, also where a person has its name: "em Resende". */
const IN_TOWN = /(?<!\p{L})(?:em|para|(?:município|cidade|prefeitura|região) de)\s$/iu

/**
 * Finds the names in a text that no registry knows: municipalities, other places, people and organisations. Only
 * municipalities have an id. `states` are the codes of the states of which the text speaks. Behind a person's full name,
 * the surname alone is the person, not the town: "afirma Sampaio". Takes time linear in the length of the text.
 */
export function findNames(text: string, states: ReadonlySet<string>): Mention[] {
  const people = findPeople(text)
  const named = new Set(people.map(({ start, end }) => `${start} ${end}`))
  const towns = findMunicipalities(text, states).filter(
    ({ start, end, isCertain }) =>
      isCertain || !named.has(`${start} ${end}`) || IN_TOWN.test(text.slice(Math.max(0, start - 20), start)),
  )
  return [
    ...towns.map(({ start, end, name, id, state }) => ({
      start,
      end,
      name,
      state,
      type: 'LOC',
      entityId: id,
    })),
    ...people.map((person) => ({ ...person, type: 'PER', entityId: null })),
    ...findOrganisations(text).map(({ start, end, name }) => ({
      start,
      end,
      name,
      type: 'ORG',
      entityId: null,
    })),
    ...findLandmarks(text).map((landmark) => ({ ...landmark, type: 'LOC', entityId: null })),
  ]
}
