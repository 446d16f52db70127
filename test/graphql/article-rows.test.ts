import {
  countDocumentRows,
  listDocumentRows,
  listDocumentRowsByChange,
  listDocumentRowsByPublication,
  type ScannedRow,
} from '@pauta/core/articles/queries'
import { removeArticles, restoreRemoved, REMOVALS_PER_DAY_MAX } from '@pauta/core/removals/removals'
import { findRemovedDocument } from '@pauta/core/history/removed-document'
import { parseFieldUpdate } from '@pauta/core/field-updates/updatable-fields'
import { updateField } from '@pauta/core/field-updates/field-update'
import { listDue, type PipelineStep, PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { measureStages } from '@pauta/core/operations/stage-times'
import { readIndexFill } from '@pauta/core/search-index/fill'
import { articleExists, findIndexRecord, listArticleRows, listRecordPage } from '@pauta/core/features/records'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishAt, writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Statements on articles, on rows that differ from a matching row in one column. No worker runs beside them.
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles']))

const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)

const write = (articles: Record<string, Columns>) => writeEnded(stack.db, articles)
const setStep = (uniqueId: string, step: string, columns: Columns) =>
  tables.pipelineSteps.set(stack.db, { uniqueId, step }, columns)
const gone = { deletedAt: NOW }

describe('a scan of articles', () => {
  const scan = { model: 'm', limit: 10 }
  const positionOf = (row: ScannedRow | undefined) => ({
    at: row?.positionAt ?? '',
    uniqueId: row?.uniqueId ?? '',
  })

  beforeEach(async () => {
    await write({ b: {}, a: {}, late: {}, first: {}, gone })
    await publishAt(
      stack.db,
      new Map([
        ['a', '2026-06-01T12:00:00.000200Z'],
        ['b', '2026-06-01T12:00:00.000200Z'],
        ['first', '2026-06-01T12:00:00.000100Z'],
        ['gone', '2026-06-01T12:00:01Z'],
        ['late', '2026-06-01T12:00:02Z'],
      ]),
    )
  })

  it('by publication continues after any row, also within a millisecond', async () => {
    const list = (others: object, from?: Date) =>
      listDocumentRowsByPublication(stack.db, { ...scan, ...others }, from)
    const all = await list({})
    expect(idsOf(all)).toEqual(['first', 'a', 'b', 'gone', 'late'])
    for (const [place, row] of all.entries())
      expect(idsOf(await list({ after: positionOf(row) }))).toEqual(idsOf(all.slice(place + 1)))
    expect(idsOf(await list({ limit: 2 }))).toEqual(['first', 'a'])
    expect(idsOf(await list({}, at(1)))).toEqual(['gone', 'late'])
    expect(idsOf(await list({ after: positionOf(all[3]) }, at(1)))).toEqual(['late'])
  })

  it('by change continues after any row, and skips those of another walk', async () => {
    const changedAt = { first: 3, a: 2, b: 2, late: 1, gone: 4 }
    for (const [uniqueId, second] of Object.entries(changedAt))
      await tables.articles.set(stack.db, { uniqueId }, { updatedAt: at(second) })
    const list = (others: object, since = at(1), publishedBefore?: Date) =>
      listDocumentRowsByChange(stack.db, { since, publishedBefore }, { ...scan, ...others })
    const all = await list({})
    expect(idsOf(all)).toEqual(['late', 'a', 'b', 'first', 'gone'])
    for (const [place, row] of all.entries())
      expect(idsOf(await list({ after: positionOf(row) }))).toEqual(idsOf(all.slice(place + 1)))
    expect(idsOf(await list({ limit: 2 }))).toEqual(['late', 'a'])
    expect(idsOf(await list({}, at(2)))).toEqual(['a', 'b', 'first', 'gone'])
    expect(idsOf(await list({}, at(1), at(1)))).toEqual(['a', 'b', 'first'])
  })

  it('names the versions of open steps alone', async () => {
    await setStep('a', 'index', { status: 'due', version: 5 })
    await setStep('a', 'embed', { status: 'failed', version: 6 })
    await setStep('b', 'enrich', { status: 'due', version: 7 })
    const rows = await listDocumentRowsByPublication(stack.db, scan)
    expect(rows.slice(1, 3).map((row) => [row.openIndexVersion, row.openEmbedVersion])).toEqual([
      [5, 6],
      [null, null],
    ])
  })

  it('is announced by the number of its documents', async () => {
    await tables.articles.set(stack.db, {}, { updatedAt: NOW })
    await tables.articles.set(stack.db, { uniqueId: 'first' }, { updatedAt: at(9) })
    expect(await countDocumentRows(stack.db)).toBe(4)
    expect(await countDocumentRows(stack.db, at(2))).toBe(2)
    expect(await countDocumentRows(stack.db, at(9))).toBe(1)
    expect(await countDocumentRows(stack.db, at(10))).toBe(0)
  })
})

