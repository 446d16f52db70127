import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import {
  endLeases,
  listExportedIds,
  listMails,
  listHeldMessages,
  startKillableStack,
  untilTrue,
  type KillableStack,
} from '../kit/stack/killed-stack.ts'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { patient } from '../kit/runner/patience.ts'
import { createClipping, publish, subscribe } from '../kit/rows/people.ts'
import { dueMessage } from '../kit/rows/releases.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { tables } from '../kit/rows/tables.ts'

const KILLS = 20
/**
 * In each such round the test shortens nothing: time-outs, leases and the schedule of the sweep take their own
 * time. Only the message of the export, which returns after 15 minutes, is shown earlier, after all other work.
 */
const REAL_EVERY = 5
const NEWS = 5
const IMPORTED = 30
const EXPORTED = 4
/**
 * The process is killed within this time after the start of the work. An idle machine does most of the work within
 * it.
 */
const KILL_WITHIN_MS = 3000
/** An acknowledged request is done within this time, even when the stack is killed. */
const MANUAL_SEND_MS = 6 * 60_000
const DRAIN_MS = 15 * 60_000
const SWEEP_EVERY_MS = 10_000
const EXPORT_QUEUE = 'job-export-dataset'
const LONG_AGO_DAYS = 40

/** The work of one round. */
interface Round {
  /** News of one agency, which both releases contain. */
  news: string[]
  imported: string[]
  exported: string[]
  exportedDay: string
  /** Clippings whose releases are made by the schedule and by hand. */
  scheduled: string
  manual: string
  /** When the manual send was acknowledged. */
  requestedAt?: Date
}

const seed = Date.now() % 1_000_000
const random = seeded(seed)
const rounds: Round[] = []
let folder: string
let port: number
let stack: KillableStack

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-killed-'))
  port = await findOwnPort()
  stack = await startKillableStack(folder, port)
})
afterAll(async () => {
  await stack.kill()
  await rm(folder, { recursive: true, force: true })
})

const ingest = (articles: ReturnType<typeof anArticle>[]) =>
  stack.cloud.send((stack.linked('NewsIngestQueue') as { url: string }).url, ...articles)
const idsOf = (articles: ReturnType<typeof anArticle>[]) => articles.map(({ uniqueId }) => String(uniqueId))

async function areSearchable(ids: readonly string[]): Promise<boolean> {
  const [row] = await stack.db<{ open: number; found: number }[]>`
    select (select count(*)::int from pipeline_steps where status <> 'done') as open,
      (select count(*)::int from articles where unique_id = any(${[...ids]})) as found`
  return row?.open === 0 && row.found === ids.length
}

/** Makes articles as searchable since an instant: a release leaves out those of the last two minutes. */
async function arriveAt(ids: readonly string[], at: Date): Promise<void> {
  const seconds = Math.floor(at.getTime() / 1000)
  const availableAt = new Date(seconds * 1000)
  await tables.articleAvailability.set(stack.db, { uniqueId: ids }, { availableAt })
  for (const id of ids) await stack.index.update(id, { available_at: seconds })
}

/** Prepares a round on a quiet stack: its news, and two clippings with an author and a subscriber each. */
async function prepare(number: number): Promise<Round> {
  const agency = `orgao-${number}`
  const day = ago({ days: LONG_AGO_DAYS + number }).slice(0, 10)
  const news = Array.from({ length: NEWS }, () =>
    anArticle({ agencyKey: agency, publishedAt: ago({ hours: 1 }) }),
  )
  const exported = Array.from({ length: EXPORTED }, () =>
    anArticle({ agencyKey: 'ibge', publishedAt: `${day}T12:00:00-03:00` }),
  )
  await ingest([...news, ...exported])
  const ready = [...idsOf(news), ...idsOf(exported)]
  await untilTrue(() => areSearchable(ready), {
    limitMs: patient(60_000),
    intervalMs: 200,
    open: describeOpen,
  })
  await arriveAt(idsOf(news), new Date(Date.now() - 10 * 60_000))
  const author = await stack.logIn(`autora-${number}`)
  const reader = await stack.logIn(`leitora-${number}`)
  const recortes = [{ title: 'Tudo', themes: [], agencies: [agency], keywords: [] }]
  const clippings: string[] = []
  for (const kind of ['scheduled', 'manual']) {
    const id = await createClipping(author, {
      name: `${kind} ${number}`,
      schedule: '0 * * * *',
      recortes,
      deliveryChannels: { email: true },
    })
    await publish(author, id)
    await subscribe(reader, id)
    clippings.push(id)
  }
  const [scheduled = '', manual = ''] = clippings
  return { news: idsOf(news), exported: idsOf(exported), exportedDay: day, imported: [], scheduled, manual }
}

