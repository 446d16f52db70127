import { readRows, type Db } from '../database.ts'
import type { Theme } from '../themes/theme.ts'

/** More than there are; a catalogue that grew beyond is cut rather than read without end. */
const AGENCIES_MAX = 1000
const THEMES_MAX = 5000

/** An agency by every name that news and people use. */
export interface NamedAgency {
  key: string
  name: string
  /** Names of its entity in the registry, acronyms among them. */
  aliases: string[]
}

/** What a person may mean by the words of a request. */
export interface NameCatalogue {
  themes: Theme[]
  agencies: NamedAgency[]
}

/** Themes of all levels and agencies with their aliases, by code and key. Throws SERVICE_UNAVAILABLE. */
export async function readNameCatalogue(db: Db): Promise<NameCatalogue> {
  const [themes, agencies] = await Promise.all([
    readRows(
      () => db<Theme[]>`
        select code, label, level, parent_code from themes order by code limit ${THEMES_MAX}`,
    ),
    readRows(
      () => db<NamedAgency[]>`
        select key, name, coalesce(array_agg(alias order by alias) filter (where alias is not null), '{}') as aliases
        from agencies left join entities on agency_key = key left join entity_aliases using (entity_id)
        group by key, name order by key limit ${AGENCIES_MAX}`,
    ),
  ])
  return { themes: [...themes], agencies: [...agencies] }
}
