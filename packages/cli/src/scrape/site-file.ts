import { readFile } from 'node:fs/promises'
import { SITE_KINDS, type SiteKind } from '@pauta/scraper/kinds/site-kind'
import type { Site } from '@pauta/scraper/site/site'
import * as z from 'zod'
import { CommandError } from '../terminal/connect.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Catalogues name both broadcasters `ebc`; their keys tell them apart. */
const BROADCASTERS: Readonly<Record<string, SiteKind>> = {
  agencia_brasil: 'agenciabrasil',
  tvbrasil: 'tvbrasil',
}

const isLoopback = (address: string) => LOOPBACK.test(new URL(address).hostname)
const isAskable = (address: string) =>
  URL.canParse(address) &&
  (address.startsWith('https://') || (address.startsWith('http://') && isLoopback(address)))

const siteSchema = z.object({
  key: z.string().min(1),
  kind: z.string(),
  listingUrls: z.array(z.string().refine(isAskable, 'an https address, or one of this machine')).min(1),
})

/** Reads the site that a JSON file describes. Throws a CommandError that names what is wrong. */
export async function readSite(file: string): Promise<Site> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const checked = siteSchema.safeParse(value)
  if (!checked.success) throw new CommandError(`${file}: ${z.prettifyError(checked.error)}`)
  const { key, kind, listingUrls } = checked.data
  const known = kind === 'ebc' ? BROADCASTERS[key] : SITE_KINDS.find((each) => each === kind)
  if (known === undefined) throw new CommandError(`${file}: kind ${kind}: one of ${SITE_KINDS.join(', ')}`)
  return { key, kind: known, listingUrls }
}

/** Whether every listing of a site is on this machine. */
export const isLocal = ({ listingUrls }: Site) => listingUrls.every(isLoopback)
