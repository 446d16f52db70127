import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { runCommand, runScript, startScript, type RunningCommand } from '../kit/processes/command.ts'
import { writeJsonLines } from '../kit/rows/dataset-files.ts'
import { eventually } from '../kit/runner/eventually.ts'

const START = 'packages/local/src/start.ts'
const INDEX_KEY = 'key-of-the-outside-index'

let folder: string
let port: number
let environment: Record<string, string>
let databaseOutside: { host: string; port: number }
let indexUrl: string
const running: RunningCommand[] = []

/** Returns the first line that a process prints when it is ready. */
async function firstLine(command: RunningCommand): Promise<string> {
  running.push(command)
  const line = () => command.output().split('\n')
  await eventually(() => expect(line().length).toBeGreaterThan(1), { interval: 50 })
  return line()[0] ?? ''
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function start(): Promise<Client & { process: RunningCommand }> {
  const args = ['--port', String(port), '--data', join(folder, 'stack'), '--empty']
  const process = startScript(START, args, environment)
  running.push(process)
  const url = `http://localhost:${port}/graphql`
  await eventually(() => expect(process.output()).toContain(`ready ${url}\n`), { interval: 50 })
  return { ...makeClient(url), process }
}

async function stop({ process }: { process: RunningCommand }) {
  process.child.kill('SIGINT')
  return await process.ended
}

const onData = (command: string, ...args: string[]) =>
  runCommand(command, [...args, '--data', join(folder, 'stack')])
const QUESTION = '{ search(query: "vacina") { found articles { uniqueId title } } }'
const ANSWER = { search: { found: 1, articles: [{ uniqueId: 'fora_000001', title: 'Vacina de fora' }] } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-outside-'))
  port = await freePort()
  const indexArgs = ['--port', '0', '--key', INDEX_KEY]
  const [database, index] = await Promise.all([
    firstLine(startScript('test/local/outside-postgres.ts', [])),
    firstLine(startScript('packages/index-server/src/start.ts', indexArgs)),
  ])
  databaseOutside = JSON.parse(database) as { host: string; port: number }
  indexUrl = /http:\S+/.exec(index)?.[0] ?? ''
  environment = {
    SST_RESOURCE_Database: database,
    SST_RESOURCE_SearchIndex: JSON.stringify({ url: indexUrl, key: INDEX_KEY }),
  }
})

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

describe('npm start with stores of another process', () => {
  it('uses them by two variables, and its commands find them through its folder', async () => {
    const stack = await start()
    const screen = stack.process.output()
    expect(screen).toContain(`search index  ${indexUrl}   header X-TYPESENSE-API-KEY: ${INDEX_KEY}`)
    expect(await (await stack.fetch('/ready')).json()).toMatchObject({
      status: 'ok',
      dependencies: { postgresql: 'ok', 'search-index': 'ok' },
    })
    const file = join(folder, 'rows.jsonl')
    const row = { unique_id: 'fora_000001', agency: 'saude', title: 'Vacina de fora', url: 'https://x/1' }
    await writeJsonLines(file, [{ ...row, published_at: '2026-06-01' }])
    expect(await onData('import-news', file)).toMatchObject({ code: 0 })
    expect(await onData('sync-typesense', '--full-sync')).toMatchObject({ code: 0 })
    expect(await stack.query(QUESTION)).toEqual(ANSWER)
    expect(await stop(stack)).toMatchObject({ code: 0, stderr: '' })
  })

  it('does not change them or their data when it stops', async () => {
    const sql = postgres({ ...databaseOutside, max: 1 })
    expect(await sql`select unique_id from articles`).toEqual([{ unique_id: 'fora_000001' }])
    await sql.end()
    const found = await fetch(`${indexUrl}/collections/news/documents/fora_000001`, {
      headers: { 'X-TYPESENSE-API-KEY': INDEX_KEY },
    })
    expect(await found.json()).toMatchObject({ title: 'Vacina de fora' })
    await rm(join(folder, 'stack'), { recursive: true })
    const stack = await start()
    expect(await stack.query(QUESTION)).toEqual(ANSWER)
    expect(await stop(stack)).toMatchObject({ code: 0 })
  })

  it('refuses to start inside `sst shell`, where the variables are those of a deployed stage', async () => {
    const inShell = { ...environment, SST_RESOURCE_App: '{"name":"pauta","stage":"production"}' }
    const args = ['--port', String(port), '--data', join(folder, 'never'), '--empty']
    const { code, stderr } = await runScript(START, args, inShell)
    expect(stderr).toBe('npm start is for this machine alone: run it outside of `sst shell`.\n')
    expect(code).toBe(1)
  })
})
