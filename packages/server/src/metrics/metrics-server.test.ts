import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeAnswerCounters } from './measures.ts'
import { startMetricsServer } from './metrics-server.ts'
import { writeMeasures, type Measure } from './prometheus.ts'

const UP: Measure = { name: 'up', type: 'gauge', help: 'Up.', values: [{ value: 1 }] }

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

describe('/metrics', () => {
  let port: number
  let server: Awaited<ReturnType<typeof startMetricsServer>>
  let failures: unknown[]
  let measured: number
  let measure: () => Promise<readonly Measure[]>

  beforeEach(async () => {
    port = await findFreePort()
    failures = []
    measured = 0
    measure = async () => [UP]
    server = await startMetricsServer({
      host: '127.0.0.1',
      port,
      measure: () => {
        measured += 1
        return measure()
      },
      log: (error, what) => failures.push([error, what]),
    })
  })
  afterEach(() => server.stop())

  const get = (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`)

  it('has the measures in the text format', async () => {
    const answer = await get()
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    expect(await answer.text()).toBe('# HELP up Up.\n# TYPE up gauge\nup 1\n')
  })

  it('is the only path', async () => {
    expect((await get('/')).status).toBe(404)
    expect(measured).toBe(0)
  })

  it('is measured once for requests at the same time, and again for the next one', async () => {
    const pause = Promise.withResolvers<readonly Measure[]>()
    measure = () => pause.promise
    const both = Promise.all([get(), get()])
    const third = get('/')
    await third
    pause.resolve([UP])
    const answers = await both
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(measured).toBe(1)
    measure = async () => []
    expect(await (await get()).text()).toBe('')
    expect(measured).toBe(2)
  })

  it('does not start at an address that another program has', async () => {
    const second = startMetricsServer({ host: '127.0.0.1', port, measure, log: () => undefined })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('answers 500 when it cannot measure, and measures for the next request', async () => {
    const fault = new Error('no disk')
    measure = () => Promise.reject(fault)
    expect((await get()).status).toBe(500)
    expect(failures).toEqual([[fault, '/metrics failed']])
    measure = async () => [UP]
    expect((await get()).status).toBe(200)
  })
})

describe('writeMeasures', () => {
  it('writes labels in their order, with backslashes before what would end them', () => {
    const text = writeMeasures([
      {
        name: 'n',
        type: 'counter',
        help: 'h',
        values: [
          { labels: { a: 'x"y\\z\n', b: '2' }, value: 1.5 },
          { labels: {}, value: 0 },
        ],
      },
    ])
    expect(text).toBe('# HELP n h\n# TYPE n counter\nn{a="x\\"y\\\\z\\n",b="2"} 1.5\nn 0\n')
  })
})

describe('the counters of answers', () => {
  it('count answers and seconds of each route and status', () => {
    const counters = makeAnswerCounters()
    counters.count({ route: '/a', status: 200, seconds: 1 })
    counters.count({ route: '/a', status: 200, seconds: 2 })
    counters.count({ route: '/a', status: 500, seconds: 4 })
    counters.count({ route: '/b', status: 200, seconds: 8 })
    expect(writeMeasures(counters.list()).split('\n')).toEqual([
      '# HELP pauta_http_answers_total Answers by route and status.',
      '# TYPE pauta_http_answers_total counter',
      'pauta_http_answers_total{route="/a",status="200"} 2',
      'pauta_http_answers_total{route="/a",status="500"} 1',
      'pauta_http_answers_total{route="/b",status="200"} 1',
      '# HELP pauta_http_seconds_total Seconds until the ends of these answers.',
      '# TYPE pauta_http_seconds_total counter',
      'pauta_http_seconds_total{route="/a",status="200"} 3',
      'pauta_http_seconds_total{route="/a",status="500"} 4',
      'pauta_http_seconds_total{route="/b",status="200"} 8',
      '',
    ])
  })
})
