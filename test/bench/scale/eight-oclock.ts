// Ten thousand clippings that are due at one minute: when the last release is made, and how fast the mails leave.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { defineDelivery } from '@pauta/functions/workers/deliver/worker'
import { release } from '@pauta/functions/workers/release/worker'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import { settingsOf } from '../../../stacks/stages/settings.ts'
import type { StageSettings } from '../../../stacks/stages/stage-settings.ts'
import { startDatabaseCounter, startIndexCounter, type ReadCounter } from '../../kit/relays/read-counter.ts'
import type { Figure } from '../measure.ts'
import { writeDueClippings } from './due-clippings.ts'
import { startEnvironments } from './environments.ts'
import { growArticles, loadFirstArticles, NO_VECTORS } from './grown-articles.ts'
import { measurePostgres } from './processor-time.ts'
import { describeReleases, extrapolateReleases, type ReleaseCosts } from './production-estimate.ts'
import { openRealStores, type RealStores } from './real-stores.ts'

const ANSWER_AFTER_MS = 100
/** Articles that are generated one by one; the others are older copies of them. */
const FIRST_ARTICLES = 10_000
/** The objective for the last release, after the minute at which all are due. */
const RELEASED_WITHIN_SECONDS = 600
/** Mails are sent for this long, which covers two invocations of each environment. */
const MAIL_SECONDS = 90
/** Least share of the sender's rate that the workers reach. */
const RATE_SHARE_MIN = 0.95
/** The workers may exceed the rate by this share, because an environment may begin with one group more. */
const RATE_SHARE_MAX = 1.05
const LIMIT_MINUTES = 60

export interface EightOclockOptions {
  articles: number
  clippings: number
  subscribers: number
  /** Where the articles stay for the next time; removed when undefined. */
  keep: string | undefined
  /** The program `typesense-server`; the laptop's index server without it. */
  indexProgram?: string | undefined
}

/** The articles of a kept folder, and the minute at which they end. */
interface Note {
  articles: number
  dueAt: string
}

/** The latest full hour that ended at least three minutes ago: windows end two minutes before now. */
function latestHour(now: number): Date {
  return new Date(Math.floor((now - 3 * MINUTE_MS) / HOUR_MS) * HOUR_MS)
}

const progress = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

async function writeArticles(stores: RealStores, articles: number, dueAt: Date): Promise<void> {
  const first = Math.min(FIRST_ARTICLES, articles)
  progress(`writing ${articles} articles`)
  await loadFirstArticles(stores.db, first, dueAt)
  await growArticles(stores.db, { first, before: first, articles })
  progress('filling the index')
  await syncIndex({ db: stores.db, index: stores.index, model: NO_VECTORS, now: () => new Date() }, {})
}

