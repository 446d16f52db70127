import { STATE_CODES } from '@pauta/core/articles/states'
import { QUERY_MAX_COST } from '@pauta/functions/graphql/limits/limits'
import { priceOfOperation } from '@pauta/functions/graphql/limits/cost'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { describeToolFailure, type Tool } from '@pauta/syndication/mcp/define-tool'
import { OperationError, type Operation } from '@pauta/syndication/mcp/operation'
import { TOOLS } from '@pauta/syndication/mcp/tools/tools'
import { getOperationAST, getVariableValues, parse, validate } from 'graphql'
import { expect, it } from 'vitest'

const schema = makeSchema()
const WORDS = Array.from({ length: 30 }, (_, at) => `palavra${at}`).join(' ')
const CODES = Array.from({ length: 200 }, (_, at) => `codigo-${at}`)
const KEYWORDS = Array.from({ length: 50 }, (_, at) => `palavra${at}`)
/** A recorte has at most 400 of the values that all cost the same. */
const FILTERS = {
  themes: CODES,
  agencies: CODES.slice(STATE_CODES.length),
  excludeAgencies: [],
  keywords: KEYWORDS,
  excludeKeywords: KEYWORDS,
  entityCanonical: [],
  states: STATE_CODES,
}
const RECORTE = { title: 'R', ...FILTERS }
const RECORTES = Array.from({ length: 10 }, () => RECORTE)

/** The most expensive arguments of each tool. */
const DEAREST: Record<string, Record<string, unknown>> = {
  search_articles: {
    q: WORDS,
    semantic: true,
    agencies: CODES,
    excludeAgencies: CODES,
    keywords: KEYWORDS,
    limit: 100,
  },
  get_article: { uniqueId: 'a1' },
  related_articles: { uniqueId: 'a1', limit: 20 },
  article_changes: {
    agencies: CODES,
    themes: CODES,
    keywords: KEYWORDS,
    kinds: ['EDITED'],
    grades: ['FIGURES'],
    from: '2026-01-01',
    to: '2026-12-31',
    limit: 100,
  },
  article_diff: { uniqueId: 'a1', from: 1, to: 2 },
  count_articles: {
    granularity: 'DAY',
    startDate: '2026-01-01',
    endDate: '2026-01-30',
    agencies: ['saude', 'mec'],
    perAgency: true,
    themes: CODES,
  },
  article_counts: { q: WORDS, agencies: CODES, themes: CODES, keywords: KEYWORDS, by: 'ENTITY', limit: 300 },
  agency_analytics: {
    agencies: CODES.slice(0, 20),
    dateFrom: '1900-01-01',
    dateTo: '2026-12-31',
    granularity: 'DAY',
    limit: 300,
  },
  list_agencies: { limit: 300 },
  list_themes: { limit: 300 },
  news_timeline: { days: 366 },
  trending: { windowDays: 90, limit: 30 },
  search_entities: { query: WORDS.slice(0, 200), limit: 20 },
  entity_network: { entityId: 'Q1', depth: 2, limit: 100 },
  entity_coverage: {
    entityId: 'Q1',
    dateFrom: '1900-01-01',
    dateTo: '2026-12-31',
    granularity: 'DAY',
    limit: 300,
  },
  estimate_recorte: { ...FILTERS, agencies: CODES, excludeAgencies: CODES, entityCanonical: CODES },
  preview_clipping: { recortes: RECORTES, samples: 20, days: 30 },
  create_clipping: { name: 'C', schedule: '0 8 * * *', recortes: RECORTES },
  my_clippings: {},
  clipping_releases: { clippingId: 'c1', limit: 50 },
  get_release: { id: 'r1', limit: 100 },
}

/** Returns the operations that a tool executes. Answers each with the data that the tool needs to continue. */
async function operationsOf(tool: Tool, args: Record<string, unknown>): Promise<Operation[]> {
  const operations: Operation[] = []
  const execute = (operation: Operation) => {
    operations.push(operation)
    const isEstimate = operation.query.includes('McpEstimates')
    const estimate = { lastDay: 1, articlesPerDay: 1, warning: null }
    const data = Object.fromEntries(Object.keys(operation.variables).map((name) => [name, estimate]))
    if (isEstimate) return Promise.resolve({ data })
    throw new OperationError('NOT_FOUND', 'the test has no data')
  }
  const context = { execute, baseUrl: 'https://api.exemplo', now: new Date('2026-06-01T12:00:00Z') }
  await tool.call(args, context).catch((error: unknown) => {
    if (describeToolFailure(error)?.code !== 'NOT_FOUND') throw error
  })
  return operations
}

it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  '%s executes valid operations within the price limit',
  async (name, tool) => {
    const operations = await operationsOf(tool, DEAREST[name] ?? {})
    expect(operations.length).toBe(name === 'create_clipping' ? 2 : 1)
    for (const { query, variables } of operations) {
      const document = parse(query)
      expect(validate(schema, document).map(({ message }) => message)).toEqual([])
      const operation = getOperationAST(document)
      if (!operation) throw new Error('The document has no operation')
      expect(operation.name?.value).toMatch(/^Mcp/)
      const { coerced = {}, errors = [] } = getVariableValues(
        schema,
        operation.variableDefinitions ?? [],
        variables,
      )
      expect(errors.map(({ message }) => message)).toEqual([])
      expect(priceOfOperation(schema, document, operation, coerced)).toBeLessThanOrEqual(QUERY_MAX_COST)
    }
  },
)

it.each([
  ['estimate_recorte', { states: ['XX'] }, 'states[0]: '],
  ['estimate_recorte', { entityCanonical: [...CODES, 'Q1'] }, 'entityCanonical: '],
  [
    'preview_clipping',
    { recortes: [{ ...RECORTE, entityCanonical: ['Q1'] }] },
    'recortes[0]: no máximo 400 temas, órgãos, entidades e estados ao todo.',
  ],
  [
    'preview_clipping',
    { recortes: [{ ...RECORTE, excludeAgencies: ['mec'] }] },
    'recortes[0]: no máximo 400 temas, órgãos, entidades e estados ao todo.',
  ],
])('%s refuses values out of bounds: %#', async (name, args, message) => {
  const tool = TOOLS.find((one) => one.name === name)
  if (!tool) throw new Error(`There is no tool ${name}`)
  const failure = await operationsOf(tool, args).catch(describeToolFailure)
  expect(failure).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) })
})
