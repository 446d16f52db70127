import {
  countLabelled,
  listForClassifier,
  listLabelled,
  replaceBuiltInThemes,
  type BuiltInTheme,
} from '@pauta/core/intake/built-in-themes'
import { listWaitingToEnrich } from '@pauta/core/intake/backfill'
import { findLatestTraining, findThemeModel, listOldModelKeys } from '@pauta/core/themes/theme-models'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Who may choose the themes of an article, on rows that differ in one column. No worker runs beside them.
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'articleEvents', 'themeModels']))

const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)
const page = { after: '', limit: 9 }
const named = { themeL1Code: '03', mostSpecificThemeCode: '03' }
const nameless = { themeL1Code: null, mostSpecificThemeCode: null }

describe('an article', () => {
  it.each<[Columns, 'classified' | 'learned from' | 'left alone']>([
    [nameless, 'classified'],
    [{ ...nameless, deletedAt: NOW }, 'left alone'],
    [named, 'learned from'],
    [{ ...named, deletedAt: NOW }, 'left alone'],
    [{ ...named, themeSource: 'operator' }, 'learned from'],
    [{ ...named, themeSource: 'site' }, 'learned from'],
    [{ ...named, themeSource: 'model', themeModel: 'm' }, 'learned from'],
    [{ ...named, themeSource: null, themeModel: 'm' }, 'learned from'],
    [{ ...named, themeSource: 'learned', themeModel: 'm' }, 'classified'],
    [{ ...named, themeSource: 'rules', themeModel: 'rules' }, 'classified'],
    [{ ...named, themeSource: 'rules', themeModel: null }, 'learned from'],
  ])('with %j is %s', async (columns, use) => {
    await writeEnded(stack.db, { a: columns })
    expect(idsOf(await listForClassifier(stack.db, page))).toEqual(use === 'classified' ? ['a'] : [])
    const labelled = await listLabelled(stack.db, { ...page, share: 1 })
    expect(labelled.map(({ uniqueId, code }) => [uniqueId, code])).toEqual(
      use === 'learned from' ? [['a', '03']] : [],
    )
    expect(await countLabelled(stack.db)).toBe(use === 'learned from' ? 1 : 0)
  })

  it('is read by id, page by page, with the beginning of its text', async () => {
    const own = { subtitle: 'S', content: 'x'.repeat(12_001) }
    await writeEnded(stack.db, { c: { ...nameless, ...own }, a: nameless, b: nameless, d: named, f: named, e: named })
    expect(idsOf(await listForClassifier(stack.db, { after: '', limit: 2 }))).toEqual(['a', 'b'])
    const [rest, ...others] = await listForClassifier(stack.db, { after: 'b', limit: 2 })
    expect(others).toEqual([])
    expect(rest).toMatchObject({ uniqueId: 'c', agencyKey: expect.any(String), subtitle: 'S' })
    expect(rest?.content).toHaveLength(12_000)
    const learn = async (after: string, share = 1) =>
      idsOf(await listLabelled(stack.db, { after, limit: 2, share }))
    expect([await learn(''), await learn('e'), await learn('', 0)]).toEqual([['d', 'e'], ['f'], []])
  })

  const answer: BuiltInTheme = {
    themeL1Code: '03',
    themeL2Code: null,
    themeL3Code: null,
    mostSpecificThemeCode: '03',
    confidence: 0.5,
    source: 'learned',
    model: 'm',
  }
  const stored = { ...named, themeModel: 'm', themeSource: 'learned', themeConfidence: 0.5 }
  it.each<[Columns, Partial<BuiltInTheme> | null, { changed: boolean; moved: boolean; relabelled: boolean }]>([
    [stored, {}, { changed: false, moved: false, relabelled: false }],
    [stored, { confidence: 0.25 }, { changed: true, moved: false, relabelled: false }],
    [stored, { source: 'rules' }, { changed: true, moved: false, relabelled: false }],
    [stored, { themeL2Code: '03.01' }, { changed: true, moved: true, relabelled: true }],
    [stored, { mostSpecificThemeCode: '03.01' }, { changed: true, moved: true, relabelled: true }],
    [stored, null, { changed: true, moved: true, relabelled: true }],
    [nameless, {}, { changed: true, moved: true, relabelled: false }],
    [nameless, null, { changed: false, moved: false, relabelled: false }],
    [{ ...stored, deletedAt: NOW }, null, { changed: false, moved: false, relabelled: false }],
    [{ ...stored, themeSource: 'model' }, null, { changed: false, moved: false, relabelled: false }],
    [{ ...stored, themeModel: null }, null, { changed: false, moved: false, relabelled: false }],
  ])('with %j and the answer %j is %j', async (columns, changes, outcome) => {
    const blank = { themeL2Code: null, themeL3Code: null, themeModel: null, themeSource: null, themeConfidence: null }
    await writeEnded(stack.db, { a: { ...blank, ...columns, changedAt: NOW, updatedAt: NOW }, other: stored })
    await tables.articleEvents.remove(stack.db)
    const theme = changes && { ...answer, ...changes }
    const ids = await replaceBuiltInThemes(stack.db, [{ uniqueId: 'a', theme }])
    expect(ids).toEqual(outcome.changed ? ['a'] : [])
    const [row] = await stack.db<Record<string, unknown>[]>`
      select theme_l1_code, theme_l2_code, most_specific_theme_code, theme_model, theme_source, theme_confidence,
        changed_at = ${NOW} as is_old, updated_at = ${NOW} as is_untouched
      from articles where unique_id = 'a'`
    expect(row).toMatchObject({ isOld: !outcome.moved, isUntouched: !outcome.changed })
    if (outcome.changed)
      expect(row).toMatchObject({
        themeL2Code: theme?.themeL2Code ?? null,
        mostSpecificThemeCode: theme?.mostSpecificThemeCode ?? null,
        themeModel: theme?.model ?? null,
        themeSource: theme?.source ?? null,
        themeConfidence: theme?.confidence ?? null,
      })
    const due = await tables.pipelineSteps.count(stack.db, { uniqueId: 'a', step: 'index', status: 'due' })
    expect(due).toBe(outcome.changed ? 1 : 0)
    expect(await tables.articleEvents.count(stack.db, { kind: 'relabelled', uniqueId: 'a' })).toBe(
      outcome.relabelled ? 1 : 0,
    )
  })
})

