import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCloud, type Cloud } from '../kit/workers/cloud.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { startOutwardCalls, type OutwardCalls } from '../kit/relays/outward-calls.ts'
import { SEND } from '../kit/client/clipping-documents.ts'
import { createClipping, newPerson } from '../kit/rows/people.ts'
import { arriveAt, listLedger, listReleases } from '../kit/rows/releases.ts'
import { runWorkersInChild } from '../kit/processes/run-workers.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { seeded } from '../kit/runner/seeded.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'

const DELIVERERS = ['deliver-email', 'deliver-telegram', 'deliver-push', 'deliver-webhook', 'deliver-slack']
const KILLS = byForm({ short: 5, long: 100 })
/** About this many outward calls connect a process, make a release and send the messages of its rows. */
const CALLS_MAX = 44

let stack: TestStack
let calls: OutwardCalls
let cloud: Cloud

beforeAll(async () => {
  stack = await startTestStack({ idleWorkers: ['release', ...DELIVERERS], visibilityTimeoutSeconds: 1 })
  calls = await startOutwardCalls(stack.stack)
  cloud = openCloud(stack.stack.awsUrl)
})
afterAll(async () => {
  cloud.close()
  await calls.stop()
  await stack.stop()
})

const dueAt = new Date(Math.floor(Date.parse(ago({ minutes: 10 })) / 1000) * 1000)
const nameOf = (number: number) => `clipping-${number}`
const articleOf = (number: number) => `noticia_${String(number).padStart(6, '0')}`

/** Due clippings, each with an author who gets its mails, and with one article. */
async function makeClippings(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  await stack.publish(
    numbers.map((number) =>
      anArticle({
        uniqueId: articleOf(number),
        agencyKey: `orgao-${number}`,
        publishedAt: ago({ hours: 2 }),
      }),
    ),
  )
  await stack.publish(
    numbers.map((number) =>
      anArticle({
        uniqueId: articleOf(number),
        agencyKey: `orgao-${number}`,
        publishedAt: ago({ hours: 2 }),
        content: `O texto da notícia tem outro número: ${number} mil.`,
      }),
    ),
  )
  await tables.articleEvents.set(stack.db, {}, { at: timeAgo(1, 'hour') })
  for (const number of numbers) {
    const id = nameOf(number)
    await arriveAt(stack, articleOf(number), new Date(ago({ hours: 1 })))
    await tables.users.add(stack.db, { id, email: `${id}@exemplo.org`, emailVerified: true })
    await tables.clippings.add(stack.db, {
      id,
      authorUserId: id,
      name: id,
      schedule: '0 8 * * *',
      nextRunAt: dueAt,
    })
    await tables.recortes.add(stack.db, {
      id,
      clippingId: id,
      position: 0,
      title: 'Tudo',
      agencies: [`orgao-${number}`],
      events: ['PUBLISHED', 'EDITED'],
    })
    await tables.subscriptions.add(stack.db, { id, clippingId: id, userId: id, role: 'AUTHOR' })
    await tables.subscriptionChannels.add(stack.db, { subscriptionId: id, channel: 'email' })
  }
}

/** Whether this many clippings have run. */
async function haveRun(count: number): Promise<boolean> {
  const [row] = await stack.db<{ count: number }[]>`
    select count(*)::int as count from clippings where delivered_until is not null`
  return (row?.count ?? 0) >= count
}

/** Whether no message is visible: a message that was received at five kills is a dead letter. */
async function hasTakenAll(): Promise<boolean> {
  const { waiting, inFlight } = await cloud.depth(stack.stack.queueUrl('release'))
  return waiting + inFlight === 0
}