describe('the embedding of an article', () => {
  const vector = (first: number) => `[${[first, ...Array.from({ length: 767 }, () => 0)].join(',')}]`

  it('is that of the model, and stale when the text has changed', async () => {
    await write({ a: { contentHash: 'h' }, b: { contentHash: 'h' }, c: { contentHash: 'h' } })
    await tables.articleEmbeddings.remove(stack.db)
    const own = { embedding: vector(1), contentHash: 'h', model: 'm' }
    await tables.articleEmbeddings.add(stack.db, [
      { ...own, uniqueId: 'a' },
      { ...own, uniqueId: 'b', contentHash: 'old' },
      { ...own, uniqueId: 'c', model: 'other' },
    ])
    const rows = await listDocumentRows(stack.db, ['a', 'b', 'c'], 'm')
    expect(rows.sort((a, b) => (a.uniqueId < b.uniqueId ? -1 : 1))).toMatchObject([
      { uniqueId: 'a', embedding: vector(1), embeddingIsStale: false },
      { uniqueId: 'b', embedding: vector(1), embeddingIsStale: true },
      { uniqueId: 'c', embedding: null, embeddingIsStale: false },
    ])
    expect(await findIndexRecord(stack.db, 'a', 'm')).toMatchObject({ uniqueId: 'a', deletedAt: null })
    expect((await findIndexRecord(stack.db, 'a', 'm'))?.contentEmbedding?.[0]).toBe(1)
    await tables.articles.set(stack.db, { uniqueId: 'a' }, gone)
    expect(await findIndexRecord(stack.db, 'a', 'm')).toBeUndefined()
    expect(await findIndexRecord(stack.db, 'unknown', 'm')).toBeUndefined()
    expect([await articleExists(stack.db, 'a'), await articleExists(stack.db, 'unknown')]).toEqual([
      true,
      false,
    ])
  })
})

describe('the document of an article that its site removed', () => {
  const removed = { deletedAt: NOW, removedAt: NOW }
  it.each<[string, Columns, boolean]>([
    ['as it is', removed, true],
    ['that stands', {}, false],
    ['that an operator took down', gone, false],
    ['that was erased', { ...removed, erasedAt: NOW }, false],
  ])('is that of one %s: %j', async (_, columns, isFound) => {
    await write({ a: columns, other: removed })
    expect((await findRemovedDocument(stack.db, 'a'))?.unique_id).toBe(isFound ? 'a' : undefined)
    expect(await findRemovedDocument(stack.db, 'nothing')).toBeUndefined()
  })
})

