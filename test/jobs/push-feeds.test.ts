import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { pushChangedFeeds } from '@pauta/functions/jobs/push-feeds/handler'
import { pushFeeds } from '@pauta/functions/jobs/push-feeds/job'
import { recordRequest } from '@pauta/syndication/hub/subscriptions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'

interface Push {
  path: string
  headers: Record<string, unknown>
  body: string
}

let stack: SharedStack
let server: Server
let base: string
const questions: URL[] = []
let pushes: Push[] = []
/** The answer to a verification; by default the challenge. */
let reply: (question: URL) => { status: number; body: string }
let pushStatus = 204
/** Stops the next run before it begins. */
let isStopped = false
const echo = (question: URL) => ({ status: 200, body: question.searchParams.get('hub.challenge') ?? '' })

beforeAll(async () => {
  const job = quickJob(
    pushFeeds,
    (context) => pushChangedFeeds(isStopped ? { ...context, signal: AbortSignal.abort() } : context),
    {},
  )
  stack = await shareTestStack({ jobs: [job] })
  base = stack.stack.graphqlUrl.replace(/\/graphql$/, '')
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'GET') {
        questions.push(url)
        const { status, body: text } = reply(url)
        response.writeHead(status).end(text)
        return
      }
      pushes.push({ path: url.pathname, headers: request.headers, body })
      response.writeHead(pushStatus).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(stack.receiverPort, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await stack.stop()
})
beforeEach(async () => {
  await tables.feedSubscriptions.remove(stack.db)
  questions.length = 0
  pushes = []
  reply = echo
  pushStatus = 204
})

const callback = (name: string) => `http://127.0.0.1:${stack.receiverPort}/${name}`
const topic = (path = '/feeds/agencies/saude.rss') => `${base}${path}`
const ask = async (changes: Record<string, string> = {}) =>
  await fetch(`${base}/feeds/hub`, {
    method: 'POST',
    body: new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.topic': topic(),
      'hub.callback': callback('a'),
      ...changes,
    }),
  })
const run = async () => await (await startRun(stack, 'push-feeds')).until('succeeded')
const list = () =>
  stack.db<{ callback: string; leaseUntil: Date | null; asked: string | null; attempts: number }[]>`
    select callback, lease_until, asked, attempts from feed_subscriptions order by callback`
const publish = (title: string, agencyKey = 'saude') =>
  stack.publish([anArticle({ agencyKey, title, publishedAt: ago({ minutes: 1 }) })])

describe('a feed', () => {
  it('names its hub in each format and in a header, on its first page', async () => {
    for (const [format, mark] of [
      ['rss', `<atom:link href="${base}/feeds/hub" rel="hub"/>`],
      ['atom', `<link href="${base}/feeds/hub" rel="hub"/>`],
      ['json', `"hubs":[{"type":"WebSub","url":"${base}/feeds/hub"}]`],
    ]) {
      const response = await fetch(topic(`/feeds/articles.${format}`))
      expect((await response.text()).replaceAll('\n', '')).toContain(mark)
      expect(response.headers.get('link')).toBe(
        `<${base}/feeds/hub>; rel="hub", <${base}/feeds/articles.${format}>; rel="self"`,
      )
    }
  })
})