/** Begins all the work of a round at once. Acknowledged work must be done after every kill. */
async function begin(round: Round, number: number): Promise<void> {
  const due = new Date(Date.now() - 90_000)
  await tables.clippings.set(stack.db, { id: round.scheduled }, { nextRunAt: due })
  const releases = (stack.linked('ReleaseQueue') as { url: string }).url
  const author = await stack.logIn(`autora-${number}`)
  const articles = Array.from({ length: IMPORTED }, () =>
    anArticle({ agencyKey: 'mec', publishedAt: ago({ days: 3 }) }),
  )
  await stack.runJob('export-dataset', { date: round.exportedDay })
  await ingest(articles)
  round.imported = idsOf(articles)
  await stack.cloud.send(releases, await dueMessage(stack, round.scheduled))
  await send(author, round)
}

async function send(author: Awaited<ReturnType<KillableStack['logIn']>>, round: Round): Promise<void> {
  await author.query('mutation ($id: String!) { sendClipping(id: $id) }', { id: round.manual })
  round.requestedAt = new Date()
}

async function listOpen(): Promise<Record<string, number>> {
  const [row] = await stack.db<Record<string, number>[]>`
    select (select count(*)::int from pipeline_steps where status <> 'done') as steps,
      (select count(*)::int from clippings where send_due_at is not null) as manual,
      (select count(*)::int from clippings where next_run_at < now() - interval '10 seconds') as due,
      (select count(*)::int from deliveries where status in ('pending', 'sending')
        or status = 'unknown' and due_at is not null) as deliveries,
      (select count(*)::int from job_runs where job = 'export-dataset' and status in ('running', 'waiting')) as runs`
  return row ?? {}
}
const describeOpen = async () => JSON.stringify(await listOpen())

async function isDone(round: Round, isReal: boolean): Promise<boolean> {
  const { runs = 0, ...open } = await listOpen()
  if (Object.values(open).some((count) => count > 0)) return false
  const [row] = await stack.db<{ articles: number; releases: number; runs: number }[]>`
    select (select count(*)::int from articles where unique_id = any(${round.imported})) as articles,
      (select count(*)::int from releases where clipping_id in (${round.scheduled}, ${round.manual})) as releases,
      (select count(*)::int from job_runs where job = 'export-dataset' and status = 'succeeded') as runs`
  return (
    row?.articles === IMPORTED && row.releases >= 2 && (isReal || (runs === 0 && row.runs >= rounds.length))
  )
}

/** Kills the stack in the middle of the work of a round and waits until a new start has ended the work. */
async function survive(number: number): Promise<void> {
  const isReal = number % REAL_EVERY === 0
  const round = await prepare(number)
  rounds.push(round)
  const killAfter = Math.floor(random() * KILL_WITHIN_MS)
  const work = begin(round, number).then(
    () => undefined,
    (error: unknown) => error,
  )
  await delay(killAfter)
  const before = await describeOpen()
  await stack.kill()
  const unfinished = await work
  const held = listHeldMessages(folder)
  stack = await startKillableStack(folder, port)
  const diedAt = new Date()
  if (!isReal) {
    await endLeases(stack.db, diedAt)
    await stack.show(held)
  }
  await resume(round, number)
  let swept = 0
  let sweptAt = Date.now()
  const isThrough = async () => {
    if (await isDone(round, isReal)) return true
    if (!isReal && Date.now() - sweptAt > SWEEP_EVERY_MS) {
      await stack.runJob('sweep')
      swept++
      sweptAt = Date.now()
    }
    return false
  }
  await untilTrue(isThrough, { limitMs: patient(DRAIN_MS), intervalMs: 500, open: describeOpen })
  if (isReal) {
    await endLeases(stack.db, diedAt)
    await stack.show(held.filter(({ queue }) => queue === EXPORT_QUEUE))
    const isExported = () => isDone(round, false)
    await untilTrue(isExported, { limitMs: patient(DRAIN_MS), intervalMs: 500, open: describeOpen })
  }
  const tookMs = await checkRound(round)
  const seconds = Math.round((Date.now() - diedAt.getTime()) / 1000)
  process.stdout.write(
    `kill ${number} after ${killAfter} ms (${unfinished ? 'before' : 'after'} the last request), open ${before}, held ${held.length}: ` +
      `done ${seconds} s after the start, ${isReal ? 'by itself' : `${swept} sweeps`}, ` +
      `manual send after ${Math.round(tookMs / 1000)} s\n`,
  )
}

