import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { SCRAPE_SECTIONS } from '@pauta/scraper/runs/open-work'
import { startScrapeServer } from '@pauta/scraper/http-service/serve'
import { CommandError, connect } from '../terminal/connect.ts'
import { makeCommand, wholeNumber } from '../terminal/options.ts'
import { makeReporter } from '../terminal/output.ts'

const PORT = 8080
const PORT_MAX = 65_535
const TOKEN_MIN_CHARACTERS = 16
/** Twenty calls at once, which wait for their hosts most of the time. */
const CONNECTIONS = 4

export const serveCommand = makeCommand('serve')
  .summary('offers the routes of the scraper, for a stage that calls one that is kept apart')
  .description(
    'Serves GET /health and, with the secret ScraperToken as bearer token, POST /scrape/agencies, /scrape/ebc and ' +
      "/verify/integrity over the stage's stores. Ctrl-C waits for the calls that are under way; twice ends them.",
  )
  .usage('[--port N] [--host ADDRESS]')
  .option('--port <N>', 'port', wholeNumber('--port', PORT_MAX), PORT)
  .option('--host <ADDRESS>', 'address that it listens on', '127.0.0.1')
  .action(async ({ port, host, data, json }) => {
    await connect(data)
    const config = loadConfig(...SCRAPE_SECTIONS, 'scraper')
    const { token } = config.scraper
    if (token.length < TOKEN_MIN_CHARACTERS)
      throw new CommandError(
        `The secret ScraperToken of the stage must have ${TOKEN_MIN_CHARACTERS} characters or more.`,
      )
    const db = connectDatabase(config.database, { maxConnections: CONNECTIONS })
    const logger = createLogger({
      level: config.settings.logLevel,
      fields: { function: 'scraper', version: config.settings.version },
    })
    const server = await startScrapeServer({ config, db, logger, token, host, port })
    makeReporter(json)(`The scraper listens at ${server.url}`)
    const signal = Promise.withResolvers<void>()
    const stop = () => signal.resolve()
    process.once('SIGINT', stop).once('SIGTERM', stop)
    await signal.promise
    await server.stop()
    await db.end({ timeout: 5 })
  })
