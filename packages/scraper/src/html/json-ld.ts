import type { Document } from 'domhandler'
import { parseJson } from '@pauta/platform/input/parse-json'
import { readAnyDate } from '../dates/dates.ts'
import type { Stamp } from '../dates/stamp.ts'
import { all, scriptText } from './page.ts'

const NEWS_TYPES = /^(News|Report|Blog|Scholarly)?(Article|Posting|NewsArticle)$|^AudioObject$|^VideoObject$/
const NODES_MAX = 2_000

export type NewsData = {
  readonly published: Stamp | null
  readonly modified: Stamp | null
  readonly headline: string | null
  /** The text of the article, with or without markup, where the site states it. */
  readonly body: string | null
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Comments and CDATA marks that older templates put around scripts. */
const WRAPPING =
  /^\s*(?:\/\/|\/\*)?\s*(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?|(?:\/\/|\/\*)?\s*(?:-->|\]\]>)(?:\s*\*\/)?\s*$/g

/** Line breaks inside of headlines, which JSON forbids. Elsewhere a blank serves as well. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001F]+/g

const parseOrNull = (text: string): unknown =>
  parseJson(text.replace(WRAPPING, '').replace(CONTROL_CHARACTERS, ' ')) ?? null

/** Returns every object of a block in the order of the page, also those inside lists and `@graph`. */
function nodesOf(root: unknown): Node[] {
  const nodes: Node[] = []
  const waiting: unknown[] = [root]
  while (waiting.length > 0 && nodes.length < NODES_MAX) {
    const value = waiting.shift()
    if (Array.isArray(value)) waiting.unshift(...(value as unknown[]).slice(0, NODES_MAX))
    else if (isNode(value)) {
      nodes.push(value)
      if (value['@graph'] !== undefined) waiting.unshift(value['@graph'])
      if (value['mainEntity'] !== undefined) waiting.push(value['mainEntity'])
    }
  }
  return nodes
}

function isNews(node: Node): boolean {
  const types = [node['@type']].flat()
  return types.some((type) => typeof type === 'string' && NEWS_TYPES.test(type))
}

/**
 * Returns dates, headline and text of the news article in the JSON-LD blocks of a page, or null. Skips blocks that are not
 * JSON, because some sites print headlines with raw quotes.
 */
export function findNewsData(page: Document): NewsData | null {
  const blocks = all('script[type*="ld+json"]', page).map((script) => parseOrNull(scriptText(script)))
  const news = blocks.flatMap(nodesOf).filter(isNews).map(toNewsData)
  const dated = news.find(({ published }) => published !== null) ?? news[0]
  if (dated === undefined) return null
  const modified = dated.modified ?? news.find((other) => other.modified !== null)?.modified ?? null
  const body = dated.body ?? news.find((other) => other.body !== null)?.body ?? null
  return { ...dated, modified, body }
}

const dateOf = (value: unknown): Stamp | null => (typeof value === 'string' ? readAnyDate(value) : null)

function toNewsData(node: Node): NewsData {
  const text = (name: string) => {
    const value = node[name]
    return typeof value === 'string' ? value : null
  }
  return {
    published: dateOf(node['datePublished']),
    modified: dateOf(node['dateModified']),
    headline: text('headline'),
    body: text('articleBody'),
  }
}
