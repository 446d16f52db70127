import {
  countLabelled,
  listForClassifier,
  listLabelled,
  replaceBuiltInThemes,
  type BuiltInTheme,
} from '@pauta/core/features/built-in-themes'
import { listWaitingToEnrich } from '@pauta/core/features/backfill'
import { listUnknownThemes } from '@pauta/core/themes/naming'
import { listCodesByLabel, listThemes, readThemeCatalogue } from '@pauta/core/themes/queries'
import { seedThemes } from '@pauta/core/themes/writes'
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
const page = { after: '', limit: 20 }
const named = { themeL1Code: '03', mostSpecificThemeCode: '03' }
const nameless = { themeL1Code: null, mostSpecificThemeCode: null }

it('themes that nobody has named are listed by code, with the articles of any of their levels', async () => {
  const code = '77.01'
  await tables.themes.add(stack.db, [
    { code, label: 'Novo', level: 2, source: 'news' },
    { code: '77', label: 'Outro', level: 1, source: 'news' },
  ])
  const other = { themeL1Code: '03', mostSpecificThemeCode: '03' }
  await writeEnded(stack.db, {
    first: { ...other, themeL1Code: code },
    second: { ...other, themeL2Code: code },
    third: { ...other, themeL3Code: code },
    specific: { ...other, mostSpecificThemeCode: code },
    gone: { ...other, themeL2Code: code, deletedAt: NOW },
    other,
  })
  expect(await listUnknownThemes(stack.db)).toEqual([
    { code: '77', suggestedLabel: 'Outro', articles: 0 },
    { code, suggestedLabel: 'Novo', articles: 4 },
  ])
  await clearTables(stack.db, ['articles', 'articleEvents'])
  for (const added of ['77', code]) await tables.themes.remove(stack.db, { code: added })
})

