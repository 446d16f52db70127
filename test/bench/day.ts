// Simulates a day of the whole service at 60 times its speed. Emulated sites publish 250 articles; the real jobs,
// scraper and pipeline make them searchable. 1,000 clippings are released and sent by e-mail.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { startSites } from '@pauta/emulators/sites/sites'
import { driveDay, type Hours } from './day/drive.ts'
import { describeDay } from './day/figures.ts'
import { readLags } from './day/lags.ts'
import {
  countWork,
  readProcessorSeconds,
  startCountingRelay,
  type FunctionCounts,
  type Sample,
} from './day/meters.ts'
import { HOUR_MS, listAt, planDay, SPEED } from './day/plan.ts'
import { prepareDay } from './day/prepare.ts'
import type { DayStackMessage, DayStackSettings } from './day/stack-process.ts'
import type { Figure } from './measure.ts'

/** A request a second at www.gov.br and one in ten seconds at the broadcaster, at the speed of the day. */
const DELAY_MS = Math.round(1000 / SPEED)
const CRAWL_DELAY_SECONDS = 10 / SPEED
/** The time that a mail server needs for one message. */
const MAIL_MS = 100
/** Articles that are stored before the day begins. */
const EARLIER_ARTICLES = 3_000
/** Costs are compared between periods of so many minutes of the day. */
const PERIOD_MINUTES = 15
const LEAD_MS = 2_000
/** The longest time after the end of the day until the last articles and mails are done. */
const AFTERMATH_MS = 600_000
const POLL_MS = 500
const STOP_MS = 60_000
const HOUR_MINUTES = 60

async function readCounts(db: DbPool): Promise<{ articles: number; deliveries: number; open: number }> {
  const [row] = await db<{ articles: number; deliveries: number; open: number }[]>`
    select (select count(*)::int from scrape_addresses) as articles,
      (select count(*)::int from deliveries where status = 'sent') as deliveries,
      (select count(*)::int from pipeline_steps where status <> 'done')
        + (select count(*)::int from deliveries where status in ('pending', 'sending')) as open`
  return row ?? { articles: 0, deliveries: 0, open: 0 }
}

function startProcess(script: string, argument: string, log: 'pipe' | 'ignore'): ChildProcess {
  return fork(join(import.meta.dirname, script), [argument], { stdio: ['ignore', log, 'inherit', 'ipc'] })
}

/** Starts the stack. Resolves with its variables when it has its earlier articles. */
async function startDayStack(settings: DayStackSettings, leadTo: (port: number) => void) {
  const child = startProcess('day/stack-process.ts', JSON.stringify(settings), 'pipe')
  if (child.stdout === null) throw new Error('The stack has no log')
  const work = countWork(child.stdout)
  const environment = await new Promise<Record<string, string>>((resolve, reject) => {
    child.on('message', (message: DayStackMessage) => {
      if ('awsPort' in message) leadTo(message.awsPort)
      else resolve(message.environment)
    })
    child.once('exit', (code) => reject(new Error(`The stack ended with ${code}`)))
  })
  return { child, work, environment }
}

const countRuns = (counts: ReadonlyMap<string, FunctionCounts>) =>
  (counts.get('job-scrape')?.runs ?? 0) + (counts.get('job-scrape-ebc')?.runs ?? 0)

/** Writes a line to the terminal: a day takes 24 minutes. */
const tell = (text: string) =>
  console.error(`${new Date().toISOString().slice(11, 19)} load ${loadavg()[0]?.toFixed(1)}: ${text}`)

/** Waits until nothing is open any more, at most ten minutes. */
async function waitForRest(db: DbPool): Promise<void> {
  const end = Date.now() + AFTERMATH_MS
  let { open } = await readCounts(db)
  tell(`the day is over, ${open} steps and deliveries are open`)
  while (Date.now() < end && open > 0) {
    await delay(POLL_MS)
    open = (await readCounts(db)).open
  }
  if (open > 0) tell(`${open} steps and deliveries are still open`)
}

