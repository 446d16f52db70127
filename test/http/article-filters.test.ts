// Each filter, in every output. A filter of the SDL without a row here does not compile.
import type { Client } from '@modelcontextprotocol/client'
import type { ArticleFilter, WidgetConfigInput } from '@pauta/functions/graphql/generated/resolvers-types'
import { parseSelection, type SelectionInput } from '@pauta/syndication/selection/selection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectMcp } from '../kit/client/mcp.ts'
import { idsByOutput } from '../kit/oracles/selections.ts'
import { tables } from '../kit/rows/tables.ts'
import { VARIED_ARTICLES, VARIED_FEATURES } from '../kit/rows/varied-articles.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const MEC = 'completa_aaaaaa'
const SAUDE = 'minima_bbbbbb'
const COPY = 'copia-1_cccccc'
const NEWER_COPY = 'copia-2_dddddd'

/** A filter and the articles that it finds, newest first. */
interface Row {
  filter: SelectionInput
  ids: string[]
}

/** Rows by the filter that they are about. */
const ROWS: Record<keyof ArticleFilter, Row[]> = {
  agencies: [
    { filter: { agencies: ['saude', 'agencia_brasil'] }, ids: [SAUDE, NEWER_COPY] },
    { filter: { agencies: ['mec'], themes: ['03'] }, ids: [] },
  ],
  excludeAgencies: [
    { filter: { excludeAgencies: ['SAÚDE', 'agencia_brasil'] }, ids: [MEC, COPY] },
    { filter: { excludeAgencies: ['mec'], themes: ['02', '03'] }, ids: [NEWER_COPY] },
    { filter: { agencies: ['mec'], excludeAgencies: ['mec'] }, ids: [] },
  ],
  themes: [
    { filter: { themes: ['02'] }, ids: [MEC] },
    { filter: { themes: ['02.01.03'] }, ids: [MEC] },
    { filter: { themes: ['02.01', '03'] }, ids: [MEC, NEWER_COPY] },
  ],
  tags: [{ filter: { tags: ['ensino superior'] }, ids: [MEC] }],
  startDate: [{ filter: { startDate: '2026-06-02' }, ids: [SAUDE] }],
  endDate: [
    { filter: { endDate: '2026-05-30' }, ids: [NEWER_COPY, COPY] },
    { filter: { startDate: '2026-06-01', endDate: '2026-06-01' }, ids: [MEC] },
    { filter: { startDate: '2026-06-01', endDate: '2026-06-02T00:00:00-03:00' }, ids: [MEC] },
  ],
  themeLabel: [{ filter: { themeLabel: 'Saúde' }, ids: [NEWER_COPY] }],
  oneStoryPer: [
    { filter: { oneStoryPer: true }, ids: [SAUDE, MEC, NEWER_COPY] },
    { filter: { oneStoryPer: true, endDate: '2026-05-30' }, ids: [NEWER_COPY] },
  ],
  dedup: [
    { filter: { dedup: true }, ids: [SAUDE, MEC, NEWER_COPY] },
    { filter: { dedup: true, endDate: '2026-05-30' }, ids: [NEWER_COPY] },
  ],
  entities: [{ filter: { entities: ['MEC'] }, ids: [MEC] }],
  themeSource: [
    { filter: { themeSource: ['site'] }, ids: [MEC] },
    { filter: { themeSource: ['learned', 'operator'] }, ids: [NEWER_COPY] },
  ],
  minThemeConfidence: [
    { filter: { minThemeConfidence: 0.5 }, ids: [NEWER_COPY] },
    { filter: { minThemeConfidence: 0.51 }, ids: [] },
    { filter: { minThemeConfidence: 0 }, ids: [NEWER_COPY] },
  ],
  sentiment: [{ filter: { sentiment: ['negative'] }, ids: [COPY] }],
  entityCanonical: [{ filter: { entityCanonical: ['Q1'] }, ids: [MEC] }],
  states: [
    { filter: { states: ['CE'] }, ids: [MEC] },
    { filter: { states: ['sp', 'RJ'] }, ids: [COPY] },
  ],
  keywords: [
    { filter: { keywords: ['nota', 'bolsas seleção'] }, ids: [SAUDE, MEC] },
    { filter: { keywords: ['bolsas copiada'] }, ids: [] },
  ],
  excludeKeywords: [{ filter: { excludeKeywords: ['copiada', 'nota'] }, ids: [MEC] }],
}

/** Configurations of widgets by the filter that they are about; null for what is no filter. */
const WIDGETS: Record<keyof WidgetConfigInput, Row['ids'] | null> = {
  agencies: [SAUDE, NEWER_COPY],
  themes: [MEC],
  layout: null,
  articlesPerPage: null,
}

let stack: TestStack
let mcp: Client
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.write(VARIED_ARTICLES)
  // The classifier has chosen the theme of one article.
  const chosen = { themeModel: 'learned', themeSource: 'learned', themeConfidence: 0.5 }
  await tables.articles.set(stack.db, { uniqueId: NEWER_COPY }, chosen)
  await stack.publish([], VARIED_FEATURES)
  mcp = await connectMcp(stack)
})
afterAll(async () => {
  await mcp.close()
  await stack.stop()
})

it.each(Object.entries(ROWS).flatMap(([name, rows]) => rows.map((row) => [name, row] as const)))(
  'narrows every output by %s',
  async (name, { filter, ids }) => {
    expect({ name, narrows: ids.length < VARIED_ARTICLES.length }).toEqual({ name, narrows: true })
    const { every, stories } = await idsByOutput({ stack, mcp }, parseSelection(filter))
    // Feeds show one article of each story.
    const told = ids.includes(NEWER_COPY) ? ids.filter((id) => id !== COPY) : ids
    const all = (outputs: object, expected: readonly string[]) =>
      Object.fromEntries(Object.keys(outputs).map((output) => [output, expected]))
    expect({ every, stories }).toEqual({ every: all(every, ids), stories: all(stories, told) })
  },
)

it.each(Object.entries(WIDGETS).filter(([, ids]) => ids !== null))(
  'narrows widgets by %s',
  async (name, ids) => {
    const [row] = ROWS[name as keyof ArticleFilter]
    const { widgetArticles } = await stack.query(
      'query ($config: WidgetConfigInput!) { widgetArticles(config: $config) { articles { uniqueId } } }',
      { config: row?.filter },
    )
    expect(widgetArticles.articles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual(ids)
  },
)