describe('a removal by a site', () => {
  const DAY = 24 * 3600
  const remove = async () => {
    const [row] = await stack.db<{ url: string }[]>`select url from articles where unique_id = 'a'`
    const removal = { uniqueId: 'a', agencyKey: 'mec', url: row?.url ?? '', removedAt: NOW }
    return (await removeArticles(stack.db, [removal])).map(({ kind }) => kind)
  }

  it.each<[Columns, string]>([
    [{}, 'removed'],
    [{ versionAt: null }, 'removed'],
    [{ versionAt: NOW }, 'removed'],
    [{ versionAt: at(0.001) }, 'ignored'],
    [{ deletedAt: at(-1) }, 'ignored'],
    [{ agencyKey: 'saude' }, 'refused'],
  ])('of an article with %j is %s', async (columns, kind) => {
    await write({ a: { agencyKey: 'mec', versionAt: at(-1), ...columns }, other: { agencyKey: 'mec' } })
    expect(await remove()).toEqual([kind])
    const down = { deletedAt: NOW, removedAt: NOW }
    expect(await tables.articles.count(stack.db, down)).toBe(kind === 'removed' ? 1 : 0)
  })

  it.each<[number, Columns, string]>([
    [REMOVALS_PER_DAY_MAX - 1, {}, 'removed'],
    [REMOVALS_PER_DAY_MAX, {}, 'refused'],
    [REMOVALS_PER_DAY_MAX, { removedAt: at(-DAY) }, 'removed'],
    [REMOVALS_PER_DAY_MAX, { removedAt: at(0.001 - DAY) }, 'refused'],
    [REMOVALS_PER_DAY_MAX, { agencyKey: 'saude' }, 'removed'],
  ])('after %i others with %j is %s', async (count, columns, kind) => {
    const other = { agencyKey: 'mec', deletedAt: at(-1), removedAt: at(-1), ...columns }
    const others = Array.from({ length: count }, (_, n): [string, Columns] => [`other${n}`, other])
    await write({ a: { agencyKey: 'mec', versionAt: at(-1) }, ...Object.fromEntries(others) })
    expect(await remove()).toEqual([kind])
  })

  it.each<[Columns, boolean]>([
    [{ versionAt: at(0.001) }, true],
    [{ versionAt: NOW }, false],
    [{ versionAt: at(1), removedAt: null }, false],
  ])('of an article with %j is taken back: %j', async (columns, isBack) => {
    await write({ a: { deletedAt: NOW, removedAt: NOW, ...columns } })
    const { restored } = await stack.db.begin(async (tx) => ({ restored: await restoreRemoved(tx, ['a']) }))
    expect(idsOf(restored)).toEqual(isBack ? ['a'] : [])
    expect(await tables.articles.count(stack.db, { deletedAt: null })).toBe(isBack ? 1 : 0)
    for (const step of ['index', 'enrich', 'embed'] as const)
      expect(await listDue(stack.db, step, ['a'])).toHaveLength(isBack ? 1 : 0)
  })
})

describe('a page of records', () => {
  beforeEach(async () => {
    await write({
      a: { publishedAt: at(2) },
      b: { publishedAt: at(2) },
      c: { publishedAt: at(1) },
      d: { publishedAt: at(3), title: 'x'.repeat(2000) },
      gone: { ...gone, publishedAt: at(2) },
    })
  })
  const page = { window: {}, limit: 10, maxBytes: 1_000_000 }
  const list = async (others: object) => idsOf(await listRecordPage(stack.db, { ...page, ...others }))

  it.each([
    [{}, ['c', 'a', 'b', 'd']],
    [{ window: { from: at(2) } }, ['a', 'b', 'd']],
    [{ window: { to: at(3) } }, ['c', 'a', 'b']],
    [{ window: { from: at(1), to: at(2) } }, ['c']],
    [{ limit: 2 }, ['c', 'a']],
    [{ after: 'a' }, ['b', 'd']],
    [{ after: 'd' }, []],
    [{ maxBytes: 1 }, ['c']],
  ])('with %j has %j', async (others, ids) => {
    expect(await list(others)).toEqual(ids)
  })

  it('has the rows that fit into its bytes', async () => {
    const records = await listArticleRows(stack.db, ['c', 'a'], page.maxBytes)
    const bytes = records.map((record) => Buffer.byteLength(JSON.stringify(JSON.stringify(record))))
    const both = bytes.reduce((sum, one) => sum + one, 0)
    expect(await list({ maxBytes: both })).toEqual(['c', 'a'])
    expect(await list({ maxBytes: both - 1 })).toEqual(['c'])
  })
})

describe('a list of articles by id', () => {
  it('is in the given order, without repetitions, unknown and taken-down articles', async () => {
    await write({ a: {}, b: {}, gone })
    const list = async (ids: string[], maxBytes = 1_000_000) => await listArticleRows(stack.db, ids, maxBytes)
    expect(idsOf(await list(['b', 'unknown', 'a', 'gone', 'b']))).toEqual(['b', 'a'])
    const rows = await list(['a', 'b'])
    const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(JSON.stringify(row))), 0)
    expect(idsOf(await list(['a', 'b'], bytes))).toEqual(['a', 'b'])
    await expect(list(['a', 'b'], bytes - 1)).rejects.toThrow(/^uniqueIds: a resposta não cabe/)
  })
})

