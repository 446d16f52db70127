import { enrichArticles, type EnrichWalk } from '@pauta/cli/articles/follow-articles'
import { upsertFeatures } from '@pauta/core/features/features'
import { loadConfig } from '@pauta/platform/config/config'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { startCommand } from '../kit/processes/command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const COMMAND = 'enrich'

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
  await tables.articles.clear(stack.db)
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

/** Writes articles without sending their messages. */
async function write(count: number, changes: Parameters<typeof anArticle>[0] = {}): Promise<string[]> {
  const articles = Array.from({ length: count }, () => anArticle(changes))
  await stack.write(articles)
  return articles.map(({ uniqueId }) => String(uniqueId))
}
const enriched = async () => {
  const rows = await stack.db<{ uniqueId: string }[]>`
    select unique_id from article_features where features ? 'word_count' order by unique_id`
  return rows.map((row) => row.uniqueId)
}

/** The article of a message that starts a step. */
const idOf = (body: string) => (JSON.parse(body) as { data: { unique_id: string } }).data.unique_id

describe('enrich --missing', () => {
  it('derives missing features, waits for the workers, and skips the other articles', async () => {
    const [others = '', gone = ''] = await write(2)
    await upsertFeatures(stack.db, [{ uniqueId: others, features: { view_count: 3 } }])
    await tables.articles.set(stack.db, { uniqueId: gone }, { deletedAt: new Date() })
    const ids = [...(await write(120)), others]
    const { code, stdout, stderr } = await run('--missing')
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/121 articles enriched, 0 failed\./)
    expect(await enriched()).toEqual(ids.toSorted())
    await pipeline.settled()
    // The workers have also run the steps embed and index.
    expect(await pipeline.steps(ids[0] ?? '')).toEqual({ embed: 'done 1', enrich: 'done 2', index: 'done 3' })
    expect(await pipeline.document(others)).toMatchObject({ features: { viewCount: 3 } })
    expect((await run('--missing')).stdout).toMatch(/\b0 articles enriched/)
  })

  it('repeats failed articles, and those whose text has changed or whose features are lost', async () => {
    const [stale = '', failed = '', bare = ''] = await write(3)
    await run('--missing')
    await pipeline.settled()
    await stack.write([anArticle({ uniqueId: stale, content: 'Outro texto, mais longo do que antes.' })])
    await tables.pipelineSteps.set(
      stack.db,
      { uniqueId: failed, step: 'enrich' },
      { status: 'failed', attempts: 5, error: 'no' },
    )
    await tables.articleFeatures.set(stack.db, { uniqueId: bare }, { features: { view_count: 1 } })
    expect((await run('--missing', '--dry-run')).stdout).toMatch(/3 articles would be enriched/)
    expect((await run('--missing')).stdout).toMatch(/3 articles enriched/)
    const [row] =
      await stack.db`select features->'word_count' as words from article_features where unique_id = ${stale}`
    expect(row).toEqual({ words: 7 })
  })

  it('has at most 500 articles in the queue', async () => {
    await write(501)
    const stop = new AbortController()
    const sent = new Set<string>()
    let looksAtFull = 0
    const walk: EnrichWalk = {
      db: stack.db,
      // No worker gets the messages, so that no article ends. A slow machine sends some again.
      queues: {
        send: async (_, bodies) => {
          for (const body of bodies) sent.add(idOf(body))
        },
      } as EnrichWalk['queues'],
      config: loadConfig('enrichQueue'),
      step: 'enrich',
      rate: 1000,
      signal: stop.signal,
      // The second look is after the time of a further page.
      onProgress: () => {
        if (sent.size >= 500 && ++looksAtFull > 1) stop.abort(new Error('seen'))
      },
      onFailed: () => undefined,
    }
    await expect(enrichArticles(walk, { kind: 'missing' })).rejects.toThrow('seen')
    expect(sent.size).toBe(500)
  })
})

describe('an article that is due without an end', () => {
  afterEach(() => void vi.useRealTimers())

  it('is sent again after more than three seconds since it was sent', async () => {
    await write(1)
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    const stop = new AbortController()
    // The first look is followed by the end of the pages, from which the three seconds count.
    const looks = [1, 3001, 3002, 6002, 6003]
    let sent = 0
    const seen: number[] = []
    const walk: EnrichWalk = {
      db: stack.db,
      queues: { send: async () => void (sent += 1) } as unknown as EnrichWalk['queues'],
      config: loadConfig('enrichQueue'),
      step: 'enrich',
      rate: 1000,
      signal: stop.signal,
      onProgress: () => {
        const next = looks[seen.push(sent) - 1]
        if (next === undefined) stop.abort(new Error('seen'))
        else vi.setSystemTime(start + next)
      },
      onFailed: () => undefined,
    }
    await expect(enrichArticles(walk, { kind: 'missing' })).rejects.toThrow('seen')
    expect(seen).toEqual([1, 1, 1, 2, 2, 3])
  })
})

