import { AGENCIES } from '../../agencies/catalogue.ts'
import type { EntityRecord, EntityType } from '../entity-record.ts'
import { AGENCY_ENTITIES } from './agencies.ts'
import { BODIES } from './bodies.ts'
import { EVENTS } from './events.ts'
import { LAWS } from './laws.ts'
import { ORGANISATIONS } from './organisations.ts'
import { WIDE_PLACES } from './wide-places.ts'
import { STATES } from './places.ts'
import { POLICIES } from './policies.ts'

const AGENCY_NAMES = new Map(AGENCIES.map((agency) => [agency.key, agency.name]))

/** A certain Wikidata id is also the entity's own id. */
function identify(id: string): { id: string; wikidataId?: string } {
  return id.startsWith('Q') ? { id, wikidataId: id } : { id }
}

function agencyEntities(): EntityRecord[] {
  return AGENCY_ENTITIES.map(([agencyKey, id, ...aliases]) => ({
    ...identify(id),
    canonicalName: AGENCY_NAMES.get(agencyKey) ?? agencyKey,
    type: 'ORG',
    aliases,
    agencyKey,
  }))
}

/** Makes entities of rows with an id, a name and other names. */
const named = (type: EntityType, rows: readonly [id: string, name: string, ...aliases: string[]][]) =>
  rows.map(([id, canonicalName, ...aliases]): EntityRecord => ({
    ...identify(id),
    canonicalName,
    type,
    aliases,
  }))

function bodyEntities(): EntityRecord[] {
  return BODIES.map(({ id, name, aliases }) => ({
    id,
    canonicalName: name,
    type: 'ORG',
    aliases: [...aliases],
  }))
}

function placeEntities(): EntityRecord[] {
  const states = STATES.map((state): EntityRecord => ({
    ...identify(state.id),
    canonicalName: state.name,
    type: 'LOC',
    aliases: [],
    description: `Unidade da Federação (${state.code})`,
  }))
  const capitals = STATES.map((state): EntityRecord => ({
    ...identify(state.capitalId),
    canonicalName: state.capital,
    type: 'LOC',
    aliases: [`${state.capital} (${state.code})`],
    description: state.code === 'DF' ? 'Capital do Brasil' : `Capital (${state.code})`,
  }))
  const country: EntityRecord = {
    ...identify('Q155'),
    canonicalName: 'Brasil',
    type: 'LOC',
    aliases: ['República Federativa do Brasil'],
    description: 'País da América do Sul',
  }
  const wide = WIDE_PLACES.map(({ id, name, aliases }): EntityRecord => ({
    ...identify(id),
    canonicalName: name,
    type: 'LOC',
    aliases,
  }))
  return [country, ...states, ...capitals, ...wide]
}

function policyEntities(): EntityRecord[] {
  return POLICIES.map((row) => ({
    ...identify(row.id),
    canonicalName: row.name,
    type: 'POLICY',
    aliases: row.aliases,
    description: row.description,
    policy: {
      domain: row.domain,
      lifecyclePhase: row.phase,
      enablingLaws: row.laws,
      responsibleAgencies: row.agencies,
      targetPopulation: row.population,
      instanceOf: row.instanceOf,
      ...(row.firstMentioned === undefined ? {} : { firstMentionedDate: row.firstMentioned }),
    },
  }))
}

function eventEntities(): EntityRecord[] {
  return EVENTS.map(([id, canonicalName, description, ...aliases]) => ({
    ...identify(id),
    canonicalName,
    type: 'EVENT',
    aliases,
    description,
  }))
}

/** The entities of the code: the initial registry, which enrichment searches for in news. */
export const GAZETTEER: readonly EntityRecord[] = [
  ...agencyEntities(),
  ...named('ORG', ORGANISATIONS),
  ...bodyEntities(),
  ...placeEntities(),
  ...policyEntities(),
  ...eventEntities(),
  ...named('LAW', LAWS),
]