describe('articles', () => {
  it('are classified, learned from, or left alone', async () => {
    const uses: Record<string, [Columns, 'classified' | 'learned' | 'left']> = {
      a: [nameless, 'classified'],
      b: [{ ...nameless, deletedAt: NOW }, 'left'],
      c: [named, 'learned'],
      d: [{ ...named, deletedAt: NOW }, 'left'],
      e: [{ ...named, themeSource: 'operator' }, 'learned'],
      f: [{ ...named, themeSource: 'site' }, 'learned'],
      g: [{ ...named, themeSource: 'model', themeModel: 'm' }, 'learned'],
      h: [{ ...named, themeSource: null, themeModel: 'm' }, 'learned'],
      i: [{ ...named, themeSource: 'learned', themeModel: 'm' }, 'classified'],
      j: [{ ...named, themeSource: 'rules', themeModel: 'rules' }, 'classified'],
      k: [{ ...named, themeSource: 'rules', themeModel: null }, 'learned'],
    }
    await writeEnded(
      stack.db,
      Object.fromEntries(Object.entries(uses).map(([id, [columns]]) => [id, columns])),
    )
    const idsFor = (wanted: string) => Object.keys(uses).filter((id) => uses[id]?.[1] === wanted)
    expect(idsOf(await listForClassifier(stack.db, page))).toEqual(idsFor('classified'))
    const labelled = await listLabelled(stack.db, { ...page, share: 1 })
    expect(labelled.map(({ uniqueId, code }) => `${uniqueId} ${code}`)).toEqual(
      idsFor('learned').map((id) => `${id} 03`),
    )
    expect(await countLabelled(stack.db)).toBe(idsFor('learned').length)
  })

  it('are read by id, page by page, with the beginning of its text', async () => {
    const own = { subtitle: 'S', content: 'x'.repeat(12_001) }
    await writeEnded(stack.db, {
      c: { ...nameless, ...own },
      a: nameless,
      b: nameless,
      d: named,
      f: named,
      e: named,
    })
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
  const stays = { isChanged: false, isMoved: false, isRelabelled: false }
  const judged = { ...stays, isChanged: true }
  const moved = { ...judged, isMoved: true }
  const relabelled = { ...moved, isRelabelled: true }
  const answers: Record<string, [Columns, Partial<BuiltInTheme> | null, typeof stays]> = {
    same: [stored, {}, stays],
    surer: [stored, { confidence: 0.25 }, judged],
    byrules: [stored, { source: 'rules' }, judged],
    deeper: [stored, { themeL2Code: '03.01' }, relabelled],
    other: [stored, { mostSpecificThemeCode: '03.01' }, relabelled],
    lost: [stored, null, relabelled],
    found: [nameless, {}, moved],
    still: [nameless, null, stays],
    gone: [{ ...stored, deletedAt: NOW }, null, stays],
    ofmodel: [{ ...stored, themeSource: 'model' }, null, stays],
    ofsite: [{ ...stored, themeModel: null }, null, stays],
    unasked: [stored, null, stays],
  }

  it('get the answers of the built-in classifier where nobody else has chosen, once', async () => {
    const blank = {
      themeL2Code: null,
      themeL3Code: null,
      themeModel: null,
      themeSource: null,
      themeConfidence: null,
    }
    const times = { changedAt: NOW, updatedAt: NOW }
    const rows = Object.entries(answers)
    await writeEnded(
      stack.db,
      Object.fromEntries(rows.map(([id, [columns]]) => [id, { ...blank, ...columns, ...times }])),
    )
    await tables.articleEvents.remove(stack.db)
    const given = rows
      .filter(([id]) => id !== 'unasked')
      .map(([uniqueId, [, changes]]) => ({ uniqueId, theme: changes && { ...answer, ...changes } }))
    const idsWith = (outcome: keyof typeof stays) =>
      rows.flatMap(([id, [, , outcomes]]) => (outcomes[outcome] ? [id] : [])).sort()
    expect((await replaceBuiltInThemes(stack.db, given)).sort()).toEqual(idsWith('isChanged'))
    const found = await stack.db<{ uniqueId: string; isMoved: boolean; isChanged: boolean }[]>`
      select unique_id, theme_l1_code, theme_l2_code, theme_l3_code, most_specific_theme_code, theme_model as model,
        theme_source as source, theme_confidence as confidence, changed_at <> ${NOW} as is_moved,
        updated_at <> ${NOW} as is_changed
      from articles`
    for (const { uniqueId, isMoved, isChanged, ...theme } of found) {
      const [, changes, outcomes] = answers[uniqueId] ?? []
      expect([uniqueId, isChanged, isMoved]).toEqual([uniqueId, outcomes?.isChanged, outcomes?.isMoved])
      const none = Object.fromEntries(Object.keys(answer).map((key) => [key, null]))
      const written = changes ? { ...answer, ...changes } : none
      expect(theme).toEqual(isChanged ? written : theme)
    }
    const due = await stack.db<{ uniqueId: string }[]>`
      select unique_id from pipeline_steps where step = 'index' and status = 'due'`
    expect(idsOf(due).sort()).toEqual(idsWith('isChanged'))
    const events = await stack.db<{ uniqueId: string }[]>`
      select unique_id from article_events where kind = 'relabelled'`
    expect(idsOf(events).sort()).toEqual(idsWith('isRelabelled'))
    // The same answers change nothing again.
    expect(await replaceBuiltInThemes(stack.db, given)).toEqual([])
  })

  it('wait for their features by id, without those that were taken down', async () => {
    const statuses = { a: 'due', b: 'failed', c: 'done', d: 'due', e: 'due' }
    await writeEnded(stack.db, { e: {}, d: { deletedAt: NOW }, c: {}, b: {}, a: {} })
    for (const [uniqueId, status] of Object.entries(statuses))
      await tables.pipelineSteps.set(stack.db, { uniqueId, step: 'enrich' }, { status })
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'c', step: 'index' }, { status: 'due' })
    const list = (after: string, limit: number) => listWaitingToEnrich(stack.db, { after, limit })
    expect([await list('', 9), await list('a', 9), await list('', 1)]).toEqual([['a', 'e'], ['e'], ['a']])
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
    expect([await findThemeModel(stack.db), await findLatestTraining(stack.db)]).toEqual([
      undefined,
      undefined,
    ])
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
    expect(await listOldModelKeys(stack.db, { limit: 9 })).toEqual([
      'models/a',
      'models/unused',
      'models/old',
    ])
    expect(await listOldModelKeys(stack.db, { limit: 1 })).toEqual(['models/a'])
  })
})

