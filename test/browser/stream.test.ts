import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { GENERATE } from '../kit/client/event-stream.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const require = createRequire(import.meta.url)
const clientPath = require.resolve('graphql-sse').replace(/lib\/index\.\w+$/, 'umd/graphql-sse.js')

let portal: Server
let stranger: Server
let stack: TestStack
let browser: Browser

/** A site of its own: one page with the official client in it. */
async function startSite(script: string): Promise<Server> {
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Portal</title><script>${script}</script>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return site
}
const originOf = (site: Server) => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

beforeAll(async () => {
  const script = await readFile(clientPath, 'utf8')
  portal = await startSite(script)
  stranger = await startSite(script)
  stack = await startTestStack({ corsOrigins: [originOf(portal)] })
  await stack.publish([
    anArticle({ title: 'Campanha de vacinação começa', agencyKey: 'saude', publishedAt: ago({ hours: 1 }) }),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
  portal.close()
  stranger.close()
})

interface Heard {
  types: string[]
  times: number[]
  error: string | null
}

/** Runs the subscription in a page of a site, and notes when each event came. */
async function listen(site: Server): Promise<Heard> {
  const page = await browser.newPage()
  await page.goto(originOf(site))
  const token = await stack.stack.token({ sub: 'leitora', name: 'Leitora' })
  const settings = {
    url: `${stack.stack.graphqlUrl}/stream`,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  }
  const operation = { query: GENERATE, variables: { prompt: 'vacinação, saúde e Enem' } }
  const heard = await page.evaluate(`(async () => {
    const heard = { types: [], times: [], error: null }
    const client = graphqlSse.createClient(${JSON.stringify(settings)})
    try {
      for await (const { data, errors } of client.iterate(${JSON.stringify(operation)})) {
        heard.types.push(data ? data.generateRecortes.__typename : JSON.stringify(errors))
        heard.times.push(performance.now())
      }
    } catch (error) {
      heard.error = String(error)
    }
    return heard
  })()`)
  await page.close()
  return heard as Heard
}

it('a page of a listed origin receives the events one by one', async () => {
  const { types, times, error } = await listen(portal)
  expect(error).toBeNull()
  expect(types[0]).toBe('AgentEventThinking')
  expect(types.at(-1)).toBe('AgentEventDone')
  expect(new Set(times).size).toBeGreaterThan(3)
})

it('a page of another origin receives nothing', async () => {
  const { types, error } = await listen(stranger)
  expect(types).toEqual([])
  expect(error).toMatch(/fetch/i)
})
