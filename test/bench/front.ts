// What the HTTP front of a laptop adds to the GraphQL handler: the same operation over HTTP and as a direct call, in turn.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { startStack } from '@pauta/local/stack'
import { fillStack } from './fill-stack.ts'
import { median, type Figure } from './measure.ts'
import { assertAnswered, restEvent } from './rest-request.ts'

const ARTICLES = 1000
const WARM_UP_RUNS = 100
const RUNS = 400
const TARGET_MS = 1.5
const QUERY = '{ articles(limit: 10) { found articles { uniqueId title url summary agency publishedAt } } }'

/** Elapsed milliseconds, and processor milliseconds of the whole process. */
interface Times {
  wallMs: number
  cpuMs: number
}

async function time(run: () => Promise<unknown>): Promise<Times> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await run()
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

/** Sends one request over a kept-alive connection and reads the answer. */
function post(url: URL, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      text(response).then(resolve, reject)
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ query: QUERY }))
  })
}

/**
 * Compares processor time, because on a busy machine a request over HTTP waits for more turns than a call. The client runs
 * in this process, so its share counts as the front's.
 */
export async function measureFront(): Promise<Figure[]> {
  await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
  await fillStack(ARTICLES)
  const { handler } = await import('@pauta/functions/graphql/handler')
  const url = new URL(stack.graphqlUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const overHttp = () => post(url, agent)
  const direct = () => handler(restEvent(stack.graphqlUrl, { query: QUERY }), {} as never)
  assertAnswered(await direct())
  for (let run = 0; run < WARM_UP_RUNS; run++) {
    await overHttp()
    await direct()
  }
  const pairs: { http: Times; call: Times }[] = []
  for (let run = 0; run < RUNS; run++) pairs.push({ http: await time(overHttp), call: await time(direct) })
  agent.destroy()
  const of = (read: (pair: { http: Times; call: Times }) => number) => median(pairs.map(read))
  const added = of(({ http, call }) => http.cpuMs - call.cpuMs)
  const show = (way: 'http' | 'call') =>
    `${of((pair) => pair[way].wallMs).toFixed(2)} ms, ${of((pair) => pair[way].cpuMs).toFixed(2)} ms of processor`
  return [
    {
      figure: 'articles(limit: 10) over the HTTP front of a laptop: processor time, p50',
      value: show('http'),
      comparedWith: `handler called directly ${show('call')}`,
      ratio: `+ ${added.toFixed(2)} ms`,
      target: `≤ + ${TARGET_MS} ms`,
      met: added <= TARGET_MS,
    },
  ]
}
