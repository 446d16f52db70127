import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSyncCommands } from '../kit/processes/sync-commands.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { requireSubtitles } from '../kit/stack/stricter-index.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, timeAgo, tables } from '../kit/rows/tables.ts'

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

const { run, found, lastSync, write } = openSyncCommands(() => stack)

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
    const ids = await write(51)
    const [bad = ''] = ids
    const [good = ''] = await write(1, { subtitle: 'Com subtítulo' })
    const live = await requireSubtitles(stack)
    const { code, stdout, stderr } = await run('--start-date', '2026-01-01')
    expect(code).toBe(1)
    expect(stdout).toContain('1 documents written to news_stricter, 51 refused.')
    const named = [...stderr.matchAll(/^(\S+): .*subtitle/gm)].map(([, id = '']) => id)
    expect(named).toHaveLength(50)
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
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
})

describe('sync-typesense', () => {
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
