import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startIndexServer } from '../../packages/index-server/src/server.ts'
import { KEY, createIndexClient } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

const START = join(import.meta.dirname, '../../packages/index-server/src/start.ts')

let folder: string
let children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-server-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(folder, { recursive: true, force: true })
})

function launch(...more: string[]): ChildProcess {
  const child = spawn(process.execPath, [START, '--port', '0', '--key', KEY, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function exitOf(child: ChildProcess): Promise<[code: number | null, signal: string | null]> {
  while (child.exitCode === null && child.signalCode === null) await setTimeout(20)
  return [child.exitCode, child.signalCode]
}

/** Starts the program on the folder and waits until it is ready. */
async function start(): Promise<{ child: ChildProcess; index: TestIndex }> {
  const child = launch('--data', folder)
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())![0]
  const index = createIndexClient(url, async () => undefined)
  while ((await index.call('GET', '/health')).status !== 200) await setTimeout(20)
  return { child, index }
}

test('acknowledged writes exist after the process was killed', async () => {
  const first = await start()
  await first.index.load(SCHEMA, 'noticias', DOCUMENTS)
  await first.index.call('DELETE', '/collections/noticias/documents/n1')
  await first.index.call('PATCH', '/collections/noticias/documents/n2', { titulo: 'Mudou' })
  await first.index.call('PUT', '/aliases/atual', { collection_name: 'noticias' })
  await first.index.call('POST', '/keys', {
    description: 'x',
    actions: ['*'],
    collections: ['*'],
    value: 'guardada',
  })
  first.child.kill('SIGKILL')
  await exitOf(first.child)

  const { index } = await start()
  expect((await index.call('GET', '/collections/atual')).json).toMatchObject({ num_documents: 9 })
  expect(await index.ids('atual', { q: 'mudou', query_by: 'titulo' })).toEqual(['n2'])
  expect((await index.call('GET', '/collections/atual/documents/n2')).json).toMatchObject({
    vetor: [0.9, 0.1, 0],
  })
  expect(await index.ids('atual', { q: '*', vector_query: 'vetor:([1,0,0], k:1)' })).toEqual(['n2'])
  expect(
    await index.ids('atual', { q: '*', sort_by: 'leituras:asc', per_page: 2, filter_by: 'leituras:70' }),
  ).toEqual(['n4', 'n3'])
  expect((await index.call('GET', '/collections', undefined, 'guardada')).status).toBe(200)
})

test('SIGTERM stops the server cleanly', async () => {
  const { child, index } = await start()
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
  child.kill('SIGTERM')
  expect(await exitOf(child)).toEqual([0, null])
  await expect(readFile(join(folder, 'index-server.pid'))).rejects.toThrow('ENOENT')
})

test('a damaged file is named at the start, with the remedy', async () => {
  const path = join(folder, 'index.sqlite')
  const complaint = async (): Promise<string> => {
    const child = launch('--data', folder)
    const chunks: string[] = []
    child.stderr!.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
    expect(await exitOf(child)).toEqual([1, null])
    return chunks.join('')
  }
  await writeFile(path, 'this was a database once'.repeat(400))
  expect(await complaint()).toContain(
    `index server: the index file ${path} is damaged (file is not a database). Delete the file and start again: `,
  )
  await rm(path)

  const server = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
  const index = createIndexClient(server.url, () => server.stop())
  const long = Array.from({ length: 3_000 }, (_, at) => `palavra${at}`).join(' ')
  const documents = Array.from({ length: 100 }, (_, at) => ({ ...DOCUMENTS[0], id: String(at), texto: long }))
  await index.load(SCHEMA, 'noticias', documents)
  await index.stop()
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(7, bytes.length / 2))
  expect(await complaint()).toContain(`index server: the index file ${path} is damaged (`)
})

test('a folder in use and a taken port are refused in one line', async () => {
  const { index } = await start()
  const second = launch('--data', folder)
  const [complaint] = (await once(second.stderr!, 'data')) as [Buffer]
  expect(complaint.toString()).toMatch(/^index server: data folder .* is in use by process \d+: .*\n$/)
  expect(await exitOf(second)).toEqual([1, null])
  const third = launch('--port', new URL(index.url).port)
  const [taken] = (await once(third.stderr!, 'data')) as [Buffer]
  expect(taken.toString()).toMatch(/^index server: port \d+ is taken: .*\n$/)
  expect(await exitOf(third)).toEqual([1, null])
})

test('answers 503 until the documents are loaded', async () => {
  const server = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
  const client = createIndexClient(server.url, () => server.stop())
  const long = Array.from({ length: 2_000 }, (_, at) => `palavra${at}`).join(' ')
  await server.loaded
  await client.load(
    SCHEMA,
    'noticias',
    Array.from({ length: 1_000 }, (_, at) => ({ ...DOCUMENTS[0], id: String(at), texto: long })),
  )
  await client.stop()
  const again = await startIndexServer({ port: 0, key: KEY, dataDir: folder })
  const early = createIndexClient(again.url, () => again.stop())
  const [health, search] = await Promise.all([
    early.call('GET', '/health'),
    early.search('noticias', { q: '*' }),
  ])
  expect([health.status, search.status]).toEqual([503, 503])
  await again.loaded
  expect((await early.search('noticias', { q: '*' })).json).toMatchObject({ found: 1_000 })
  await early.stop()
})
