import type { Db } from '@pauta/platform/database/database'
import type { Agency } from './agency.ts'

/** An agency of the catalogue, or one that only news named. */
export interface ListedAgency extends Agency {
  /** False for an agency that only news named. Its name is its key. */
  inCatalogue: boolean
}

/** Lists the agencies with these keys in the order of their names, as readers see them. Skips unknown keys. */
export async function listAgencies(db: Db, keys: readonly string[]): Promise<ListedAgency[]> {
  const agencies = await db<ListedAgency[]>`
    select key, name, parent_key, type, news_url, is_republisher, active, source <> 'news' as in_catalogue
    from agencies where key = any(${[...keys]})`
  return agencies.sort((a, b) => a.name.localeCompare(b.name, 'pt-BR') || a.key.localeCompare(b.key))
}

/** Lists agencies in no order. A text that is no key is compared with official names. Skips unknown texts. */
export async function listAgenciesByKeyOrName(db: Db, texts: readonly string[]): Promise<Agency[]> {
  return await db<Agency[]>`
    select key, name, parent_key, type, news_url, is_republisher, active
    from agencies
    where key = any(${[...texts]}) or (name = any(${[...texts]}) and name not in (select key from agencies))`
}

/** Returns keys by official name; of agencies with the same name the first key. Skips unknown names. */
export async function listKeysByName(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ key: string; name: string }[]>`
    select min(key) as key, name from agencies where name = any(${[...names]}) group by name`
  return new Map(rows.map(({ key, name }) => [name, key]))
}