/** Sends again every request that was never acknowledged, as its sender does. */
async function resume(round: Round, number: number): Promise<void> {
  const [run] = await stack.db<{ runs: number }[]>`
    select count(*)::int as runs from job_runs where job = 'export-dataset' and status <> 'skipped'`
  if ((run?.runs ?? 0) < rounds.length && round.imported.length === 0)
    await stack.runJob('export-dataset', { date: round.exportedDay })
  if (round.imported.length === 0) {
    const articles = Array.from({ length: IMPORTED }, () => anArticle({ publishedAt: ago({ days: 3 }) }))
    await ingest(articles)
    round.imported = idsOf(articles)
  }
  if (round.requestedAt) return
  const author = await stack.logIn(`autora-${number}`)
  await send(author, round).catch(async (error: unknown) => {
    // The request was stored, but its answer did not arrive.
    const [row] = await stack.db<{ sentAt: Date | null }[]>`
      select sent_at from clippings where id = ${round.manual}`
    if (!row?.sentAt) throw error
    round.requestedAt = row.sentAt
  })
}

/** Checks the releases and mails of a round. Returns the time from the manual request to its last mail, in ms. */
async function checkRound(round: Round): Promise<number> {
  const releases = await stack.db<{ id: string; clippingId: string; articleIds: string[] }[]>`
    select id, clipping_id, article_ids from releases
    where clipping_id in (${round.scheduled}, ${round.manual})`
  expect(releases.map(({ clippingId }) => clippingId).sort()).toEqual([round.scheduled, round.manual].sort())
  for (const { articleIds } of releases) expect([...articleIds].sort()).toEqual([...round.news].sort())
  const rows = await stack.db<{ id: string; address: string; attempts: number; clippingId: string }[]>`
    select d.id, d.address, d.attempts, r.clipping_id from deliveries d join releases r on r.id = d.release_id
    where r.id = any(${releases.map(({ id }) => id)})`
  expect(rows).toHaveLength(4)
  const mails = listMails(folder)
  let tookMs = 0
  for (const { id, address, attempts, clippingId } of rows) {
    const received = mails.filter(({ deliveryId }) => deliveryId === id)
    expect(received.map(({ to }) => to)).toEqual(received.map(() => address))
    // A mail has no idempotency key: a kill within a hand-off, which counts an attempt, may double it.
    expect(received.length).toBeGreaterThanOrEqual(1)
    expect(received.length).toBeLessThanOrEqual(attempts)
    const first = Math.min(...received.map(({ receivedAt }) => receivedAt.getTime()))
    if (clippingId === round.manual) tookMs = Math.max(tookMs, first - (round.requestedAt?.getTime() ?? 0))
  }
  expect(tookMs).toBeLessThan(MANUAL_SEND_MS)
  return tookMs
}

async function checkEverything(): Promise<void> {
  const ids = rounds.flatMap(({ news, imported, exported }) => [...news, ...imported, ...exported])
  const stored = await stack.db<{ id: string }[]>`select unique_id as id from articles`
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  const { found } = await stack.index.search({ q: '*', per_page: 0 })
  expect(found).toBe(stored.length)
  for (const id of ids)
    expect(await stack.query(`{ article(uniqueId: "${id}") { uniqueId } }`)).toEqual({
      article: { uniqueId: id },
    })
  const exported = await listExportedIds(stack)
  expect(exported).toHaveLength(new Set(exported).size)
  expect(exported).toEqual(expect.arrayContaining(rounds.flatMap((round) => round.exported)))
}

describe(
  'npm start that is killed in the middle of imports, releases, mails and an export',
  { timeout: patient(4 * 3_600_000) },
  () => {
    it('loses and doubles nothing, and sends what an author asked for within six minutes', async () => {
      process.stdout.write(`seed ${seed}\n`)
      for (let number = 1; number <= KILLS; number++) {
        await survive(number)
      }
      await checkEverything()
      expect(rounds).toHaveLength(KILLS)
    })
  },
)
