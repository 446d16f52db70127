import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { startScript } from '../kit/processes/command.ts'
import { keepDueScrape } from '../kit/workers/due-scrape.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { findOwnPort } from '../kit/stack/own-port.ts'

const STARTS = 10
const ARTICLES = 3000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-first-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts on the folder, waits for a line of the screen, calls `look` and stops with a signal. Returns the screen. */
async function startUntil(
  line: RegExp,
  signal: NodeJS.Signals,
  look: (url: string) => Promise<void> = async () => {},
): Promise<string> {
  const port = await findOwnPort()
  const command = startScript('packages/local/src/start.ts', ['--port', String(port), '--data', folder])
  const closed = once(command.child, 'close')
  try {
    await eventually(() => expect(command.output()).toMatch(line))
    await look(`http://localhost:${port}/graphql`)
  } finally {
    command.child.kill(signal)
    await closed
  }
  return command.output()
}

async function expectSample(url: string): Promise<void> {
  const { articles, themes, marketplaceListings } = await makeClient(url).query(
    '{ articles(limit: 1) { found } themes { code } marketplaceListings { total } }',
  )
  expect(articles.found).toBeGreaterThanOrEqual(ARTICLES)
  expect(themes.length).toBeGreaterThan(0)
  expect(marketplaceListings.total).toBeGreaterThan(0)
}

describe('a first start', () => {
  it.each(Array.from({ length: STARTS }, (_, n) => n + 1))(
    'has the whole sample though a scrape is due at once (%i)',
    async () => {
      await keepDueScrape(folder)
      const screen = await startUntil(/^ready /m, 'SIGTERM', expectSample)
      expect(screen).toMatch(/with 3,?000 articles/)
    },
  )

  it('that was killed while it wrote the sample is finished by the next start, even if a scrape is due', async () => {
    await startUntil(/Writing the sample data/, 'SIGKILL')
    await keepDueScrape(folder)
    const screen = await startUntil(/^ready /m, 'SIGTERM', expectSample)
    expect(screen).toMatch(/with 3,?000 articles/)
  })
})
