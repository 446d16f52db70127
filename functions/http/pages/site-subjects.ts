import { findListing } from '@pauta/clippings/marketplace/queries'
import { listAgencies } from '@pauta/core/agencies/queries'
import { findEntityOrMerged } from '@pauta/core/entities/merges'
import { findRemovedDocument } from '@pauta/core/history/removed-document'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { findDocument } from '@pauta/core/search-index/search'
import { listThemes } from '@pauta/core/themes/queries'
import { readRows, type Db } from '@pauta/platform/database/database'
import { ARTICLE_PAGE_FIELDS, type ArticlePageSites } from '@pauta/syndication/pages/article-page'
import {
  describeArticle,
  describeListing,
  describeThing,
  describeVersions,
  NEW_CLIPPING,
  type SiteSubject,
} from '@pauta/syndication/pages/site-page'
import type { SitePath } from './site-path.ts'

interface Stores {
  db: Db
  index: SearchIndex
  sites: ArticlePageSites
}

const VERSION_PATHS = /^(versoes\/\d{1,9}|diferencas\/\d{1,9}\/\d{1,9})$/

/** Returns an article, also one that its site removed: its page in the observatory shows it with a note. */
async function findArticle(
  { id, rest }: SitePath,
  { db, index, sites }: Stores,
): Promise<SiteSubject | undefined> {
  if (rest !== '' && !VERSION_PATHS.test(rest)) return undefined
  const listed = await findDocument(index, id, ARTICLE_PAGE_FIELDS)
  const article = listed ?? (await readRows(() => findRemovedDocument(db, id)))
  if (!article) return undefined
  return rest === ''
    ? describeArticle(article, { sites, isListed: listed !== undefined })
    : describeVersions(article, { sites, rest })
}

async function findAgency({ id }: SitePath, { db, sites }: Stores): Promise<SiteSubject | undefined> {
  const [agency] = await readRows(() => listAgencies(db, [id]))
  return agency && describeThing({ kind: 'agencies', id, name: agency.name, about: null }, sites)
}

async function findTheme({ id }: SitePath, { db, sites }: Stores): Promise<SiteSubject | undefined> {
  const [theme] = await readRows(() => listThemes(db, [id]))
  return theme && describeThing({ kind: 'themes', id, name: theme.label, about: null }, sites)
}

async function findNamedEntity({ id }: SitePath, { db, sites }: Stores): Promise<SiteSubject | undefined> {
  const entity = await readRows(() => findEntityOrMerged(db, id))
  if (!entity) return undefined
  const { entityId, canonicalName: name, description: about } = entity
  return describeThing({ kind: 'entities', id: entityId, name, about }, sites)
}

/** Returns a published clipping, or the form of a new one, which the site has at an address of the same folder. */
async function findPublished({ id }: SitePath, { db, sites }: Stores): Promise<SiteSubject | undefined> {
  if (id === 'novo') return NEW_CLIPPING
  const listing = await readRows(() => findListing(db, id))
  return listing && describeListing(listing, sites)
}

const FINDERS = {
  noticias: findArticle,
  orgaos: findAgency,
  temas: findTheme,
  entidades: findNamedEntity,
  recortes: findPublished,
} satisfies Record<SitePath['folder'], unknown>

/** Returns what a page of the observatory is about; undefined where there is no such thing. Throws SERVICE_UNAVAILABLE. */
export async function findSubject(path: SitePath, stores: Stores): Promise<SiteSubject | undefined> {
  if (path.folder !== 'noticias' && path.rest !== '') return undefined
  return await FINDERS[path.folder](path, stores)
}
