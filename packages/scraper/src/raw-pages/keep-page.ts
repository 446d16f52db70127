import { KEPT_PAGES_FOLDER } from '../store/drifts.ts'
import type { Storage } from '@pauta/platform/storage/object-storage'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { UnreadPage } from '../errors.ts'
import type { DriftKind } from '../crawl/judge-drift.ts'

const PAGE_MAX_CHARACTERS = 2_000_000

/**
 * Stores a page that shows how a site changed, in place of the earlier page of the same agency and kind. Returns its
 * key, or null when the storage fails: the run continues without the page.
 */
export async function keepPage(
  storage: Pick<Storage, 'put'>,
  { agencyKey, kind, page, logger }: { agencyKey: string; kind: DriftKind; page: UnreadPage; logger: Logger },
): Promise<string | null> {
  const isJson = page.text.trimStart().startsWith('{')
  const key = `${KEPT_PAGES_FOLDER}/${agencyKey}/${kind}.${isJson ? 'json' : 'html'}`
  // Served as text, so that a browser runs nothing of the page.
  const type = 'text/plain; charset=utf-8'
  try {
    await storage.put(key, page.text.slice(0, PAGE_MAX_CHARACTERS).toWellFormed(), type)
    return key
  } catch (error) {
    logger.warn({ error, agencyKey, kind, address: page.address }, 'scraper: a page could not be kept')
    return null
  }
}
