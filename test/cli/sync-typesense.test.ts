import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { startCommand } from '../kit/processes/command.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { requireSubtitles } from '../kit/stack/stricter-index.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, timeAgo, tables } from '../kit/rows/tables.ts'

const COMMAND = 'sync-typesense'

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

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)
const start = (...args: string[]) => startCommand(COMMAND, args, stack.stack.environment)
const found = async () => (await stack.query('{ articles(limit: 1) { found } }')).articles.found as number
const lastSync = async () => {
  const [row] = await stack.db<
    { id: string; written: number; collection: string; finishedAt: Date | null }[]
  >`
    select id, written::int, collection, finished_at from index_syncs order by started_at desc limit 1`
  return row
}

/** Writes articles that are not in the index yet. */
async function write(count: number, changes: Parameters<typeof anArticle>[0] = {}): Promise<string[]> {
  const articles = Array.from({ length: count }, () => anArticle(changes))
  await stack.write(articles)
  return articles.map(({ uniqueId }) => String(uniqueId))
}

describe('sync-typesense --full-sync', () => {
  it('indexes every article, skips articles that were taken down, and ends the due steps', async () => {
    const [gone = ''] = await write(1)
    await stack.publish([])
    expect(await found()).toBe(1)
    const ids = await write(30)
    await tables.articles.set(stack.db, { uniqueId: gone }, { deletedAt: new Date() })
    const { code, stdout, stderr } = await run('--full-sync')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/30 documents written to news_\d{17}, 0 refused\./)
    expect(await found()).toBe(30)
    expect(await pipeline.steps(ids[0] ?? '')).toMatchObject({ index: 'done 1', embed: 'done 1' })
    const vectors = await stack.db`select 1 from article_embeddings where unique_id = any(${ids})`
    expect(vectors).toHaveLength(30)
    // The sync has dropped the replaced collection.
    expect((await stack.index.listCollections()).map(({ name }) => name)).toEqual([
      (await lastSync())?.collection,
    ])
  })

  it('computes the vectors of changed texts again', async () => {
    const [id = ''] = await write(1, { content: 'Sobre capivaras.' })
    await run('--full-sync')
    const read = () => stack.db`select content_hash, embedding::text from article_embeddings`
    const [before] = await read()
    await stack.write([anArticle({ uniqueId: id, content: 'Sobre orçamento.' })])
    await run('--full-sync')
    const [after] = await read()
    expect(after?.['contentHash']).not.toBe(before?.['contentHash'])
    expect(after?.['embedding']).not.toBe(before?.['embedding'])
  })

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
})

describe('sync-typesense --start-date', () => {
  it('indexes articles published or changed from that day on', async () => {
    const [published = ''] = await write(1, { publishedAt: ago({ days: 2 }) })
    const [changed = '', left = ''] = await write(2, { publishedAt: ago({ days: 200 }) })
    const [gone = ''] = await write(1, { publishedAt: ago({ days: 1 }) })
    await stack.publish([])
    // Every article was changed 100 days ago, except one that changes now and one that is taken down.
    await tables.articles.set(stack.db, {}, { title: 'Outro título', updatedAt: timeAgo(100, 'day') })
    await tables.articles.set(stack.db, { uniqueId: changed }, { updatedAt: new Date() })
    await tables.articles.set(stack.db, { uniqueId: gone }, { deletedAt: new Date() })
    const live = await stack.index.findLiveCollection()
    const day = ago({ days: 5 }).slice(0, 10)
    const { code, stdout } = await run('--start-date', day)
    expect(code).toBe(0)
    expect(stdout).toContain(`2 documents written to ${live}`)
    expect((await pipeline.document(published))?.title).toMatch(/^Outro/)
    expect((await pipeline.document(changed))?.title).toMatch(/^Outro/)
    expect((await pipeline.document(left))?.title).not.toMatch(/^Outro/)
    expect(await pipeline.document(gone)).toBeNull()
  })

  it('counts and prints the documents that the index refuses', async () => {
    const [bad = ''] = await write(1)
    const [good = ''] = await write(1, { subtitle: 'Com subtítulo' })
    const live = await requireSubtitles(stack)
    const { code, stdout, stderr } = await run('--start-date', '2026-01-01')
    expect(code).toBe(1)
    expect(stdout).toContain('1 documents written to news_stricter, 1 refused.')
    expect(stderr).toMatch(new RegExp(`^${bad}: .*subtitle`, 'm'))
    expect(await pipeline.document(good)).not.toBeNull()
    expect(await pipeline.steps(bad)).toMatchObject({ index: 'due 1' })
    await stack.index.pointAlias(live)
    await stack.index.dropCollection('news_stricter')
  })

  it('refuses a live collection of another embedding model', async () => {
    await write(1)
    await stack.index.createCollection('news_outro', 'another-model')
    await stack.index.pointAlias('news_outro')
    const { code, stderr } = await run('--start-date', '2026-01-01')
    expect(code).toBe(1)
    expect(stderr).toContain('run --full-sync')
    expect((await run('--full-sync')).code).toBe(0)
    expect(await found()).toBe(1)
    await stack.index.dropCollection('news_outro')
  })
})

