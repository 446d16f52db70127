import { createServer, type Server } from 'node:http'
import { findRun } from '@pauta/platform/jobs/job-runs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWorkersInChild, type WorkersRunner } from '../kit/processes/run-workers.ts'
import { startOutwardCalls, type KillPoint, type OutwardCalls } from '../kit/relays/outward-calls.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { byForm } from '../kit/runner/form.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const JOB = 'push-feeds'
/** Subscribers whose subscription is verified, and those who ask for one in the killed run. */
const VERIFIED = ['a', 'b']
const ASKING = ['c', 'd']
const ALL = [...VERIFIED, ...ASKING]
/** Every call of a run is a place of a kill in the long form, every ninth in the short one. */
const STEP = byForm({ short: 9, long: 1 })

let stack: SharedStack
let calls: OutwardCalls
let runner: WorkersRunner
let server: Server
let base: string
/** What subscribers got since the last round: questions by subscriber, and pushes with their bodies. */
let questions: string[] = []
let pushes: { name: string; body: string }[] = []

beforeAll(async () => {
  stack = await shareTestStack({ idleJobs: [JOB] })
  base = stack.stack.graphqlUrl.replace(/\/graphql$/, '')
  calls = await startOutwardCalls(stack.stack)
  runner = runWorkersInChild({ stack: stack.stack, calls, jobs: [JOB] })
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver')
    const name = url.pathname.slice(1)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'GET') questions.push(name)
      else pushes.push({ name, body })
      response.writeHead(200).end(url.searchParams.get('hub.challenge') ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(stack.receiverPort, '127.0.0.1', resolve))
})
afterAll(async () => {
  await runner.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await calls.stop()
  await stack.stop()
})

const callback = (name: string) => `http://127.0.0.1:${stack.receiverPort}/${name}`

async function subscribe(names: readonly string[]): Promise<void> {
  for (const name of names)
    await fetch(`${base}/feeds/hub`, {
      method: 'POST',
      body: new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.topic': `${base}/feeds/agencies/saude.rss`,
        'hub.callback': callback(name),
      }),
    })
}

/** Makes one run of the job in a process. Returns where it was killed, and how many calls it made. */
async function run(killAt?: KillPoint) {
  await runner.returnHeld()
  const { scheduledTime } = await startRun(stack, JOB)
  const isDone = async () =>
    (await findRun(stack.db, { job: JOB, target: '', scheduledTime }))?.status === 'succeeded'
  const end = await runner.run({ isDone, ...(killAt && { killAt }) })
  // The run of a killed process is not continued: the next one is.
  await tables.jobRuns.remove(stack.db)
  return end
}

const listVerified = async () => {
  const rows = await stack.db<{ callback: string }[]>`
    select callback from feed_subscriptions where lease_until is not null and asked is null`
  return rows.map(({ callback }) => callback.slice(callback.lastIndexOf('/') + 1))
}
const count = (names: readonly string[], name: string) => names.filter((one) => one === name).length

/** A feed whose verified subscribers have its page, then a change and requests of others. Returns the title of the change. */
async function prepare(round: number): Promise<string> {
  await tables.feedSubscriptions.remove(stack.db)
  await subscribe(VERIFIED)
  await run()
  const title = `Mudança ${round}`
  await stack.publish([anArticle({ agencyKey: 'saude', title, publishedAt: ago({ minutes: 1 }) })])
  await subscribe(ASKING)
  questions = []
  pushes = []
  return title
}

it('pushes each change to each subscriber, and asks none twice without need, wherever its process is killed', async () => {
  const title = await prepare(0)
  const { calls: most } = await run()
  expect(
    pushes
      .filter(({ body }) => body.includes(title))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(ALL)
  const told = { kills: 0, pushes: 0, again: 0, asked: 0 }
  for (let call = 1; call <= most; call += STEP)
    for (const moment of ['before', 'after'] as const) {
      const change = await prepare(10 * call + (moment === 'after' ? 1 : 0))
      const { killedAt } = await run({ call, moment })
      if (killedAt !== undefined) told.kills++
      const verified = await listVerified()
      const [questionsBefore, pushesBefore] = [[...questions], pushes.map(({ name }) => name)]
      // The next run begins long after the last event.
      await tables.articleEvents.set(stack.db, {}, { at: timeAgo(1, 'hour') })
      await run()
      const got = pushes.filter(({ body }) => body.includes(change)).map(({ name }) => name)
      for (const name of ALL) {
        // A push before the kill may be repeated after it.
        const gotMax = count(pushesBefore, name) === 0 ? 1 : 2
        const times = count(got, name)
        expect(times, `${name}, killed ${moment} ${killedAt}`).toBeGreaterThanOrEqual(1)
        expect(times, `${name}, killed ${moment} ${killedAt}`).toBeLessThanOrEqual(gotMax)
        const askedMax = verified.includes(name) ? 1 : count(questionsBefore, name) + 1
        expect(count(questions, name)).toBeLessThanOrEqual(ASKING.includes(name) ? askedMax : 0)
      }
      told.pushes += got.length
      told.again += got.length - ALL.length
      told.asked += questions.length - ASKING.length
      const before = pushes.length
      await run()
      expect(pushes).toHaveLength(before)
    }
  process.stdout.write(
    `${told.kills} kills in ${most} calls: ${told.pushes} pushes, ${told.again} again, ${told.asked} questions again\n`,
  )
  expect(told.kills).toBeGreaterThan(most / STEP)
})
