import { SCRAPER_TOKEN } from '@pauta/local/environment'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { SCRAPE_SECTIONS } from '@pauta/scraper/runs/open-work'
import { startScrapeServer } from '@pauta/scraper/http-service/serve'

/** Starts the scraper service over the stores of the stack of this process. */
export async function startTestScrapeServer() {
  const config = loadConfig(...SCRAPE_SECTIONS)
  const db = connectDatabase(config.database)
  const logger = createLogger({ level: 'silent' })
  const server = await startScrapeServer({
    config,
    db,
    logger,
    token: SCRAPER_TOKEN,
    host: '127.0.0.1',
    port: 0,
  })
  return {
    url: server.url,
    /** Calls a route. `token: null` sends none, and a text is sent as it is. */
    async call(
      path: string,
      {
        method = 'POST',
        body,
        token = SCRAPER_TOKEN,
      }: { method?: string; body?: unknown; token?: string | null } = {},
    ) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    async stop(): Promise<void> {
      await server.stop()
      await db.end()
    },
  }
}

export type TestScrapeServer = Awaited<ReturnType<typeof startTestScrapeServer>>
