import { readRows, type Db } from '@pauta/platform/database/database'
import { readThemeCatalogue } from '@pauta/core/themes/queries'
import type { Theme } from '@pauta/core/themes/theme'

/** More than exist. A larger catalogue is cut, so that the read stays bounded. */
const AGENCIES_MAX = 1000
const ENTITIES_MAX = 10_000

/** An agency with every name that news and readers use. */
interface NamedAgency {
  key: string
  name: string
  /** Names of the agency's entity in the registry, including acronyms. */
  aliases: string[]
}

/** A named policy, place, person or other entity. */
interface NamedEntity {
  name: string
  aliases: string[]
}

/** The names that the words of a request may refer to. */
export interface NameCatalogue {
  themes: Theme[]
  agencies: NamedAgency[]
  /** Entities except agencies. */
  entities: NamedEntity[]
}

/**
 * Returns themes of all levels, agencies and entities with their aliases, each in a fixed order. Throws
 * SERVICE_UNAVAILABLE.
 */
export async function readNameCatalogue(db: Db): Promise<NameCatalogue> {
  const [themes, agencies, entities] = await Promise.all([
    readRows(() => readThemeCatalogue(db)),
    readRows(
      () => db<NamedAgency[]>`
        select key, name, coalesce(array_agg(alias order by alias) filter (where alias is not null), '{}') as aliases
        from agencies left join entities on agency_key = key left join entity_aliases using (entity_id)
        group by key, name order by key limit ${AGENCIES_MAX}`,
    ),
    readRows(
      () => db<NamedEntity[]>`
        select canonical_name as name, array_agg(alias order by position, alias) as aliases
        from entities join entity_aliases using (entity_id) where agency_key is null
        group by entity_id order by entity_id limit ${ENTITIES_MAX}`,
    ),
  ])
  return { themes: [...themes.values()], agencies: [...agencies], entities: [...entities] }
}