describe('sync-typesense --remote', () => {
  it('runs a full sync as a job, follows it and prints its result', async () => {
    await write(30)
    const { code, stdout, stderr } = await run('--full-sync', '--batch-rows', '10', '--remote')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^succeeded\n {2}collection: news_\d{17}\n(.*\n)* {2}written: 30$/m)
    expect(await found()).toBe(30)
  })

  it('passes dates, dry runs and batch sizes to the job', async () => {
    await write(3)
    const range = ['--start-date', '2020-01-01', '--dry-run', '--batch-rows', '2']
    const { code, stdout } = await run(...range, '--remote')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}dryRun: true\n(.*\n)* {2}written: 3$/m)
    expect(await found()).toBe(0)
    const [job] = await stack.db<{ parameters: unknown }[]>`
      select parameters from job_runs where job = 'sync-index' order by started_at desc limit 1`
    expect(job?.parameters).toEqual({ start_date: '2020-01-01', dry_run: true, batch_rows: 2 })
  })

  it('exits with 1 and names the document when the index refuses a document', async () => {
    const [bad = ''] = await write(1)
    const live = await requireSubtitles(stack)
    const { code, stdout } = await run('--start-date', '2020-01-01', '--remote')
    await stack.index.pointAlias(live)
    await stack.index.dropCollection('news_stricter')
    expect(code).toBe(1)
    expect(stdout).toMatch(new RegExp(`^  problems: .*${bad}: .*subtitle`, 'm'))
    expect(stdout).toContain('  refused: 1\n')
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

  it('--dry-run counts documents and writes nothing', async () => {
    const [id = ''] = await write(5)
    const { code, stdout } = await run('--full-sync', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('5 documents would be written')
    expect(await found()).toBe(0)
    expect(await pipeline.steps(id)).toEqual({ embed: 'due 1', enrich: 'due 1', index: 'due 1' })
    expect(await stack.db`select 1 from article_embeddings`).toHaveLength(0)
  })

  it('--dry-run with --start-date counts each published or changed article once', async () => {
    await write(2, { publishedAt: ago({ days: 1 }) })
    const [unchanged = ''] = await write(4, { publishedAt: ago({ days: 200 }) })
    await tables.articles.set(stack.db, { uniqueId: unchanged }, { updatedAt: timeAgo(90, 'day') })
    const { stdout } = await run('--start-date', ago({ days: 5 }).slice(0, 10), '--dry-run')
    expect(stdout).toContain('5 documents would be written')
  })

  it.each([
    [[], 2, 'npm run sync-typesense'],
    [['--full-sync', '--start-date', '2026-01-01'], 2, 'npm run sync-typesense'],
    [['--remote'], 2, 'npm run sync-typesense'],
    [['--start-date', '31/12/2026'], 2, '--start-date'],
    [['--full-sync', '--batch-rows', '0'], 2, '--batch-rows'],
    [['--everything'], 2, 'npm run sync-typesense'],
    [['--full-sync', '2026-01-01'], 2, 'npm run sync-typesense'],
    [['--help'], 0, 'npm run sync-typesense'],
  ])('%j exits with %d and prints the usage or the wrong option', async (args, code, words) => {
    const result = await run(...args)
    expect(result.code).toBe(code)
    expect(result.stdout + result.stderr).toContain(words)
    expect(result.stderr).not.toContain('    at ')
  })
})
