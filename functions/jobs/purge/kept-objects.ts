import { LARGE_ARTICLES_FOLDER } from '@pauta/core/ingest/send'
import { RAW_EVENTS_FOLDER } from '@pauta/core/steps/envelope'
import { KEPT_PAGES_FOLDER } from '@pauta/scraper/store/drifts'

/**
 * Days of the pages of changed sites, counts of the sites, ended backfills, and addresses that no listing shows any more.
 * Articles are known by their own table.
 */
export const SCRAPING_KEPT_DAYS = 90

/**
 * Days for which the folder of a machine keeps objects of which no row says when they end. The rules of the bucket
 * (stacks/storage.ts) have the same days; a test compares them.
 */
export const OBJECTS_KEPT_DAYS: Readonly<Record<string, number>> = {
  [RAW_EVENTS_FOLDER]: 730,
  [LARGE_ARTICLES_FOLDER]: 30,
  [KEPT_PAGES_FOLDER]: SCRAPING_KEPT_DAYS,
}