describe('enrich --since', () => {
  it('repeats every article from that local day on', async () => {
    const [before] = await write(1, { publishedAt: '2026-05-31T23:59:59-03:00' })
    const ids = await write(3, { publishedAt: '2026-06-01T00:00:00-03:00' })
    await run('--missing')
    await tables.articleFeatures.set(stack.db, {}, { features: { word_count: 0 } })
    expect((await run('--since', '2026-06-01')).stdout).toMatch(/3 articles enriched/)
    const rows = await stack.db<{ uniqueId: string }[]>`
      select unique_id from article_features where features @> '{"word_count": 0}'`
    expect(rows.map((row) => row.uniqueId)).toEqual([before])
    expect(ids).toHaveLength(3)
  })

  it('sends at most --rate articles per second', async () => {
    await write(12)
    // A step that waits already keeps the time at which it became due.
    await tables.pipelineSteps.set(stack.db, {}, { status: 'done' })
    const { stdout } = await run('--since', '2026-01-01', '--rate', '5')
    expect(stdout).toMatch(/12 articles enriched/)
    const pages = await stack.db<{ dueAt: Date; articles: number }[]>`
      select due_at, count(*)::int as articles from pipeline_steps where step = 'enrich' group by 1 order by 1`
    expect(pages.map(({ articles }) => articles)).toEqual([5, 5, 2])
    const times = pages.map(({ dueAt }) => dueAt.getTime())
    // The clocks of both sides show whole milliseconds.
    for (const [n, time] of times.slice(1).entries()) expect(time - (times[n] ?? 0)).toBeGreaterThan(990)
  })

  it('enriches articles again whose names became entities, in three passes, and leaves further ones due', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const from = new Date('2026-06-01T12:00:00Z')
    const earlier = new Date('2026-06-01T11:59:59Z')
    await stack.write(
      ids.map((uniqueId) =>
        anArticle({ uniqueId, publishedAt: (uniqueId === 'e' ? from : earlier).toISOString() }),
      ),
    )
    const setStatus = (uniqueId: string, status: string) =>
      tables.pipelineSteps.set(stack.db, { uniqueId, step: 'enrich' }, { status })
    for (const id of ids) await setStatus(id, 'done')
    const sent: string[] = []
    const walk: EnrichWalk = {
      db: stack.db,
      // Each article that is enriched names an entity that the article before it names too.
      queues: {
        send: async (_, bodies) => {
          for (const id of bodies.map(idOf)) {
            sent.push(id)
            await setStatus(id, 'done')
            await setStatus(ids[ids.indexOf(id) - 1] ?? '', 'due')
          }
        },
      } as EnrichWalk['queues'],
      config: loadConfig('enrichQueue'),
      step: 'enrich',
      rate: 1000,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onFailed: () => undefined,
    }
    expect(await enrichArticles(walk, { kind: 'since', from })).toEqual({ done: 1, failed: 0 })
    expect(sent).toEqual(['e', 'd', 'c', 'b'])
  })
})

describe('npm run enrich', () => {
  it('changes nothing in a dry run', async () => {
    const [id = ''] = await write(1)
    const before = await pipeline.steps(id)
    expect((await run('--since', '2026-01-01', '--dry-run')).stdout).toMatch(/Dry run: 1 articles/)
    expect(await pipeline.steps(id)).toEqual(before)
    expect(await enriched()).toEqual([])
  })

  it('continues with --missing after Ctrl-C', async () => {
    await write(40)
    const { child, ended } = startCommand(COMMAND, ['--missing', '--rate', '10'], stack.stack.environment)
    await expect.poll(async () => (await enriched()).length).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Stopped; go on with --missing\.$/m)
    expect((await run('--missing')).code).toBe(0)
    expect(await enriched()).toHaveLength(40)
  })

  it.each([[[]], [['--missing', '--since', '2026-01-01']], [['--missing', 'now']], [['--everything']]])(
    'refuses %j with 2 and prints the usage',
    async (args: string[]) => {
      const { code, stdout, stderr } = await run(...args)
      expect(code).toBe(2)
      expect(stdout + stderr).toContain('npm run enrich -- (--missing | --since YYYY-MM-DD)')
    },
  )

  it.each([
    [['--since', 'ontem'], /--since: data inválida/],
    [['--missing', '--rate', '0'], /--rate 0/],
  ])('refuses %j and names the wrong option', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(message)
  })
})
