import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@pauta/emulators/postgres/postgres'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { V8_FLAGS } from '../kit/processes/command.ts'

const WRITER = fileURLToPath(new URL('./postgres-writer.ts', import.meta.url))
const KILL_AFTER_ROWS = 150

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-postgres-'))
  // A copy takes a fraction of the time of a new cluster.
  const server = await startPostgres({ port: 0, dataDir: folder, dumpFile: inject('databaseTemplate') })
  await server.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startWriter() {
  const child = spawn(process.execPath, [...V8_FLAGS, WRITER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout }) }
}

/** Starts a writer, kills it in the middle of its work and returns the ids that were acknowledged to it. */
async function writeUntilKilled(): Promise<number[]> {
  const { child, lines } = startWriter()
  const acknowledged: number[] = []
  const ended = once(child, 'exit')
  for await (const line of lines) {
    if (line !== 'up') acknowledged.push(Number(line))
    if (acknowledged.length === KILL_AFTER_ROWS) child.kill('SIGKILL')
  }
  await ended
  return acknowledged
}

it('keeps every acknowledged row through kill -9, and one process at a time', async () => {
  const acknowledged = [...(await writeUntilKilled()), ...(await writeUntilKilled())]
  expect(acknowledged.length).toBeGreaterThanOrEqual(2 * KILL_AFTER_ROWS)

  // The killed writer left its lock, which the next server takes over.
  const server = await startPostgres({ port: 0, dataDir: folder })
  const sql = postgres({ ...server, max: 1 })
  const kept = new Set((await sql<{ id: number }[]>`select id from written`).map(({ id }) => id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await expect(startPostgres({ port: 0, dataDir: folder })).rejects.toThrow('already open in this process')
  await sql.end()
  await server.stop()
})

it('names the process that uses the folder, and takes over the folder of a dead one', async () => {
  const lock = join(folder, 'lock.json')
  const { child, lines } = startWriter()
  await once(lines, 'line')
  await expect(startPostgres({ port: 0, dataDir: folder })).rejects.toThrow(`in use by process ${child.pid}`)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await writeFile(lock, 'half writ')
  const server = await startPostgres({ port: 0, dataDir: folder })
  expect(JSON.parse(await readFile(lock, 'utf8'))).toEqual({ pid: process.pid, start: expect.any(String) })
  await server.stop()
  await expect(readFile(lock)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('writes a checkpoint when the log exceeds its limit, which makes the log short again', async () => {
  const server = await startPostgres({
    port: 0,
    dumpFile: inject('databaseTemplate'),
    logLimit: { bytes: 1_000_000, checkSeconds: 0.1 },
  })
  const sql = postgres({ ...server, max: 1 })
  const readLog = async () => {
    const [row] = await sql<{ bytes: number; segments: number }[]>`
      select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes, (select count(*)::int from pg_ls_waldir()) as segments
      from pg_control_checkpoint()`
    return row
  }
  for (let turn = 0; turn < 8; turn++) {
    await sql`create table big as select i, repeat(md5(i::text), 60) as text from generate_series(1, 2000) i`
    await sql`drop table big`
    await expect.poll(async () => (await readLog())?.bytes).toBeLessThan(1_000_000)
  }
  // Without checkpoints, 8 turns leave 32 segments.
  expect((await readLog())?.segments).toBeLessThan(20)
  await sql.end()
  await server.stop()
})
