import type { AgencySite } from '@pauta/core/agencies/sites'
import { AGENCY_KEY } from '@pauta/core/agencies/agency'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { SITE_KINDS } from '../kinds/site-kind.ts'
import type { SiteRow } from './listed-sites.ts'

const URLS_MAX = 10
const HOSTS_MAX = 20
const NOTE_MAX_CHARACTERS = 500
/** A public host: a name with a dot. Addresses in digits and names of the own network are refused. */
const PUBLIC_HOST = /^(?=.{4,253}(:|$))([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(:\d{1,5})?$/i

const isPublicHost = (host: string): boolean => PUBLIC_HOST.test(host) && !/(^|\.)localhost(:|$)/i.test(host)

/** Agencies are active when their site is. Freshness and status leave out the others. */
async function followSites(db: Db): Promise<void> {
  await db`
    update agencies a set active = s.active, updated_at = now()
    from sites s where s.agency_key = a.key and a.active <> s.active`
}

/**
 * Writes the sites of the catalogue. Sites that an operator changed stay as they are; corrections of the other sites
 * arrive. A site whose address or kind changed is read from its first page again.
 */
export async function seedSites(pool: DbPool, sites: readonly AgencySite[]): Promise<void> {
  await pool.begin(async (db) => {
    const changed = await db<{ agencyKey: string }[]>`
      insert into sites as s (agency_key, kind, listing_urls, active, note, source)
      select key, kind, array[url], active, note, 'catalogue'
      from jsonb_to_recordset(${pool.json(sites as never)}) as r (
        key text, kind text, url text, active boolean, note text)
      on conflict (agency_key) do update set
        kind = excluded.kind, listing_urls = excluded.listing_urls, active = excluded.active, note = excluded.note,
        changed_at = now()
      where s.source = 'catalogue' and (s.kind, s.listing_urls, s.active, s.note)
        is distinct from (excluded.kind, excluded.listing_urls, excluded.active, excluded.note)
      returning agency_key`
    await forgetState(
      db,
      changed.map(({ agencyKey }) => agencyKey),
    )
    await followSites(db)
  })
}

/** Makes sites due at once, and forgets the kind that answered before and the place in their listing. */
async function forgetState(db: Db, keys: readonly string[]): Promise<void> {
  await db`
    update scrape_sites set kind = null, progress = null, next_at = null where agency_key = any(${[...keys]})`
}

/** What an operator may set of a site. */
export type SiteFacts = Pick<SiteRow, 'kind' | 'listingUrls' | 'hosts' | 'note'>

/** Throws BAD_USER_INPUT naming `url`, unless this is the address of a page on a public host. */
export function checkListingUrl(text: string): string {
  const url = URL.parse(text)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isWeb || !isPublicHost(url.host))
    throw badInput('url', `${text} não é o endereço de uma página pública.`)
  return url.href.replace(/#.*$/, '').replace(/(?<=[^/])\/+$/, '')
}

function checkNote(note: string | null): void {
  if (note !== null && (note.length > NOTE_MAX_CHARACTERS || /\p{C}/u.test(note)))
    throw badInput('note', `deve ter até ${NOTE_MAX_CHARACTERS} caracteres visíveis.`)
}

function checkFacts({ kind, listingUrls, hosts, note }: SiteFacts): SiteFacts {
  if (!SITE_KINDS.some((known) => known === kind))
    throw badInput('kind', `não há sites do tipo ${kind}. Use ${SITE_KINDS.join(', ')}.`)
  if (listingUrls.length === 0 || listingUrls.length > URLS_MAX)
    throw badInput('url', `informe de 1 a ${URLS_MAX} endereços.`)
  const odd = hosts.find((host) => !isPublicHost(host))
  if (odd !== undefined || hosts.length > HOSTS_MAX)
    throw badInput('host', `${odd ?? 'a lista'}: use até ${HOSTS_MAX} nomes públicos, como www.gov.br.`)
  checkNote(note)
  return { kind, listingUrls: listingUrls.map(checkListingUrl), hosts: [...new Set(hosts)], note }
}

/**
 * Adds the site of an agency, or replaces its facts. The site becomes active and is due at once. Later versions of the
 * catalogue keep it. Throws BAD_USER_INPUT naming `key`, `kind`, `url`, `host` or `note`.
 */
export async function saveSite(
  pool: DbPool,
  key: string,
  { facts, changedBy }: { facts: SiteFacts; changedBy: string | null },
): Promise<void> {
  if (!AGENCY_KEY.test(key)) throw badInput('key', 'use só a-z, 0-9, _ e -, no máximo 64 caracteres.')
  const { kind, listingUrls, hosts, note } = checkFacts(facts)
  await pool.begin(async (db) => {
    const [agency] = await db`select 1 from agencies where key = ${key}`
    if (!agency) throw badInput('key', `não há órgão com a chave ${key}.`)
    const options = db.json(hosts.length > 0 ? { hosts: [...hosts] } : {})
    await db`
      insert into sites (agency_key, kind, listing_urls, options, active, note, source, changed_by)
      values (${key}, ${kind}, ${[...listingUrls]}, ${options}, true, ${note}, 'operator', ${changedBy})
      on conflict (agency_key) do update set
        kind = excluded.kind, listing_urls = excluded.listing_urls, options = excluded.options, active = true,
        note = excluded.note, source = 'operator', changed_by = excluded.changed_by, changed_at = now()`
    await forgetState(db, [key])
    await followSites(db)
  })
}

/**
 * Pauses or resumes a site. `note` says why. Later versions of the catalogue keep the state. Throws BAD_USER_INPUT
 * naming `key` without such a site, or `note`.
 */
export async function setSiteActive(
  pool: DbPool,
  key: string,
  { active, note, changedBy }: { active: boolean; note: string | null; changedBy: string | null },
): Promise<void> {
  checkNote(note)
  await pool.begin(async (db) => {
    const changed = await db`
      update sites set active = ${active}, note = ${note}, source = 'operator', changed_by = ${changedBy},
        changed_at = now()
      where agency_key = ${key} returning 1`
    if (changed.length === 0) throw badInput('key', `o órgão ${key} não tem site.`)
    if (active) await forgetState(db, [key])
    await followSites(db)
  })
}
