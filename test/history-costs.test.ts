import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from './kit/rows/factories.ts'
import { passHours } from './kit/rows/scrape-rows.ts'
import { tables } from './kit/rows/tables.ts'
import { NewsSite, siteDate } from './kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from './kit/stack/shared-stack.ts'
import { openPipeline, type Pipeline } from './kit/workers/ingest.ts'
import { startRun } from './kit/workers/runs.ts'

const site = new NewsSite()
let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await site.stop()
  await stack.stop()
})

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()

describe('the events of an ingest batch', () => {
  const batch = (ids: readonly string[], minute: number, changes: Parameters<typeof anArticle>[0] = {}) =>
    ids.map((uniqueId) =>
      received(
        anArticle({ uniqueId, title: 'Igual', content: 'Igual.', extractedAt: at(minute), ...changes }),
      ),
    )
  const countStatements = async (articles: ReturnType<typeof batch>) => {
    stack.gates.database.take()
    await upsertArticles(stack.db, articles)
    return stack.gates.database.take().length
  }
  const ids = Array.from({ length: 10 }, (_, n) => `lote_00000${n}`)

  it('add one statement, however many there are', async () => {
    await upsertArticles(stack.db, batch(ids, 0))
    const events = await tables.articleEvents.count(stack.db)
    // Another summary changes the rows and makes no event; another category makes one for each article.
    const without = await countStatements(batch(ids, 1, { summary: 'Outro.' }))
    expect(await tables.articleEvents.count(stack.db)).toBe(events)
    const withEvents = await countStatements(batch(ids, 2, { summary: 'Outro.', category: 'Saúde' }))
    expect(await tables.articleEvents.count(stack.db)).toBe(events + ids.length)
    expect(without).toBeGreaterThan(5)
    expect(withEvents - without).toBe(1)
  })

  it('are written with the versions of ten articles as with those of one', async () => {
    const one = await countStatements(batch(ids.slice(0, 1), 3, { content: 'Foram 12 casos.' }))
    const ten = await countStatements(batch(ids, 4, { content: 'Foram 15 casos.' }))
    expect(await tables.articleVersions.count(stack.db)).toBe(11)
    expect(ten).toBe(one)
  })
})

describe('a scrape that finds nothing new', () => {
  /** The number of rows and the newest transaction of each table of articles: a written row changes one of the two. */
  async function readTables(): Promise<Record<string, string>> {
    const names = await stack.db<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and (relname like 'article%' or relname in ('pipeline_steps', 'scrape_raw_pages'))`
    const versions: Record<string, string> = {}
    for (const { name } of names) {
      const [row] = await stack.db<{ version: string | null }[]>`
        select count(*) || '/' || coalesce(max(xmin::text::bigint), 0) as version from ${stack.db(name)}`
      versions[name] = row?.version ?? ''
    }
    return versions
  }

  it('writes no row of articles, versions, events and steps', async () => {
    const agency = 'turismo'
    site.publish(agency, { slug: 'praias', title: 'Praias do Nordeste', date: siteDate(new Date()) })
    const scrape = async () => {
      await (await startRun(stack, 'scrape', { agency }, { target: agency })).until('succeeded')
      await pipeline.settled()
    }
    await scrape()
    const before = await readTables()
    expect(before['articles']).not.toBe('0/0')
    await scrape()
    // The second look asks for the page again.
    await passHours(stack.db, agency, 8)
    const looked = await readTables()
    const asked = site.asked('/praias')
    await scrape()
    expect(site.asked('/praias')).toBe(asked + 1)
    expect(await readTables()).toEqual(looked)
    expect({ ...looked, articles: '' }).toEqual({ ...before, articles: '' })
  })
})
