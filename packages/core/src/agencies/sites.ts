import * as z from 'zod'
import rows from './sites.json' with { type: 'json' }

/** The news site of an agency. */
export interface AgencySite {
  key: string
  /** How the site is read: a kind of the scraper. */
  kind: string
  /** Absolute address of the news listing, newest first, without a trailing slash. */
  url: string
  /** False when the site is not read. */
  active: boolean
  /** Why the site is not read, or what is not certain about it. */
  note: string | null
}

const siteSchema = z.strictObject({
  key: z.string(),
  kind: z.string(),
  url: z.url(),
  active: z.boolean().default(true),
  note: z.string().nullable().default(null),
})

/**
 * The sites with which the table `sites` begins, by key. Listings of a single year (`/2025`) get no news from January
 * on, so the parent folder is read, which lists all years. Rows that an operator changed stay as they are.
 */
export const AGENCY_SITES: readonly AgencySite[] = z.array(siteSchema).parse(rows)
