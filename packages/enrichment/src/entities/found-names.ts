import type { Mention } from './mention.ts'
import { findLandmarks } from './landmarks.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'

/**
 * Finds the names in a text that no registry knows: municipalities, other places, people and organisations. Only
 * municipalities have an id. `states` are the codes of the states of which the text speaks. Takes time linear in the length
 * of the text.
 */
export function findNames(text: string, states: ReadonlySet<string>): Mention[] {
  return [
    ...findMunicipalities(text, states).map(({ start, end, name, id, state }) => ({
      start,
      end,
      name,
      state,
      type: 'LOC',
      entityId: id,
    })),
    ...findPeople(text).map((person) => ({ ...person, type: 'PER', entityId: null })),
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
