// How long after `npm start` on an empty folder a reader finds the first article that was scraped from an emulated site.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf } from '@pauta/emulators/sites/site-address'
import { findPortFrom } from '@pauta/local/ports'
import { listSiteNews } from '@pauta/local/site-news'
import { listNewsSites } from '@pauta/local/stack'
import { makeClient } from '../kit/client/client.ts'
import { ROOT } from '../kit/repository/root.ts'
import type { Figure } from './measure.ts'

const TARGET_SECONDS = 120
/** After this time, the figure counts as not measurable. */
const GIVE_UP_SECONDS = 600
const FIRST_PORT = 24_000
const POLL_MS = 500
const NEWEST = 100

interface Found {
  articles: { articles: { uniqueId: string; title: string; url: string }[] }
}
interface Searched {
  search: { articles: { url: string }[] }
}

/** Addresses of everything that the emulated sites show now. */
function listShown(): Set<string> {
  const now = new Date()
  return new Set(
    listNewsSites().flatMap(({ key, kind, listingUrls: [listingUrl = ''] }) =>
      listSiteNews(key, now).map((news) => addressOf({ key, kind, listingUrl }, news)),
    ),
  )
}

/** Waits for the line that the stack prints when it answers. */
async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('ready ')) return
  throw new Error('npm start ended before it was ready')
}

/** Seconds from the start to the first answer, and to the first scraped article that `search` finds. */
async function timeStart(folder: string): Promise<{ ready: number; found: number }> {
  const port = await findPortFrom(FIRST_PORT)
  const args = ['packages/local/src/start.ts', '--port', String(port), '--data', folder]
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await untilReady(child.stdout)
    child.stdout.resume()
    const ready = seconds()
    const client = makeClient(`http://localhost:${port}/graphql`)
    while (seconds() < GIVE_UP_SECONDS) {
      const shown = listShown()
      const { articles } = await client.query<Found>(
        `{ articles(limit: ${NEWEST}) { articles { uniqueId title url } } }`,
      )
      const scraped = articles.articles.find(({ url }) => shown.has(url))
      if (scraped) {
        const words = JSON.stringify(`"${scraped.title}"`)
        const { search } = await client.query<Searched>(`{ search(query: ${words}) { articles { url } } }`)
        if (search.articles.some(({ url }) => url === scraped.url)) return { ready, found: seconds() }
      }
      await delay(POLL_MS)
    }
    throw new Error(`Nothing was found within ${GIVE_UP_SECONDS} s`)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

/** Starts a stack on an empty folder, with its sample and the emulated sites. */
export async function measureFirstNews(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-first-news-'))
  try {
    const { ready, found } = await timeStart(folder)
    return [
      {
        figure: 'npm start on an empty folder: the first scraped article in search',
        value: `${found.toFixed(0)} s`,
        comparedWith: `ready after ${ready.toFixed(0)} s, and the objective of ${TARGET_SECONDS} s`,
        ratio: (found / TARGET_SECONDS).toFixed(2),
        target: '≤ 1.00',
        met: found <= TARGET_SECONDS,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
