import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { memoizeLiveModel } from '@pauta/core/search-index/live-model'
import { EXPORT_CONCURRENCY } from '@pauta/server/functions/invoke'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { EXPORT_COLUMNS } from '@pauta/syndication/exports/columns'
import { startExport } from '@pauta/syndication/exports/run-export'
import { parseSelection } from '@pauta/syndication/selection/selection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIZES } from '../../stacks/stages/sizes.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { patient } from '../kit/runner/patience.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const MEGABYTE = 1_000_000
/** Ten times the pauses of the slow reader. */
const STALL_MS = 2000
/** More text than the socket buffers of a connection on one machine. */
const LONG_ARTICLES = 24
const SHORT_ARTICLES = 60

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ stallSeconds: patient(STALL_MS) / 1000 })
  const long = Array.from({ length: LONG_ARTICLES }, (_, at) =>
    anArticle({
      uniqueId: `longa_${at}`,
      content: 'texto '.repeat(MEGABYTE / 6),
      publishedAt: `2026-06-02T12:00:${10 + at}-03:00`,
    }),
  )
  const short = Array.from({ length: SHORT_ARTICLES }, (_, at) =>
    anArticle({ uniqueId: `curta_${at}`, content: 'texto', publishedAt: '2026-06-01T12:00:00-03:00' }),
  )
  await stack.publish([...long, ...short])
})
afterAll(() => stack.stop())

/** Asks for an export and never reads its answer. */
async function askWithoutReading(): Promise<Socket> {
  const { hostname, port } = new URL(stack.stack.graphqlUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET /export/articles.csv HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  return socket
}

describe('readers of exports who read nothing', () => {
  it('lose their connection after a time without progress, so that others are served', async () => {
    const sockets = await Promise.all(Array.from({ length: 8 }, askWithoutReading))
    const status = async () => (await stack.fetch('/export/articles.csv?columns=unique_id')).status
    try {
      await expect.poll(status).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  it('do not include a reader that is slow', async () => {
    const response = await stack.fetch('/export/articles.jsonl')
    let bytes = 0
    let pauses = 0
    for await (const piece of response.body ?? []) {
      bytes += (piece as Uint8Array).length
      if (bytes > pauses * 4 * MEGABYTE) {
        pauses += 1
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    expect(pauses).toBeGreaterThan(5)
    expect(bytes).toBeGreaterThan(LONG_ARTICLES * MEGABYTE)
  })
})

describe('an export of long articles', () => {
  it('reads a few megabytes of the index at once', async () => {
    const sizes: number[] = []
    const index: SearchIndex = {
      ...stack.index,
      search: async (search, options) => {
        const answer = await stack.index.search(search, options)
        sizes.push(JSON.stringify(answer).length)
        return answer
      },
    }
    const sources = {
      index,
      liveModel: memoizeLiveModel(index),
      embedding: stack.model,
      logger: createLogger({ level: 'error' }),
      warnings: [],
    }
    const request = {
      selection: parseSelection({}),
      format: 'jsonl' as const,
      columns: EXPORT_COLUMNS,
      cursor: { kind: 'rows' as const, rows: 0 },
    }
    const { pieces } = await startExport(sources, request, { maxRows: Infinity })
    let rows = 0
    for (;;) {
      const piece = await pieces.next()
      if (piece.done) {
        rows = piece.value.rows
        break
      }
    }
    expect(rows).toBe(LONG_ARTICLES + SHORT_ARTICLES)
    expect(Math.max(...sizes)).toBeLessThan(6 * MEGABYTE)
    // Short texts are read in larger steps.
    expect(sizes.length).toBeLessThan(20)
  })
})

describe('the local stack', () => {
  it('runs as many exports at once as production', () => {
    expect(EXPORT_CONCURRENCY).toBe(SIZES.standard.exportConcurrency)
  })
})