describe('the fill of the index', () => {
  it('compares documents with articles, and counts open steps of the index alone', async () => {
    await write({ a: {}, b: {}, c: {}, gone })
    await setStep('a', 'index', { status: 'due' })
    await setStep('b', 'index', { status: 'failed' })
    await setStep('c', 'embed', { status: 'due' })
    expect(await readIndexFill(stack.db, stack.index)).toEqual({ documents: 0, expected: 3, open: 2 })
  })
})

describe('a field that is set by hand', () => {
  const model = 'm'
  const set = (field: string, value: unknown, uniqueId = 'a') =>
    updateField(stack.db, { uniqueId, model }, parseFieldUpdate(field, value, NOW))
  const read = async () => {
    const [row] = await stack.db`
      select title, summary, summary_model, subtitle, agency_key, updated_at, changed_at from articles
      where unique_id = 'a'`
    return row
  }
  const due = async () => {
    const steps: PipelineStep[] = []
    for (const step of PIPELINE_STEPS) if ((await listDue(stack.db, step, ['a'])).length > 0) steps.push(step)
    return steps
  }

  beforeEach(async () => {
    const before = { updatedAt: NOW, changedAt: NOW }
    await write({ a: { title: 'T', summary: 'S', summaryModel: model, subtitle: 'U', ...before }, gone })
    await updateField(stack.db, { uniqueId: 'a', model }, parseFieldUpdate('content', 'Texto', NOW))
    await tables.articles.set(stack.db, { uniqueId: 'a' }, before)
    await tables.pipelineSteps.set(stack.db, {}, { status: 'done' })
  })

  it.each<[string, unknown, PipelineStep[], object]>([
    ['title', 'Outro', ['enrich', 'embed', 'index'], { title: 'Outro', summaryModel: 'm' }],
    ['content', 'Outro', ['enrich', 'embed', 'index'], { summaryModel: 'm' }],
    ['subtitle', 'Outro', ['index'], { subtitle: 'Outro', summaryModel: 'm' }],
    // A summary of a person is no model’s.
    ['summary', 'Outro', ['index'], { summary: 'Outro', summaryModel: null }],
    ['published_at', 1_780_000_000, ['enrich', 'index'], { summaryModel: 'm' }],
  ])('%s makes due what depends on it', async (field, value, steps, row) => {
    const changed = await set(field, value)
    expect([new Set(changed?.due), changed?.notes]).toEqual([new Set(steps), []])
    expect(new Set(await due())).toEqual(new Set(steps))
    const after = await read()
    expect(after).toMatchObject(row)
    expect(after?.['updatedAt']).not.toEqual(NOW)
    expect(after?.['changedAt']).not.toEqual(NOW)
  })

  it.each([
    ['title', 'T'],
    ['summary', 'S'],
    ['subtitle', 'U'],
    ['content', 'Texto'],
  ])('%s with the value that it has changes nothing', async (field, value) => {
    expect(await set(field, value)).toMatchObject({ due: [], notes: [], inIndex: { [field]: value } })
    expect(await due()).toEqual([])
    expect(await read()).toMatchObject({ summaryModel: 'm', updatedAt: NOW, changedAt: NOW })
  })

  it('moves an article to another agency once', async () => {
    const [row] = await stack.db<{ name: string }[]>`select name from agencies where key = 'saude'`
    const name = row?.name ?? ''
    const inIndex = { agency: 'saude', agency_name: name }
    expect(await set('agency_name', name)).toEqual({
      inIndex,
      due: ['index'],
      notes: [expect.stringContaining('agora do órgão saude')],
    })
    expect(await due()).toEqual(['index'])
    expect(await read()).toMatchObject({ agencyKey: 'saude' })
    await tables.articles.set(stack.db, { uniqueId: 'a' }, { updatedAt: NOW, changedAt: NOW })
    expect(await set('agency_name', name)).toEqual({ inIndex, due: [], notes: [] })
    expect(await set('agency', 'saude')).toEqual({ inIndex, due: [], notes: [] })
    expect(await read()).toMatchObject({ updatedAt: NOW, changedAt: NOW })
    await set('agency', 'mec')
    expect(await read()).toMatchObject({ agencyKey: 'mec' })
  })

  it.each([
    ['title', 'Outro'],
    ['agency', 'saude'],
    ['sentiment_score', 0.5],
    ['theme_l1_code', '02'],
    ['content_embedding', Array<number>(768).fill(0.5)],
  ])('%s of an article that was taken down stays', async (field, value) => {
    expect(await set(field, value, 'gone')).toBeUndefined()
  })
})