/** Ends the stack, and kills a stack that does not end. */
async function stopStack(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.disconnect()
  await ended
  clearTimeout(timer)
}

/** Runs the given hours, 24 by default, and measures lags and costs. */
export async function measureDay({ from, to }: Hours): Promise<Figure[]> {
  let dayStart = new Date()
  let plan = planDay(dayStart)
  let visits = 0
  const agencies = new Map(plan.agencies.map((agency) => [agency.site.key, agency]))
  const sites = await startSites({
    port: 0,
    sites: plan.agencies.map(({ site }) => site),
    crawlDelaySeconds: CRAWL_DELAY_SECONDS,
    listNews: (key, now) => {
      const agency = agencies.get(key)
      return agency ? listAt(agency, now, dayStart) : []
    },
    trouble: () => void (visits += 1),
  })
  const relay = await startCountingRelay()
  const mail = startProcess('providers-process.ts', String(MAIL_MS), 'ignore')
  const [{ smtpPort }] = (await once(mail, 'message')) as [{ smtpPort: number }]
  const { child, work, environment } = await startDayStack(
    {
      sitesUrl: sites.url,
      delayMilliseconds: DELAY_MS,
      awsPort: relay.port,
      smtpPort,
      earlierArticles: EARLIER_ARTICLES,
    },
    relay.leadTo,
  )
  applyEnvironment(environment)
  const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0 })
  try {
    dayStart = new Date(Date.now() + LEAD_MS - (from * HOUR_MS) / SPEED)
    plan = planDay(dayStart)
    for (const agency of plan.agencies) agencies.set(agency.site.key, agency)
    await prepareDay(db, plan, dayStart)
    const before = new Map(work.counts)
    const samples: Sample[] = []
    const pid = child.pid ?? 0
    const sample = async () => {
      const { articles, deliveries } = await readCounts(db)
      const processorSeconds = await readProcessorSeconds(pid)
      const runs = countRuns(work.counts) - countRuns(before)
      samples.push({ runs, visits, articles, deliveries, processorSeconds, requests: relay.count() })
    }
    const sent = await driveDay({
      plan,
      hours: { from, to },
      dayStart,
      queues: connectQueues(),
      queueUrl: (name) => queueUrlIn(environment, name),
      onMinute: async (minute) => {
        if (minute % PERIOD_MINUTES !== 0) return
        await sample()
        const { articles = 0, deliveries = 0 } = samples.at(-1) ?? {}
        if (minute % HOUR_MINUTES === 0)
          tell(`${minute / HOUR_MINUTES}:00, ${articles} articles found, ${deliveries} deliveries sent`)
      },
    })
    const instantOf = (hour: number) => new Date(dayStart.getTime() + (hour * HOUR_MS) / SPEED)
    const [since, until] = [instantOf(from), instantOf(to)]
    await waitForRest(db)
    await sample()
    const dueAt = new Map(
      plan.clippings.map(({ id, dueAt: at }) => [id, new Date(dayStart.getTime() + at / SPEED)]),
    )
    const lags = await readLags(db, {
      plan,
      dueAt: (id) => dueAt.get(id) ?? until,
      since,
      until,
      scrapes: { sent, waits: work.waits },
    })
    return describeDay({
      hours: { from, to },
      lags,
      samples,
      before,
      counts: work.counts,
      troubles: work.troubles,
    })
  } finally {
    await db.end({ timeout: 5 })
    await stopStack(child)
    mail.kill()
    await sites.stop()
    relay.stop()
  }
}

/** The address of a queue, by the address of another one: they differ in their last part. */
function queueUrlIn(environment: Record<string, string>, name: string): string {
  const { url } = JSON.parse(environment['SST_RESOURCE_NewsIngestQueue'] ?? '{}') as { url: string }
  return url.replace(/[^/]+$/, name)
}
