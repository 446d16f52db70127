import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followLive, newLiveClient, type LiveClient } from '../kit/client/live-client.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const CLIENTS = byForm({ short: 60, long: 500 })
const ARTICLES = byForm({ short: 600, long: 10_000 })
const AGENCIES = ['saude', 'mec', 'cultura', 'fazenda']
/** A page of the tail has up to 200 events, so a connection lasts for some pages at most. */
const FRAMES_MAX = byForm({ short: 200, long: 1000 })

let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const streamUrl = () => new URL('/stream/articles', stack.stack.graphqlUrl).href
const agencyOf = (number: number) => AGENCIES[number % AGENCIES.length] ?? ''

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

it('every client hears each event of its filter once, in order, wherever its connections end', async () => {
  await storeAll(1)
  const [before] = await stack.db<{ position: string }[]>`
    select max(position)::text as position from article_events`
  const random = seeded(20_261_126)
  const ending = new AbortController()
  const clients = Array.from({ length: CLIENTS }, (_, number) => ({
    agency: number % 2 === 0 ? undefined : agencyOf(number),
    client: { ...newLiveClient(), last: before?.position ?? '' } satisfies LiveClient,
  }))
  const following = clients.map(({ agency, client }) =>
    followLive({
      url: `${streamUrl()}${agency === undefined ? '' : `?agencies=${agency}`}`,
      client,
      signal: ending.signal,
      drawFrames: () => 1 + Math.floor(random() * FRAMES_MAX),
    }),
  )
  await storeAll(2)
  const events = await stack.db<{ position: string; agencyKey: string }[]>`
    select position::text, agency_key from article_events where position > ${before?.position ?? '0'}::bigint
    order by article_events.position`
  expect(events).toHaveLength(ARTICLES)
  const end = events.at(-1)?.position
  await expect.poll(() => clients.filter(({ client }) => client.last !== end).length).toBe(0)
  ending.abort()
  await Promise.all(following)
  const dropped = clients.reduce((sum, { client }) => sum + client.connections - 1, 0)
  process.stdout.write(`${CLIENTS} clients, ${ARTICLES} articles, ${dropped} connections dropped\n`)
  expect(dropped).toBeGreaterThan(CLIENTS / 2)
  for (const { agency, client } of clients)
    expect(client.heard).toEqual(
      events
        .filter(({ agencyKey }) => agency === undefined || agencyKey === agency)
        .map(({ position }) => position),
    )
})

it('costs the database as much for all who wait as for one', async () => {
  const wait = async (number: number) => {
    const ending = new AbortController()
    const clients = Array.from({ length: number }, newLiveClient)
    const following = clients.map((client) =>
      followLive({
        url: streamUrl(),
        client,
        signal: ending.signal,
        drawFrames: () => Infinity,
      }),
    )
    const hear = async (events: number) => {
      await upsertArticles(stack.db, [received(anArticle())])
      await expect.poll(() => clients.every(({ heard }) => heard.length === events)).toBe(true)
    }
    await expect.poll(() => clients.every(({ last }) => last !== '')).toBe(true)
    await hear(1)
    stack.gates.database.take()
    for (let events = 2; events <= 6; events++) await hear(events)
    const statements = stack.gates.database.take().length
    ending.abort()
    await Promise.all(following)
    return statements
  }
  const [one, all] = [await wait(1), await wait(CLIENTS)]
  process.stdout.write(`${one} statements for 1 client, ${all} for ${CLIENTS}, for 5 events\n`)
  // A poll is one statement, and one more when there is something new. A slow machine polls some times more.
  expect(all).toBeLessThan(one + 20)
})
