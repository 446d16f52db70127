import * as z from 'zod'
import rows from './agencies.json' with { type: 'json' }
import type { Agency } from './agency.ts'
import { AGENCY_SITES } from './sites.ts'

/** An agency of the catalogue. */
export interface CatalogueAgency extends Agency {
  /** Name, parent and type are not official. An operator may correct them with `npm run catalogue`. */
  derivedName: boolean
}

const agencySchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Without it the agency is a root of the tree. */
  parent: z.string().nullable().default(null),
  type: z.string(),
  /** The news page for readers, where it is not the listing of the site. */
  newsUrl: z.string().nullable().default(null),
  /** The public broadcasters republish texts of agencies. */
  isRepublisher: z.boolean().default(false),
  derivedName: z.boolean().default(false),
})

const SITES = new Map(AGENCY_SITES.map((site) => [site.key, site]))

/** Returns the news page for readers: the listing without its part for the newest news. */
const newsPage = (listingUrl: string): string => listingUrl.replace(/\/ultimas$/, '')

/**
 * The federal agencies that publish news, by key. The catalogue fills the agencies table and names imported agencies.
 * `parentKey` is the agency to which an agency belongs or answers by law. The news page is the listing of the
 * site unless the row has another.
 */
export const AGENCIES: readonly CatalogueAgency[] = z
  .array(agencySchema)
  .parse(rows)
  .map(({ parent, newsUrl, ...agency }) => {
    const site = SITES.get(agency.key)
    return {
      ...agency,
      parentKey: parent,
      newsUrl: newsUrl ?? (site ? newsPage(site.url) : null),
      active: site?.active ?? false,
    }
  })