it('makes one release of each window and delivers it, wherever its worker is killed', async () => {
  await makeClippings(KILLS)
  await using runner = runWorkersInChild({ stack: stack.stack, calls, workers: ['release'] })
  const random = seeded(20_261_123)
  const killedAt = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const message = writeReleaseMessage({ kind: 'due', clippingId: nameOf(kill), nextRunAt: dueAt })
    await cloud.send(stack.stack.queueUrl('release'), JSON.parse(message))
    const end = await runner.run({
      killAt: { call: 1 + Math.floor(random() * CALLS_MAX), moment: random() < 0.5 ? 'before' : 'after' },
      isDone: hasTakenAll,
    })
    if (end.killedAt !== undefined) killedAt.add(`${kill} ${end.killedAt}`)
  }
  process.stdout.write(`killed ${killedAt.size} of ${KILLS} times\n`)
  expect(killedAt.size).toBeGreaterThan(KILLS / 2)
  // The sweep sends the messages of clippings again that are dead letters or were never sent.
  await tables.clippings.set(stack.db, {}, { wokenAt: null })
  await (await startRun(stack, 'sweep')).until('succeeded')
  await runner.run({ isDone: () => haveRun(KILLS), timeoutMs: 60_000 })
  await tables.deliveries.set(stack.db, {}, { dueAt: timeAgo(3, 'minute') })
  await (await startRun(stack, 'sweep')).until('succeeded')
  const enqueued = (await listMessages(stack, 'deliver-email')).flatMap(
    (body) => (JSON.parse(body) as { deliveryIds: string[] }).deliveryIds,
  )
  for (let number = 0; number < KILLS; number++) {
    const releases = await listReleases(stack, nameOf(number))
    expect(releases.map(({ articleIds }) => articleIds)).toEqual([[articleOf(number)]])
    const changes = await stack.db`
      select c.unique_id, c.kind from release_changes c join releases r on r.id = c.release_id
      where r.clipping_id = ${nameOf(number)}`
    expect(changes).toEqual([{ uniqueId: articleOf(number), kind: 'edited' }])
    const ledger = await listLedger(stack, nameOf(number))
    expect(ledger).toMatchObject([{ address: `${nameOf(number)}@exemplo.org`, status: 'pending' }])
    expect(enqueued).toContain(ledger[0]?.id)
  }
})

it('makes the manually requested release once, wherever its worker is killed and when its message is lost', async () => {
  await using runner = runWorkersInChild({ stack: stack.stack, calls, workers: ['release'] })
  const random = seeded(20_261_124)
  const clear = async () => {
    await runner.returnHeld()
    await cloud.drain(stack.stack.queueUrl('release'))
  }
  for (let kill = 0; kill < KILLS / 2; kill++) {
    // Fifty clippings in a minute are more than one person may make.
    const author = await newPerson(stack)
    const agencyKey = `orgao-manual-${kill}`
    await stack.publish([anArticle({ agencyKey, publishedAt: ago({ hours: 2 }) })])
    const recortes = [{ title: 'Tudo', themes: [], agencies: [agencyKey], keywords: [] }]
    const id = await createClipping(author, { recortes })
    expect((await author.ask(SEND, { id })).data).toEqual({ sendClipping: true })
    await runner.run({
      killAt: { call: 1 + Math.floor(random() * CALLS_MAX), moment: random() < 0.5 ? 'before' : 'after' },
      isDone: hasTakenAll,
    })
    const findOpen = async () => {
      const [row] = await stack.db<{ sentAt: Date }[]>`
        select sent_at from clippings where id = ${id} and send_due_at is not null`
      return row?.sentAt
    }
    const isOpen = async () => (await findOpen()) !== undefined
    const sentAt = await findOpen()
    const wasOpen = sentAt !== undefined
    await clear()
    // While the request is open, its author may repeat it, and it stays the same request: a later one would be another.
    if (wasOpen) await tables.clippings.set(stack.db, { id }, { sentAt: new Date(sentAt.getTime() - 11_000) })
    expect(await author.codes(SEND, { id })).toEqual(wasOpen ? [] : ['RATE_LIMITED'])
    await clear()
    await (await startRun(stack, 'sweep')).until('succeeded')
    await runner.run({ isDone: async () => !(await isOpen()) && (await hasTakenAll()), timeoutMs: 60_000 })
    expect(await listReleases(stack, id)).toHaveLength(1)
    expect(await author.codes(SEND, { id })).toEqual(['RATE_LIMITED'])
  }
})