describe('themes', () => {
  it('are read by code, and found by the label of the first level, without those that only news named', async () => {
    const added = { label: 'Antes', level: 1, parentCode: null, source: 'operator' }
    // Written in another order than the wanted one.
    await tables.themes.add(stack.db, [
      { ...added, code: '0b' },
      { ...added, code: '0a' },
      { ...added, code: '00', source: 'news' },
      { ...added, code: '0a.01', label: 'Depois', level: 2, parentCode: '0a' },
    ])
    try {
      const codes = [...(await readThemeCatalogue(stack.db)).keys()]
      expect(codes.filter((code) => /^0[0ab]/.test(code))).toEqual(['0a', '0a.01', '0b'])
      expect(codes).toEqual(codes.toSorted())
      const asked = ['0b', '00', '0a.01', '0a', 'x']
      expect(await listThemes(stack.db, asked)).toEqual([
        { code: '0a', label: 'Antes', level: 1, parentCode: null },
        { code: '0a.01', label: 'Depois', level: 2, parentCode: '0a' },
        { code: '0b', label: 'Antes', level: 1, parentCode: null },
      ])
      expect(await listCodesByLabel(stack.db, ['Depois', 'Antes', 'x'])).toEqual(new Map([['Antes', '0a']]))
    } finally {
      await tables.themes.remove(stack.db, { label: ['Antes', 'Depois'] })
    }
  })
  it('of a later catalogue are written where they differ, unless an operator has named them', async () => {
    const row = { label: 'Antes', level: 1, parentCode: null, source: 'catalogue', updatedAt: NOW }
    await tables.themes.add(stack.db, [
      { ...row, code: '0a' },
      { ...row, code: '0b' },
      { ...row, code: '0c', source: 'news' },
      { ...row, code: '0d', source: 'operator' },
      { ...row, code: '0e', parentCode: '0a' },
      { ...row, code: '0f' },
    ])
    const own = { label: 'Antes', level: 1, parentCode: null } as const
    try {
      await seedThemes(stack.db, [
        { ...own, code: '0a' },
        { ...own, code: '0b', label: 'Depois' },
        { ...own, code: '0c' },
        { ...own, code: '0d', label: 'Depois' },
        { ...own, code: '0e' },
        { ...own, code: '0f', level: 2 },
        { ...own, code: '0g' },
      ])
      const rows = await stack.db`
        select code, label, level, parent_code, source, reindex_after, updated_at <> ${NOW} as is_written
        from themes where code ~ '^0[a-g]$' order by code`
      const known = { ...own, source: 'catalogue', reindexAfter: null, isWritten: true }
      expect(rows).toEqual([
        { ...known, code: '0a', isWritten: false },
        // Its articles have the old name, or none.
        { ...known, code: '0b', label: 'Depois', reindexAfter: '' },
        { ...known, code: '0c', reindexAfter: '' },
        { ...known, code: '0d', source: 'operator', isWritten: false },
        { ...known, code: '0e' },
        { ...known, code: '0f', level: 2 },
        { ...known, code: '0g' },
      ])
    } finally {
      await tables.themes.remove(stack.db, { label: ['Antes', 'Depois'] })
    }
  })
})
