import type { Mention } from '../mention.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'
import { STATE_NAMES } from './states.ts'

const CAPITAL_BEHIND = /\((\p{Lu}{2})\)|\/(\p{Lu}{2})(?![\p{L}])/gu

/** The codes of the states that a text names. */
function statesIn(text: string): Set<string> {
  const named = [...STATE_NAMES].filter(([, name]) => text.includes(name)).map(([code]) => code)
  const behind = [...text.matchAll(CAPITAL_BEHIND)].map((match) => match[1] ?? match[2] ?? '')
  return new Set([...named, ...behind.filter((code) => STATE_NAMES.has(code))])
}

/**
 * Finds the names in a text that no registry knows: municipalities, people and organisations. People and organisations
 * have no id. Takes time linear in the length of the text.
 */
export function findNames(text: string): Mention[] {
  return [
    ...findMunicipalities(text, statesIn(text)).map(({ start, end, name, id }) => ({
      start,
      end,
      type: 'LOC',
      name,
      entityId: id,
    })),
    ...findPeople(text).map(({ start, end, name }) => ({ start, end, type: 'PER', name, entityId: null })),
    ...findOrganisations(text).map(({ start, end, name }) => ({
      start,
      end,
      type: 'ORG',
      name,
      entityId: null,
    })),
  ]
}
