import type { DbPool } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { AGENCY_KEY, type Agency } from './agency.ts'

const NAME_MAX_CHARACTERS = 200
const UNKNOWN_MAX = 1000

/** An agency known only from news. Its name is its key. */
export interface UnknownAgency {
  key: string
  articles: number
}

/** Lists agencies known only from news, by key: 1,000 at most. */
export async function listUnknownAgencies(db: DbPool): Promise<UnknownAgency[]> {
  return await db<UnknownAgency[]>`
    select g.key, (
      select count(*)::int from articles a where a.agency_key = g.key and a.deleted_at is null) as articles
    from agencies g where g.source = 'news' order by g.key limit ${UNKNOWN_MAX}`
}

export interface AgencyName {
  key: string
  name: string
}

/** Facts about an agency besides its name; null when unknown. */
export type AgencyDetails = Pick<Agency, 'parentKey' | 'type' | 'newsUrl'>

function checkName({ key, name }: AgencyName): AgencyName {
  const trimmed = name.trim()
  if (!AGENCY_KEY.test(key)) throw badInput('key', 'use só a-z, 0-9, _ e -, no máximo 64 caracteres.')
  if (trimmed === '' || trimmed.length > NAME_MAX_CHARACTERS || /\p{C}/u.test(trimmed))
    throw badInput('name', `deve ter de 1 a ${NAME_MAX_CHARACTERS} caracteres visíveis.`)
  return { key, name: trimmed }
}

/**
 * Adds an agency that the catalogue lacks, or names one known only from news. The agency is not scraped: only agencies
 * with a site in the code are. `reindexRenamed` updates its articles. Throws BAD_USER_INPUT naming `key`, `name`,
 * `parent` or `url`.
 */
export async function addAgency(pool: DbPool, name: AgencyName, details: AgencyDetails): Promise<void> {
  const { key, name: official } = checkName(name)
  const { parentKey, type, newsUrl } = details
  if (newsUrl !== null && !/^https?:\/\/[^\s/]/.test(newsUrl))
    throw badInput('url', 'deve começar com http:// ou https://.')
  await pool.begin(async (db) => {
    const [parent] = await db`select 1 from agencies where key = ${parentKey} and key <> ${key}`
    if (parentKey !== null && !parent) throw badInput('parent', `não há órgão com a chave ${parentKey}.`)
    const added = await db`
      insert into agencies as a (key, name, parent_key, type, news_url, source, reindex_after)
      values (${key}, ${official}, ${parentKey}, ${type}, ${newsUrl}, 'operator', '')
      on conflict (key) do update set
        name = excluded.name, parent_key = excluded.parent_key, type = excluded.type, news_url = excluded.news_url,
        source = 'operator', reindex_after = '', updated_at = now()
      where a.source = 'news'
      returning 1`
    if (added.length === 0) throw badInput('key', `o órgão ${key} já está no catálogo.`)
  })
}

/**
 * Renames a known agency. Later versions of the catalogue keep this name. Returns false when the name is the same.
 * Throws BAD_USER_INPUT naming `key` or `name`, also for an agency known only from news.
 */
export async function renameAgency(pool: DbPool, name: AgencyName): Promise<boolean> {
  const { key, name: official } = checkName(name)
  return await pool.begin(async (db) => {
    const [agency] = await db<{ name: string }[]>`
      select name from agencies where key = ${key} and source <> 'news' for no key update`
    if (!agency) throw badInput('key', `o órgão ${key} não está no catálogo.`)
    if (agency.name === official) return false
    await db`
      update agencies set name = ${official}, source = 'operator', reindex_after = '', updated_at = now()
      where key = ${key}`
    return true
  })
}
