// A separate process that reads sites, which a test kills. kill-scrapes.ts bundles and starts it. Its first line of input
// contains the environment, every further line the body of a request for agencies. It writes one line with the summary.
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type Db } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { openWork, SCRAPE_SECTIONS, type ScrapeConfig } from '@pauta/scraper/runs/open-work'
import type { ScrapeBody } from '@pauta/scraper/runs/requests'
import { runScrape } from '@pauta/scraper/runs/run'

const WORK_MS = 900_000
const logger = createLogger({ level: 'silent' })

let stage: { config: ScrapeConfig; db: Db } | undefined
for await (const line of createInterface({ input: process.stdin })) {
  if (stage === undefined) {
    applyEnvironment(JSON.parse(line) as Record<string, string>)
    const config = loadConfig(...SCRAPE_SECTIONS)
    stage = { config, db: connectDatabase(config.database) }
  } else {
    const work = await openWork(stage.config, { db: stage.db, logger })
    const surroundings = { ...work, deadline: Date.now() + WORK_MS }
    const summary = await runScrape('agencies', JSON.parse(line) as ScrapeBody, surroundings)
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    // Node would write the cache at the exit, and a killed process has none.
    flushCompileCache()
  }
}
process.exit()
