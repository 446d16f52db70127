import { stringify } from 'node:querystring'
import { STATE_CODES } from '@pauta/core/articles/states'
import type { Known } from './dear-calls.ts'
import { drawTexts } from './dear-texts.ts'

/** A request of an anonymous caller to a route other than POST /graphql. */
export interface RouteRequest {
  name: string
  path: string
  /** Undefined for GET. */
  init?: { method: string; headers: Record<string, string>; body: string }
}

const ADDRESS_MAX_CHARACTERS = 8000
const LIST_VALUES = [1, 20, 60, 200]
const TOOL_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

/** Returns a request to a feed, an export, an MCP tool, the widget's query or a page, with dear arguments. */
export function drawRoute({ random, known }: { random: () => number; known: Known }): RouteRequest {
  const texts = drawTexts(random)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const several = (draw: () => string, most = pick(LIST_VALUES)) => [
    ...new Set(Array.from({ length: most }, draw)),
  ]
  const maybe = (name: string, value: () => unknown) => (random() < 0.4 ? { [name]: value() } : {})
  const filter = () => ({
    ...maybe('agencies', () => several(() => pick(known.agencies))),
    ...maybe('excludeAgencies', () => several(() => pick(known.agencies))),
    ...maybe('themes', () => several(() => pick(known.themes))),
    ...maybe('tags', () => several(texts.value)),
    ...maybe('entities', () => several(texts.value)),
    ...maybe('keywords', () => several(texts.keyword, pick([1, 13, 50]))),
    ...maybe('excludeKeywords', () => several(texts.keyword, 50)),
  })
  const words = () => (random() < 0.5 ? { q: texts.query(), ...maybe('semantic', () => true) } : {})
  const address = (path: string, parameters: Record<string, unknown>) => {
    const lists = Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one: string) => one.replace(/[\\,]/g, '\\$&')).join(',') : value,
    ])
    return `${path}?${stringify(Object.fromEntries(lists)).slice(0, ADDRESS_MAX_CHARACTERS)}`
  }
  const tool = (name: string, args: unknown): RouteRequest => ({
    name: `mcp ${name}`,
    path: '/mcp',
    init: {
      method: 'POST',
      headers: TOOL_HEADERS,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    },
  })
  const recorte = () => ({
    keywords: several(texts.keyword, 50),
    excludeKeywords: several(texts.keyword, 50),
    agencies: several(() => pick(known.agencies)),
    states: several(() => pick(STATE_CODES), STATE_CODES.length),
  })
  const widget = (config: unknown) =>
    `query { widgetArticles(config: ${JSON.stringify(config).replace(/"(\w+)":/g, '$1:')}) { articles { title } } }`
  const routes: (() => RouteRequest)[] = [
    () => ({
      name: 'feed',
      path: address(`/feeds/articles.${pick(['rss', 'atom', 'json'])}`, {
        ...filter(),
        ...words(),
        limit: 100,
      }),
    }),
    () => ({
      name: 'export',
      path: address(`/export/articles.${pick(['csv', 'jsonl', 'parquet'])}`, { ...filter(), ...words() }),
    }),
    () => tool('search_articles', { ...filter(), ...words(), limit: 100 }),
    () => tool('estimate_recorte', recorte()),
    () =>
      tool('preview_clipping', {
        recortes: Array.from({ length: 10 }, (_, n) => ({ title: `r${n}`, ...recorte() })),
        samples: 20,
      }),
    () => tool('entity_network', { entityId: pick(known.entities), depth: 2, limit: 100 }),
    () => {
      const config = {
        agencies: several(() => pick(known.agencies)),
        themes: several(() => pick(known.themes), 50),
        articlesPerPage: 50,
      }
      return { name: 'widget by GET', path: `/graphql?${stringify({ query: widget(config) })}` }
    },
    () => ({ name: 'page', path: `/artigos/${encodeURIComponent(pick(known.articles))}` }),
    () => ({ name: 'page', path: `/edicoes/${encodeURIComponent(pick(known.releases))}` }),
  ]
  return pick(routes)()
}
