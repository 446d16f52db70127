import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSyncCommands } from '../kit/processes/sync-commands.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables } from '../kit/rows/tables.ts'

let stack: TestStack
let pipeline: Pipeline

beforeAll(async () => {
  stack = await shareTestStack()
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
})
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'indexSyncs'])
  await stack.publish([])
})

const { run, start, found, lastSync, write } = openSyncCommands(() => stack)

describe('sync-typesense', () => {
  it.each([[['--full-sync']], [['--start-date', '2026-01-01']]])(
    '%j keeps every article searchable and loses no live update',
    async (range) => {
      const ids = await write(200)
      await stack.publish([])
      const sync = start(...range, '--batch-rows', '5')
      await expect.poll(async () => (await lastSync())?.written ?? 0, { interval: 20 }).not.toBe(200)
      const counts = new Set<number>()
      for (let n = 0; sync.child.exitCode === null; n++) {
        // Changes articles that the sync has passed, and articles that it has not reached.
        const id = ids[(n * 97) % ids.length] ?? ''
        if (n < 40)
          await pipeline.cloud.send(pipeline.ingestQueue, anArticle({ uniqueId: id, title: `Ao vivo ${n}` }))
        counts.add(await found())
        await delay(30)
      }
      expect((await sync.ended).code).toBe(0)
      expect([...counts]).toEqual([200])
      await pipeline.settled()
      const { search } = await stack.query('{ search(query: "vivo") { found } }')
      const [rows] = await stack.db`select count(*)::int as n from articles where title like 'Ao vivo%'`
      expect(search.found).toBe(rows?.['n'])
      expect(search.found).toBeGreaterThan(10)
    },
  )

  it('continues where it stopped after a kill', async () => {
    await write(400)
    const { child, ended } = start('--full-sync', '--batch-rows', '10')
    await expect.poll(async () => (await lastSync())?.written ?? 0, { interval: 20 }).toBeGreaterThan(50)
    child.kill('SIGKILL')
    await ended
    const killed = await lastSync()
    expect(killed?.written).toBeLessThan(380)
    expect(killed?.finishedAt).toBeNull()
    expect(await found()).toBe(0)
    const { code, stdout } = await run('--full-sync')
    expect(code).toBe(0)
    expect(stdout).toContain('400 documents written')
    expect(await lastSync()).toMatchObject({ id: killed?.id, collection: killed?.collection, written: 400 })
    expect(await found()).toBe(400)
  })

  it('refuses to run while another sync runs', async () => {
    await write(300)
    const first = start('--full-sync', '--batch-rows', '10')
    await expect.poll(async () => (await lastSync())?.written ?? 0, { interval: 20 }).toBeGreaterThan(0)
    const second = await run('--full-sync')
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('Another synchronisation is running')
    expect((await first.ended).code).toBe(0)
    expect(await found()).toBe(300)
  })

  it('runs one of two syncs that start at the same time', async () => {
    await write(200)
    const codes = await Promise.all([
      start('--full-sync', '--batch-rows', '5').ended,
      start('--full-sync', '--batch-rows', '5').ended,
    ])
    expect(codes.map(({ code }) => Number(code)).sort((a, b) => a - b)).toEqual([0, 1])
    expect(await found()).toBe(200)
  })

  it('stops following at Ctrl-C while the sync goes on to its end', async () => {
    await write(300)
    const first = start('--full-sync', '--batch-rows', '1', '--remote')
    await expect.poll(() => first.output()).toMatch(/^running: phase fill/m)
    first.child.kill('SIGINT')
    const letGo = await first.ended
    expect(letGo.code).toBe(1)
    expect(letGo.stdout).toContain(
      'The run continues without this command; npm run job -- sync-index --runs shows its end.',
    )
    await expect.poll(found).toBe(300)
    expect(await lastSync()).toMatchObject({ written: 300 })
  })
})