describe('the hub', () => {
  it('asks a subscriber, pushes the page, and pushes again when it has changed, with its signature', async () => {
    await publish('Vacinas chegam')
    expect((await ask({ 'hub.secret': 'segredo', 'hub.lease_seconds': '7200' })).status).toBe(202)
    isStopped = true
    const nothing = { expired: 0, confirmed: 0, topics: 0, sent: 0, failed: 0, ended: 0, isFinished: false }
    expect((await run()).result).toEqual(nothing)
    isStopped = false
    expect((await run()).result).toEqual({ ...nothing, confirmed: 1, topics: 1, sent: 1, isFinished: true })
    expect(Object.fromEntries(questions[0]?.searchParams ?? [])).toMatchObject({
      'hub.mode': 'subscribe',
      'hub.topic': topic(),
      'hub.lease_seconds': '7200',
    })
    const [row] = await list()
    expect(row).toMatchObject({ asked: null, attempts: 0 })
    expect(Math.abs((row?.leaseUntil?.getTime() ?? 0) - Date.now() - 7_200_000)).toBeLessThan(600_000)
    expect(pushes).toHaveLength(1)
    expect(pushes[0]?.body).toContain('Vacinas chegam')
    expect(pushes[0]?.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      link: `<${base}/feeds/hub>; rel="hub", <${topic()}>; rel="self"`,
      'x-hub-signature': `sha256=${createHmac('sha256', 'segredo')
        .update(pushes[0]?.body ?? '')
        .digest('hex')}`,
    })
    await run()
    expect(pushes).toHaveLength(1)
    await publish('De outro órgão', 'mec')
    await run()
    expect(pushes).toHaveLength(1)
    await publish('Dengue recua')
    await run()
    expect(pushes).toHaveLength(2)
    expect(pushes[1]?.body).toContain('Dengue recua')
  })

  it('keeps what was not recorded for the next run, tries failures again, and ends what is gone', async () => {
    await publish('Uma notícia')
    for (const name of ['a', 'b']) await ask({ 'hub.callback': callback(name) })
    pushStatus = 500
    expect((await run()).result).toMatchObject({ confirmed: 2, sent: 0, failed: 2, ended: 0 })
    expect((await list()).map(({ attempts }) => attempts)).toEqual([1, 1])
    await run()
    expect(pushes).toHaveLength(2)
    await tables.feedSubscriptions.set(stack.db, {}, { dueAt: timeAgo(1, 'minute') })
    pushStatus = 204
    await run()
    expect(pushes).toHaveLength(4)
    expect((await list()).map(({ attempts }) => attempts)).toEqual([0, 0])
    // A process that ended between the push and its record: the subscriber gets the page again.
    await tables.feedSubscriptions.set(stack.db, { callback: callback('a') }, { delivered: null })
    await run()
    expect(pushes.map(({ path }) => path).slice(4)).toEqual(['/a'])
    await tables.feedSubscriptions.set(stack.db, {}, { delivered: null })
    // A feed that nothing can read stops no other one.
    await tables.feedSubscriptions.set(stack.db, { callback: callback('b') }, { topic: topic('/feeds/x.y') })
    pushStatus = 410
    expect((await run()).result).toMatchObject({ topics: 2, ended: 1, isFinished: true })
    await tables.feedSubscriptions.set(stack.db, {}, { topic: topic() })
    await run()
    expect(await list()).toEqual([])
  })

  it.each([
    ['refuses', () => ({ status: 404, body: '' }), 0],
    ['answers something else', () => ({ status: 200, body: 'x' }), 0],
    ['has a fault', () => ({ status: 500, body: '' }), 1],
  ])('subscribes nobody who %s', async (_, answer, left) => {
    reply = answer
    await ask()
    await run()
    expect((await list()).map(({ leaseUntil }) => leaseUntil)).toEqual(
      Array.from({ length: left }, () => null),
    )
    expect(pushes).toEqual([])
    for (let attempt = 2; attempt <= 3; attempt++) {
      await tables.feedSubscriptions.set(stack.db, {}, { askedDueAt: timeAgo(1, 'minute') })
      await run()
    }
    expect(await list()).toEqual([])
    expect(questions).toHaveLength(left === 0 ? 1 : 3)
  })

  it('ends a subscription when its subscriber confirms that, and when its lease is over', async () => {
    await ask()
    await ask({ 'hub.callback': callback('b') })
    await run()
    expect(await list()).toHaveLength(2)
    reply = () => ({ status: 404, body: '' })
    await ask({ 'hub.mode': 'unsubscribe' })
    await run()
    expect(await list()).toHaveLength(2)
    reply = echo
    await ask({ 'hub.mode': 'unsubscribe' })
    await run()
    expect((await list()).map((row) => row.callback)).toEqual([callback('b')])
    await tables.feedSubscriptions.set(stack.db, {}, { leaseUntil: timeAgo(1, 'minute') })
    expect((await run()).result).toMatchObject({ expired: 1, topics: 0 })
    expect(await list()).toEqual([])
  })

  it.each([
    [{ 'hub.mode': 'publish' }],
    [{ 'hub.topic': 'https://example.org/feed' }],
    [{ 'hub.topic': '/feeds/articles.rss' }],
    [{ 'hub.callback': 'https://10.0.0.1/' }],
    [{ 'hub.callback': 'http://localhost/' }],
    [{ 'hub.lease_seconds': 'x' }],
    [{ 'hub.secret': 's'.repeat(200) }],
  ])('refuses %j', async (changes) => {
    expect((await ask(changes)).status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('reads a request of 16 KiB, and no larger one', async () => {
    const fields = 'hub.mode=publish&a='
    const post = (bytes: number) =>
      fetch(`${base}/feeds/hub`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: fields.padEnd(bytes, 'x'),
      })
    expect((await post(16 * 1024)).status).toBe(400)
    expect((await post(16 * 1024 + 1)).status).toBe(413)
  })

  it.each([
    '/feeds/articles.rss?unknown=1',
    '/feeds/listings/x.rss',
    '/feeds/articles.rss?page=2',
    '/feeds/a.rss',
  ])('pushes no %s', async (path) => {
    expect((await ask({ 'hub.topic': topic(path) })).status).toBe(400)
  })

  it('takes at most 200 subscriptions of a network, and a known one still', async () => {
    for (let number = 0; number < 200; number++)
      expect((await ask({ 'hub.callback': callback(`n${number}`) })).status).toBe(202)
    expect((await ask({ 'hub.callback': callback('mais') })).status).toBe(429)
    expect((await ask({ 'hub.callback': callback('n0') })).status).toBe(202)
    const request = { mode: 'subscribe', topic: topic(), callback: callback('mais'), secret: null } as const
    await recordRequest(stack.db, { ...request, leaseSeconds: 3600 }, { network: 'other', now: new Date() })
    expect(await list()).toHaveLength(201)
  })
})