describe('the times of the stages', () => {
  const DAY = 24 * 3600
  const measured = async ({ article = {}, step = {}, availability = {} }: Record<string, Columns> = {}) => {
    await write({ a: { publishedAt: at(-3600), createdAt: at(-3000), ...article } })
    const done = { status: 'done', version: 1, updatedAt: at(-2900) }
    await setStep('a', 'enrich', { ...done, ...step })
    // The index counts by what a search finds, not by its step.
    await setStep('a', 'index', { ...done, updatedAt: at(-1000) })
    await tables.pipelineSteps.remove(stack.db, { step: ['classify', 'embed'] })
    const found = { uniqueId: 'a', availableAt: at(-2800), written: true }
    await tables.articleAvailability.remove(stack.db)
    await tables.articleAvailability.add(stack.db, { ...found, ...availability })
    return await measureStages(stack.db, NOW)
  }
  const countsOf = (times: Awaited<ReturnType<typeof measured>>) =>
    Object.fromEntries(times.map(({ stage, articles }) => [stage, articles]))

  it('are those of an article, from its publication on', async () => {
    const time = (stage: string, seconds: number | null) => ({
      stage,
      articles: seconds === null ? 0 : 1,
      medianSeconds: seconds,
      longSeconds: seconds,
    })
    expect(await measured()).toEqual([
      time('STORE', 600),
      time('ENRICH', 100),
      time('CLASSIFY', null),
      time('EMBED', null),
      time('INDEX', 200),
    ])
  })

  it.each<[string, Record<string, Columns>, [number, number, number]]>([
    ['taken down', { article: { deletedAt: NOW } }, [0, 0, 0]],
    ['of a day ago', { article: { publishedAt: at(-DAY) } }, [0, 0, 0]],
    ['of less than a day ago', { article: { publishedAt: at(-DAY + 1) } }, [1, 1, 1]],
    ['of now', { article: { publishedAt: NOW } }, [1, 1, 1]],
    ['of the future', { article: { publishedAt: at(1) } }, [0, 0, 0]],
    ['of midnight', { article: { publishedAt: new Date('2026-06-01T03:00:00Z') } }, [0, 1, 1]],
    ['whose step is due', { step: { status: 'due' } }, [1, 0, 1]],
    ['whose step was repeated', { step: { version: 2 } }, [1, 0, 1]],
    ['that no search finds', { availability: { written: false } }, [1, 1, 0]],
  ])('count an article %s', async (_, columns, [STORE, ENRICH, INDEX]) => {
    expect(countsOf(await measured(columns))).toEqual({ STORE, ENRICH, CLASSIFY: 0, EMBED: 0, INDEX })
  })

  it('are those of the newest articles, so many of them', async () => {
    await write({
      a: { publishedAt: at(-3600), createdAt: at(-3000) },
      b: { publishedAt: at(-7200), createdAt: at(-7100) },
    })
    const [newest] = await measureStages(stack.db, NOW, 1)
    expect(newest).toMatchObject({ articles: 1, medianSeconds: 600 })
    expect((await measureStages(stack.db, NOW))[0]).toMatchObject({ medianSeconds: 350, longSeconds: 575 })
  })

  it('are never negative', async () => {
    const [store] = await measured({ article: { publishedAt: at(-60), createdAt: at(-3000) } })
    expect(store).toMatchObject({ medianSeconds: 0 })
  })
})
