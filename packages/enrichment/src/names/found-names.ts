import type { Mention } from '../mention.ts'
import { findMunicipalities } from './municipalities.ts'
import { findOrganisations } from './organisations.ts'
import { findPeople } from './people.ts'
import { STATE_NAMES } from './states.ts'

const STATE_CODE = /\((\p{Lu}{2})\)|\/(\p{Lu}{2})(?!\p{L})/gu

/** The codes of the states that a text names. */
function statesIn(text: string): Set<string> {
  const found = new Set<string>()
  let rest = text
  for (const [code, name] of STATE_NAMES) {
    if (!rest.includes(name)) continue
    found.add(code)
    rest = rest.replaceAll(name, '')
  }
  for (const match of text.matchAll(STATE_CODE)) {
    const code = match[1] ?? match[2] ?? ''
    if (STATE_NAMES.has(code)) found.add(code)
  }
  return found
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