/** Writes articles, unless the folder has them from the last time, and clippings. Returns when these are due. */
async function prepare(stores: RealStores, folder: string, options: EightOclockOptions): Promise<Date> {
  const file = join(folder, 'eight-oclock.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const note = text === undefined ? undefined : (JSON.parse(text) as Note)
  if (note && note.articles !== options.articles)
    throw new Error(`${folder} has ${note.articles} articles: remove the folder and try again`)
  const dueAt = note ? new Date(note.dueAt) : latestHour(Date.now())
  if (!note) {
    await writeArticles(stores, options.articles, dueAt)
    await writeFile(
      file,
      JSON.stringify({ articles: options.articles, dueAt: dueAt.toISOString() } satisfies Note),
    )
  }
  progress(`writing ${options.clippings} clippings`)
  await stores.db`truncate users cascade`
  await writeDueClippings(stores.db, { ...options, dueAt })
  return dueAt
}

async function countOpen(db: DbPool, dueAt: Date): Promise<number> {
  const [row] = await db<{ open: number }[]>`
    select count(*)::int as open from clippings where next_run_at <= ${dueAt}`
  return row?.open ?? 0
}

async function measureReleases(
  stores: RealStores,
  { folder, dueAt, clippings, counters }: Setting,
  settings: StageSettings,
): Promise<ReleaseCosts> {
  const environments = await startEnvironments(stores, release, settings.releaseConcurrency)
  const [postgresBefore, indexBefore] = [measurePostgres(folder), await stores.measureIndex()]
  counters.database.take()
  counters.index.take()
  const messages = Array.from({ length: clippings }, (_, n) =>
    writeReleaseMessage({ kind: 'due', clippingId: `c${n + 1}`, nextRunAt: dueAt }),
  )
  const started = performance.now()
  await connectQueues().send(stores.queues.queueUrl('release'), messages)
  while ((await countOpen(stores.db, dueAt)) > 0) {
    if (performance.now() - started > LIMIT_MINUTES * MINUTE_MS)
      throw new Error(`Not every release was made in ${LIMIT_MINUTES} minutes`)
    await sleep(SECOND_MS)
  }
  const wallMs = performance.now() - started
  // The last invocations may still send messages.
  await environments.stop()
  const [made] = await stores.db<{ releases: number; articles: number; mails: number; bytes: number }[]>`
    select count(*)::int as releases, coalesce(avg(articles_count), 0)::float as articles,
      coalesce(avg(octet_length(digest_html)), 0)::float as bytes,
      (select count(*)::int from deliveries where status = 'pending') as mails
    from releases where ref_time > ${dueAt}::timestamptz - interval '12 hours'`
  if (!made) throw new Error('No count of releases')
  return {
    ...made,
    clippings,
    wallMs,
    invocations: environments.invocations(),
    workerMs: environments.busyMs() / clippings,
    peakMb: environments.peakBytes() / 2 ** 20,
    postgresMs: (measurePostgres(folder) - postgresBefore) / clippings,
    indexMs: ((await stores.measureIndex()).busyMs - indexBefore.busyMs) / clippings,
    statements: counters.database.take().length / clippings,
    searchRequests: counters.index.take().length / clippings,
  }
}

interface Setting {
  folder: string
  dueAt: Date
  clippings: number
  counters: { database: ReadCounter; index: ReadCounter }
}

async function countSent(db: DbPool): Promise<number> {
  const [row] = await db<{ sent: number }[]>`
    select count(*)::int as sent from deliveries where status = 'sent'`
  return row?.sent ?? 0
}

/** Lets the mail workers run for a while at the sender's rate. Returns mails per second. */
async function measureMails(stores: RealStores, mails: number, settings: StageSettings): Promise<Figure> {
  const environments = await startEnvironments(stores, defineDelivery('email'), settings.mailConcurrency)
  const rate = settings.delivery.ratePerSecond.email
  const started = performance.now()
  while (performance.now() - started < MAIL_SECONDS * SECOND_MS && (await countSent(stores.db)) < mails)
    await sleep(SECOND_MS / 4)
  const sent = await countSent(stores.db)
  const perSecond = sent / ((performance.now() - started) / SECOND_MS)
  const busyMs = environments.busyMs() / Math.max(sent, 1)
  await environments.stop()
  const minutes = (count: number, each: number) => Math.round(count / each / 60)
  return {
    figure: `${mails} mails of eight o'clock at ${rate}/s, ${sent} sent to a provider that takes ${ANSWER_AFTER_MS} ms`,
    value: `${perSecond.toFixed(1)}/s, all in ${minutes(mails, perSecond)} min`,
    comparedWith: `at the rate exactly ${minutes(mails, rate)} min; ${busyMs.toFixed(1)} ms of processor each`,
    ratio: (perSecond / rate).toFixed(2),
    target: `≥ ${RATE_SHARE_MIN} and ≤ ${RATE_SHARE_MAX} of the rate`,
    met: perSecond / rate >= RATE_SHARE_MIN && perSecond / rate <= RATE_SHARE_MAX,
  }
}

async function measureIn(folder: string, smtpPort: number, options: EightOclockOptions): Promise<Figure[]> {
  const settings = settingsOf('production')
  const counters = { database: await startDatabaseCounter(), index: await startIndexCounter() }
  try {
    await using stores = await openRealStores({
      folder,
      counters,
      indexProgram: options.indexProgram,
      delivery: {
        email: {
          kind: 'smtp',
          fromName: 'Pauta',
          fromAddress: 'pauta@exemplo.org',
          host: '127.0.0.1',
          port: smtpPort,
          tls: 'off',
          user: '',
          password: '',
        },
        telegram: { token: '', botName: '', updatesSecret: '' },
        push: { publicKey: '', privateKey: '', subject: '' },
        ratePerSecond: settings.delivery.ratePerSecond,
      },
    })
    const dueAt = await prepare(stores, folder, options)
    progress('making the releases')
    const setting = { folder, dueAt, clippings: options.clippings, counters }
    const costs = await measureReleases(stores, setting, settings)
    console.error(describeReleases(costs, settings))
    const estimate = extrapolateReleases(costs, settings)
    progress('sending mails')
    return [
      {
        figure: `${costs.clippings} clippings due at one minute over ${options.articles} articles, last release after`,
        value: `${Math.round(estimate.seconds)} s with production's settings`,
        comparedWith: `here ${Math.round(costs.wallMs / SECOND_MS)} s at load ${loadavg()[0]?.toFixed(1)}; ${estimate.bound}`,
        ratio: (estimate.seconds / RELEASED_WITHIN_SECONDS).toFixed(2),
        target: `≤ ${RELEASED_WITHIN_SECONDS} s`,
        met: estimate.seconds <= RELEASED_WITHIN_SECONDS,
      },
      await measureMails(stores, costs.mails, settings),
    ]
  } finally {
    await counters.database.stop()
    await counters.index.stop()
  }
}

/**
 * Makes releases and sends mails on Debian's PostgreSQL and the index server, with one process for each environment that
 * production allows. Extrapolates to production with the arithmetic printed.
 */
export async function measureEightOclock(options: EightOclockOptions): Promise<Figure[]> {
  const { keep } = options
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'pauta-eight-oclock-')) : resolve(keep)
  const provider = fork(join(import.meta.dirname, '..', 'providers-process.ts'), [String(ANSWER_AFTER_MS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [{ smtpPort }] = (await once(provider, 'message')) as [{ smtpPort: number }]
    return await measureIn(folder, smtpPort, options)
  } finally {
    provider.kill('SIGKILL')
    if (keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}
