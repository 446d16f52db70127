// How long a request waits while the largest accepted articles are enriched. `npm start` runs every function in one
// process, so a computation delays all requests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { openCloud } from '../kit/workers/cloud.ts'
import { anArticle } from '../kit/rows/factories.ts'
import type { Figure } from './measure.ts'

const ARTICLES = 8
const CONTENT_CHARACTERS = 999_363
const PING_EVERY_MS = 100
const ASK_EVERY_MS = 500
const PING_TIMEOUT_MS = 120_000
const ENRICHED_WITHIN_MS = 300_000
const TARGET_MS = 1000
/** Texts that were slow before: long words, an acronym without its name, and a character that folds to eighteen. */
const PIECES = [`${'b'.repeat(16_382)} `, '(ANA)', '\ufdfa']
const START = fileURLToPath(new URL('../../packages/local/src/start.ts', import.meta.url))

interface Running {
  url: string
  linked: (resource: string) => unknown
  awsUrl: string
  stop(): Promise<void>
}

/** Starts `npm start -- --empty` on a folder of its own. */
async function startProcess(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-large-'))
  const child = spawn(process.execPath, [START, '--data', folder, '--empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('The process has no output')
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface(stdout)) {
    const [, url] = /^ready (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    stdout.resume()
    const running = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
      environment: Record<string, string>
    }
    return {
      url,
      awsUrl: running.environment['AWS_ENDPOINT_URL_SQS'] ?? '',
      linked: (resource) => JSON.parse(running.environment[`SST_RESOURCE_${resource}`] ?? 'null') as unknown,
      stop,
    }
  }
  await stop()
  throw new Error('The stack ended before it was ready')
}

/** Sends the articles as a writer of large ones does: the text as an object, and a message with its key. */
async function sendLargeArticles({ awsUrl, linked }: Running): Promise<string[]> {
  const cloud = openCloud(awsUrl)
  const ids: string[] = []
  for (let n = 0; n < ARTICLES; n++) {
    const piece = PIECES[n % PIECES.length] ?? ''
    const content = piece.repeat(Math.ceil(CONTENT_CHARACTERS / piece.length)).slice(0, CONTENT_CHARACTERS)
    const article = anArticle({ content })
    await cloud.put(`large/${n}`, JSON.stringify(article))
    await cloud.send((linked('NewsIngestQueue') as { url: string }).url, { objectKey: `large/${n}` })
    ids.push(String(article.uniqueId))
  }
  cloud.close()
  return ids
}

async function areThrough(db: DbPool, ids: readonly string[]): Promise<boolean> {
  const [row] = await db<{ done: number; open: number }[]>`
    select count(distinct unique_id) filter (where step = 'enrich' and status = 'done')::int as done,
      count(*) filter (where status <> 'done')::int as open
    from pipeline_steps where unique_id = any(${[...ids]})`
  return row?.done === ids.length && row.open === 0
}

async function ping(url: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ ping }' }),
    signal: AbortSignal.timeout(PING_TIMEOUT_MS),
  })
  const text = await response.text()
  if (!text.includes('"ping"')) throw new Error(`{ ping } was answered with ${response.status}: ${text}`)
  return performance.now() - start
}

/** The longest ping from the first article's arrival until every step of all of them is done. */
export async function measureLargeArticles(): Promise<Figure[]> {
  const running = await startProcess()
  const db = connectDatabase(running.linked('Database') as Config<'database'>['database'], {
    statementTimeoutMs: 0,
  })
  try {
    for (let warm = 0; warm < 10; warm++) await ping(running.url)
    const ids = await sendLargeArticles(running)
    const start = performance.now()
    const pings: number[] = []
    const over = new AbortController()
    // Separate from the query for open steps, which waits for the database.
    const pinging = (async () => {
      while (!over.signal.aborted) {
        pings.push(await ping(running.url))
        await delay(PING_EVERY_MS)
      }
    })()
    try {
      while (!(await areThrough(db, ids))) {
        if (performance.now() - start > ENRICHED_WITHIN_MS)
          throw new Error(`The articles are not enriched after ${ENRICHED_WITHIN_MS} ms`)
        await delay(ASK_EVERY_MS)
      }
    } finally {
      over.abort()
      await pinging
    }
    const seconds = (performance.now() - start) / 1000
    const slowest = Math.max(...pings)
    return [
      {
        figure: `{ ping } beside ${ARTICLES} articles of 1 MB: slowest`,
        value: `${slowest.toFixed(0)} ms`,
        comparedWith: `${pings.length} pings, all steps done in ${seconds.toFixed(1)} s`,
        ratio: '',
        target: `< ${TARGET_MS} ms`,
        met: slowest < TARGET_MS,
      },
    ]
  } finally {
    await db.end({ timeout: 5 })
    await running.stop()
  }
}
