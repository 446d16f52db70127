import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLiveProcesses, type LiveProcesses } from '../kit/processes/live-processes.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const CLIENTS = byForm({ short: 60, long: 500 })
const ARTICLES = byForm({ short: 600, long: 10_000 })
const AGENCIES = ['saude', 'mec', 'cultura', 'fazenda']
/** A page of the tail has up to 200 events, so a connection lasts for some pages at most. */
const FRAMES_MAX = byForm({ short: 200, long: 1000 })
const CLIENT_MAX_BYTES = 50_000

let stack: SharedStack
let live: LiveProcesses
beforeAll(async () => {
  stack = await shareTestStack()
  live = await startLiveProcesses(stack.stack.environment)
})
afterAll(async () => {
  await live.stop()
  await stack.stop()
})

const agencyOf = (number: number) => AGENCIES[number % AGENCIES.length] ?? ''
const tell = (text: string) => process.stdout.write(`${text}\n`)

/** Writes a version of each article, in batches as the worker does. */
async function storeAll(version: number): Promise<void> {
  for (let start = 0; start < ARTICLES; start += UPSERT_MAX_ARTICLES)
    await upsertArticles(
      stack.db,
      Array.from({ length: Math.min(UPSERT_MAX_ARTICLES, ARTICLES - start) }, (_, at) => {
        const number = start + at
        return received(
          anArticle({
            uniqueId: `noticia_${String(number).padStart(6, '0')}`,
            agencyKey: agencyOf(number),
            content: `São ${version} casos.`,
            extractedAt: new Date(Date.UTC(2026, 5, version)).toISOString(),
          }),
        )
      }),
    )
}

const findEnd = async () => {
  const [row] = await stack.db<{ position: string }[]>`
    select coalesce(max(position), 0)::text as position from article_events`
  return row?.position ?? '0'
}

it('every client hears each event of its filter once, in order, wherever its connections end', async () => {
  await storeAll(1)
  const after = await findEnd()
  const queries = Array.from({ length: CLIENTS }, (_, number) =>
    number % 2 === 0 ? '' : `?agencies=${agencyOf(number)}`,
  )
  const begin = performance.now()
  await live.clients({ do: 'start', url: live.url, queries, after, seed: 20_261_126, framesMax: FRAMES_MAX })
  stack.gates.database.take()
  await storeAll(2)
  const written = performance.now()
  const position = await findEnd()
  await live.clients({ do: 'await', position })
  const seconds = (performance.now() - begin) / 1000
  const heard = await live.clients({ do: 'stop' })
  const dropped = (heard?.connections ?? 0) - CLIENTS
  tell(
    `${CLIENTS} clients, ${ARTICLES} articles, ${dropped} connections dropped: ${seconds.toFixed(1)} s, ` +
      `of which ${((written - begin) / 1000).toFixed(1)} s of writing; ${stack.gates.database.take().length} statements`,
  )
  expect(dropped).toBeGreaterThan(CLIENTS / 2)
  const events = await stack.db<{ position: string; agencyKey: string }[]>`
    select position::text, agency_key from article_events where position > ${after}::bigint
    order by article_events.position`
  expect(events).toHaveLength(ARTICLES)
  const wanted = new Set(queries)
  expect(heard?.lists).toHaveLength(wanted.size)
  for (const { query, heard: positions } of heard?.lists ?? [])
    expect(positions).toEqual(
      events
        .filter(({ agencyKey }) => query === '' || query === `?agencies=${agencyKey}`)
        .map(({ position }) => position),
    )
})

/** Starts clients at the end of the log, and waits until all are connected. */
async function wait(clients: number): Promise<void> {
  const queries = Array.from({ length: clients }, () => '')
  await live.clients({ do: 'start', url: live.url, queries, after: '', seed: 1, framesMax: null })
  await live.clients({ do: 'await' })
}

it('costs the database as much for all who wait as for one', async () => {
  const count = async (clients: number) => {
    await wait(clients)
    const hear = async () => {
      await upsertArticles(stack.db, [received(anArticle())])
      await live.clients({ do: 'await', position: await findEnd() })
    }
    await hear()
    stack.gates.database.take()
    for (let events = 2; events <= 6; events++) await hear()
    const statements = stack.gates.database.take().length
    await live.clients({ do: 'stop' })
    return statements
  }
  const [one, all] = [await count(1), await count(CLIENTS)]
  tell(`${one} statements for 1 client, ${all} for ${CLIENTS}, for 5 events`)
  // A poll is one statement, and one more when there is something new. A slow machine polls some times more.
  expect(all).toBeLessThan(one + 20)
})

it('takes at most 50 kB of memory for each client', async () => {
  // A process of its own, whose memory the tests before have not let grow.
  await live.stop()
  live = await startLiveProcesses(stack.stack.environment)
  const measure = async (clients: number) => {
    await wait(clients)
    const memory = await live.readMemory()
    await live.clients({ do: 'stop' })
    return memory
  }
  // The first connections load code.
  await measure(10)
  const [none, all] = [await measure(0), await measure(CLIENTS)]
  const each = (all.used - none.used) / CLIENTS
  const system = (all.rss - none.rss) / CLIENTS
  tell(
    `${(each / 1000).toFixed(1)} kB of heap and outside of it for each of ${CLIENTS} clients, ${(system / 1000).toFixed(1)} kB of the system's memory`,
  )
  expect(each).toBeLessThan(CLIENT_MAX_BYTES)
})
