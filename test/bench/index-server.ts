import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startIndexServer } from '../../packages/index-server/src/server.ts'
import type { IndexServer } from '../../packages/index-server/src/server.ts'
import { createArticles } from './generated-articles.ts'

/*
 * Measures the development index: import, memory, searches, searches during an import, restart.
 * usage: node test/bench/index-server.ts [documents, default 50000]
 */

const KEY = 'bench'
const BATCH = 5_000
const DIMENSIONS = 768
const QUERIES = 40

const documents = Number(process.argv[2] ?? 50_000)
const articles = createArticles({ seed: 7, dimensions: DIMENSIONS, words: 640 })
const folder = await mkdtemp(join(tmpdir(), 'index-bench-'))

async function call(server: IndexServer, method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'x-typesense-api-key': KEY },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return text
}

const memory = (): string => `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB RSS`
const seconds = (since: number): number => (performance.now() - since) / 1000

function percentile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
}

async function measure(name: string, run: (turn: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let turn = 0; turn < QUERIES; turn++) {
    const start = performance.now()
    await run(turn)
    times.push(performance.now() - start)
  }
  console.log(`${name.padEnd(34)} p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`)
}

function search(server: IndexServer, parameters: Record<string, unknown>): Promise<string> {
  const one = { collection: 'news', exclude_fields: 'content,content_embedding', per_page: 20, ...parameters }
  return call(server, 'POST', '/multi_search', JSON.stringify({ searches: [one] }))
}

async function importAll(server: IndexServer): Promise<void> {
  let posting = 0
  for (let from = 0; from < documents; from += BATCH) {
    const lines: string[] = []
    for (let at = from; at < Math.min(from + BATCH, documents); at++)
      lines.push(JSON.stringify(articles.get(at)))
    const start = performance.now()
    await call(server, 'POST', '/collections/news/documents/import?action=upsert', lines.join('\n'))
    posting += seconds(start)
  }
  console.log(
    `import of ${documents} documents: ${posting.toFixed(1)} s, ${Math.round(documents / posting)} a second, ${memory()}`,
  )
}

async function measureSearches(server: IndexServer): Promise<void> {
  const fields = { query_by: 'title,summary,content', query_by_weights: '4,2,1' }
  await measure('one common word', (turn) => search(server, { ...fields, q: articles.word(turn % 20) }))
  await measure('two common words', (turn) =>
    search(server, { ...fields, q: `${articles.word(turn % 20)} ${articles.word(20 + turn)}` }),
  )
  await measure('three words of mixed frequency', (turn) =>
    search(server, {
      ...fields,
      q: `${articles.word(turn)} ${articles.word(100 + turn)} ${articles.word(900 + turn)}`,
    }),
  )
  await measure('a word with a typo', (turn) =>
    search(server, { ...fields, q: `${articles.word(300 + turn)}xq`, num_typos: 2 }),
  )
  await measure('prefix of three letters', (turn) =>
    search(server, { ...fields, q: articles.word(turn).slice(0, 3) }),
  )
  await measure('filter, newest first, grouped', () =>
    search(server, {
      q: '*',
      filter_by: 'agency:=[agencia-1,agencia-2]',
      sort_by: 'published_at:desc',
      group_by: 'content_hash',
      group_limit: 1,
    }),
  )
  await measure('seven facets', () =>
    search(server, {
      q: '*',
      per_page: 0,
      facet_by: 'agency,theme_l1_code,tags,sentiment_label',
      max_facet_values: 200,
    }),
  )
  const vector = (turn: number): string => `content_embedding:([${articles.vector(turn).join(',')}], k:250)`
  await measure('nearest neighbours', (turn) => search(server, { q: '*', vector_query: vector(turn) }))
  await measure('hybrid, two words', (turn) =>
    search(server, {
      ...fields,
      q: `${articles.word(10 + turn)} ${articles.word(200 + turn)}`,
      vector_query: vector(turn),
    }),
  )
}

/** Returns the longest time of a search during an import. */
async function measureDuringImport(server: IndexServer): Promise<void> {
  const lines: string[] = []
  for (let at = 0; at < Math.min(BATCH, documents); at++)
    lines.push(JSON.stringify({ ...articles.get(at), title: 'Outra vez' }))
  const start = performance.now()
  const path = '/collections/news/documents/import?action=upsert'
  const importing = call(server, 'POST', path, lines.join('\n'))
  const end = importing.then(() => 'imported')
  const times: number[] = []
  for (;;) {
    const asked = performance.now()
    const answered = await Promise.race([
      end,
      search(server, { q: articles.word(40), query_by: 'title,content' }),
    ])
    if (answered === 'imported') break
    times.push(performance.now() - asked)
  }
  console.log(
    `searches while ${lines.length} are replaced in ${seconds(start).toFixed(1)} s: p50 ${percentile(times, 0.5)} ms, longest ${percentile(times, 1)} ms`,
  )
}

const server = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
await server.loaded
await call(server, 'POST', '/collections', JSON.stringify(articles.schema))
await importAll(server)
await measureSearches(server)
await measureDuringImport(server)
console.log(`after all that: ${memory()}`)
await server.stop()

const restart = performance.now()
const again = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
await again.loaded
console.log(`restart: ${seconds(restart).toFixed(1)} s until all ${documents} documents are back`)
await again.stop()
rmSync(folder, { recursive: true, force: true })
