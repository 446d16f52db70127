import type { Client } from '@modelcontextprotocol/client'
import { ORDERS, parseSelection, type Selection } from '@pauta/syndication/selection/selection'
import { toGraphql } from '@pauta/syndication/selection/convert-selection'
import { writeQuery } from '@pauta/syndication/selection/url-grammar'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { expect } from 'vitest'
import { dayOf, type OracleFilter } from './oracle.ts'
import { FEED_READERS } from './feed-rules.ts'
import { generatedFilter } from './corpora.ts'
import { resultOf } from '../client/mcp.ts'
import type { TestStack } from '../stack/stack.ts'

const WORDS = ['notícia', 'corpo notícia', '"corpo da notícia"', 'Notícia 1', '2', 'resumo', 'inexistente']
const KEYWORDS = ['notícia', '1', 'notícia 2', 'resumo', '3']
const DAY_MS = 86_400_000

/** Selections of every kind of filter and order, over a generated corpus around now. */
export function drawnSelection(now: Date): fc.Arbitrary<Selection> {
  const filters: fc.Arbitrary<OracleFilter> = generatedFilter((back) =>
    dayOf(new Date(now.getTime() - back * DAY_MS)),
  )
  const some = (values: readonly string[]) => fc.subarray([...values], { maxLength: 2 })
  return fc
    .record({
      filter: filters,
      keywords: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, some(KEYWORDS)),
      excludeKeywords: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, some(KEYWORDS)),
      q: fc.option(fc.constantFrom(...WORDS)),
      semantic: fc.boolean(),
      sort: fc.constantFrom(...ORDERS),
    })
    .map(({ filter, ...others }) => {
      const { sentiment, ...rest } = filter
      const known = sentiment?.filter((value) =>
        ['positive', 'neutral', 'negative'].includes(value.toLowerCase()),
      )
      return parseSelection({ ...rest, ...others, sentiment: known })
    })
}

const QUERY = `query ($query: String!, $filter: ArticleFilter, $sort: ArticleSort, $semantic: Boolean!, $alpha: Float) {
  search(query: $query, filter: $filter, sort: $sort, semantic: $semantic, alpha: $alpha, limit: 100) {
    articles { uniqueId }
  }
}`
const LIST = `query ($filter: ArticleFilter, $sort: ArticleSort) {
  articles(filter: $filter, sort: $sort, limit: 100) { articles { uniqueId } }
}`

interface Ids {
  articles: { uniqueId: string }[]
}

async function idsOfGraphql(stack: TestStack, selection: Selection): Promise<string[]> {
  const args = toGraphql(selection)
  const data = await stack.query<{ search?: Ids; articles?: Ids }>(args.query ? QUERY : LIST, { ...args })
  return (data.search ?? data.articles)?.articles.map(({ uniqueId }) => uniqueId) ?? []
}

async function getBytes(stack: TestStack, path: string): Promise<Buffer> {
  const response = await stack.fetch(path)
  const body = Buffer.from(await response.arrayBuffer())
  expect({ path, status: response.status, body: response.ok ? '' : body.toString() }).toMatchObject({
    status: 200,
  })
  return body
}

async function idsOfFeed(
  stack: TestStack,
  format: keyof typeof FEED_READERS,
  query: string,
): Promise<string[]> {
  const body = await getBytes(stack, `/feeds/articles.${format}?limit=100&${query}`)
  const { items, faults } = FEED_READERS[format](body.toString())
  expect(faults).toEqual([])
  return items.map(({ id }) => decodeURIComponent(id.replace('urn:pauta:article:', '')))
}

/** Reads the rows of an exported file with another library than the writer's. */
export async function readExport(
  format: 'csv' | 'jsonl' | 'parquet',
  body: Buffer,
): Promise<Record<string, unknown>[]> {
  if (format === 'csv')
    return parse<Record<string, string>>(body, { bom: true, columns: true, record_delimiter: '\r\n' })
  if (format === 'jsonl')
    return body
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const { buffer, byteOffset, byteLength } = body
  return await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer })
}

async function idsOfExport(stack: TestStack, format: 'csv' | 'jsonl' | 'parquet', query: string) {
  const body = await getBytes(stack, `/export/articles.${format}?columns=unique_id&${query}`)
  return (await readExport(format, body)).map((row) => row['unique_id'])
}

async function idsOfMcp(client: Client, selection: Selection): Promise<string[]> {
  const { title: _, ...filters } = selection
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null))
  const { articles } = await resultOf<Ids>(client, 'search_articles', { ...given, limit: 100 })
  return articles.map(({ uniqueId }) => uniqueId)
}

/**
 * Returns the ids of every output for a selection, by the name of the output: `every` of those that list every article,
 * and `stories` of those that list one article of a story, as feeds do.
 */
export async function idsByOutput(
  { stack, mcp }: { stack: TestStack; mcp: Client },
  selection: Selection,
): Promise<Record<'every' | 'stories', { graphql: unknown[] } & Record<string, unknown[]>>> {
  const query = writeQuery(selection)
  const every = {
    graphql: await idsOfGraphql(stack, selection),
    mcp: await idsOfMcp(mcp, selection),
    csv: await idsOfExport(stack, 'csv', query),
    jsonl: await idsOfExport(stack, 'jsonl', query),
    parquet: await idsOfExport(stack, 'parquet', query),
  }
  const stories = {
    graphql: await idsOfGraphql(stack, { ...selection, oneStoryPer: true }),
    rss: await idsOfFeed(stack, 'rss', query),
    atom: await idsOfFeed(stack, 'atom', query),
    json: await idsOfFeed(stack, 'json', query),
  }
  return { every, stories }
}
