import { sendArticle } from '@pauta/core/ingest/send'
import type { Config } from '@pauta/platform/config/config'
import type { Db } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { AgencyResult } from '../crawl/run-counts.ts'
import { hostsOf, listNewsHosts, listSites } from '../store/listed-sites.ts'
import { openFetchMemory } from '../store/ports.ts'
import { keepPage } from '../raw-pages/keep-page.ts'
import { keepRaw } from '../raw-pages/keep-raw.ts'
import { openFetcher } from '../fetch/open-fetcher.ts'
import { openProbe } from '../integrity/open-probe.ts'
import type { RunSurroundings } from './run.ts'

/** The sections that reading sites needs. */
export const SCRAPE_SECTIONS = [
  'settings',
  'database',
  'storage',
  'newsIngestQueue',
  'scrapeService',
] as const

export type ScrapeConfig = Config<(typeof SCRAPE_SECTIONS)[number]>

function logResult(logger: Logger, result: AgencyResult): void {
  // Status and alarms count the faults of sites.
  if (result.errorKind === 'internal') logger.warn({ ...result }, 'scraper: agency')
  else logger.info({ ...result }, 'scraper: agency')
}

/** Returns what a run over sites needs, from the stores and the settings of the stage. Reads the hosts of the sites. */
export async function openWork(
  config: ScrapeConfig,
  { db, logger }: { db: Db; logger: Logger },
): Promise<Omit<RunSurroundings, 'deadline'>> {
  const storage = connectStorage(config.storage)
  const sending = { queues: connectQueues(), storage, queueUrl: config.newsIngestQueue.url }
  return {
    db,
    fetcher: openFetcher(config, openFetchMemory(db), await listNewsHosts(db)),
    send: (message) => sendArticle(message, sending),
    keepRaw: (page) => keepRaw({ db, storage }, page, logger),
    keepPage: (agencyKey, kind, page) => keepPage(storage, { agencyKey, kind, page, logger }),
    now: () => new Date(),
    onResult: (result) => logResult(logger, result),
  }
}

/** Returns the checks of articles, and the hosts that these may ask: those of paused sites too. */
export async function openChecks(config: Config<'settings' | 'scrapeService'>, db: Db) {
  const hosts = hostsOf(await listSites(db))
  return { hosts, probe: openProbe(config, openFetchMemory(db), hosts) }
}