describe('articles', () => {
  it.each<[Columns, Columns, string[]]>([
    [{}, { status: 'due' }, ['a', 'b']],
    [{}, { status: 'failed' }, ['b']],
    [{}, { status: 'done' }, ['b']],
    [{ deletedAt: NOW }, { status: 'due' }, ['b']],
  ])('like %j with the step %j wait for their features: %j', async (columns, step, waiting) => {
    await writeEnded(stack.db, { b: {}, a: columns })
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'b', step: ['enrich', 'index'] }, { status: 'due' })
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'a', step: 'enrich' }, step)
    expect(await listWaitingToEnrich(stack.db, page)).toEqual(waiting)
    expect(await listWaitingToEnrich(stack.db, { after: 'a', limit: 9 })).toEqual(['b'])
    expect(await listWaitingToEnrich(stack.db, { after: '', limit: 1 })).toEqual(waiting.slice(0, 1))
  })
})

describe('trainings', () => {
  const add = (models: Record<string, Columns>) =>
    tables.themeModels.add(
      stack.db,
      Object.entries(models).map(([version, columns]) => ({
        version,
        trainedAt: NOW,
        objectKey: `models/${version}`,
        learnedArticles: 1,
        measuredArticles: 1,
        accuracyL1: 0.5,
        accuracyL2: 0.5,
        inUse: true,
        ...columns,
      })),
    )

  it('are found the latest first, of one moment by version', async () => {
    expect([await findThemeModel(stack.db), await findLatestTraining(stack.db)]).toEqual([undefined, undefined])
    await add({ b: {}, c: {}, a: {}, old: { trainedAt: at(-9) }, unused: { trainedAt: at(9), inUse: false } })
    expect(await findThemeModel(stack.db)).toMatchObject({ version: 'c', objectKey: 'models/c' })
    expect(await findLatestTraining(stack.db)).toMatchObject({ version: 'unused' })
    await tables.themeModels.set(stack.db, { version: 'unused' }, { trainedAt: NOW })
    expect(await findLatestTraining(stack.db)).toMatchObject({ version: 'unused' })
    await tables.themeModels.remove(stack.db, { version: 'unused' })
    expect(await findLatestTraining(stack.db)).toMatchObject({ version: 'c' })
  })

  it('are kept when they are the three latest in use, and removed the latest first', async () => {
    await add({
      b: {},
      d: {},
      a: {},
      c: {},
      old: { trainedAt: at(-9) },
      unused: { trainedAt: at(-5), inUse: false },
    })
    expect(await listOldModelKeys(stack.db, { limit: 9 })).toEqual(['models/a', 'models/unused', 'models/old'])
    expect(await listOldModelKeys(stack.db, { limit: 1 })).toEqual(['models/a'])
  })
})
