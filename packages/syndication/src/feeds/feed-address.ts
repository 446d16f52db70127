import { createHash } from 'node:crypto'
import { limitExceeded } from '@pauta/platform/errors'
import { decodePathPart } from '@pauta/platform/input/decode-path-part'
import { readWhole } from '../selection/read-whole.ts'
import type { Selection } from '../selection/selection.ts'
import { writeQuery } from '../selection/url-grammar.ts'
import { FEED_FORMATS, type FeedFormat } from './write-feed.ts'

/**
 * What a feed is about: the articles of any filter, or those of one agency, theme or entity, or a listing of the
 * marketplace.
 */
export type FeedSubject =
  | { kind: 'articles' }
  | { kind: 'agencies' | 'themes' | 'entities' | 'listings'; id: string }

const SUBJECT_KINDS = ['agencies', 'themes', 'entities', 'listings'] as const
const ID_MAX_CHARACTERS = 128

/** Returns subject and format of a path such as `/feeds/agencies/saude.rss`, or undefined for another path. */
export function readFeedPath(path: string): { subject: FeedSubject; format: FeedFormat } | undefined {
  const [, kind, encoded = '', ending] = /^\/feeds\/([a-z]+)(?:\/([^/]+))?\.([a-z]+)$/.exec(path) ?? []
  const format = FEED_FORMATS.find((one) => one === ending)
  if (format === undefined) return undefined
  if (kind === 'articles') return encoded === '' ? { subject: { kind }, format } : undefined
  const named = SUBJECT_KINDS.find((one) => one === kind)
  const id = decode(encoded)
  return named === undefined || id === undefined ? undefined : { subject: { kind: named, id }, format }
}

function decode(text: string): string | undefined {
  const id = decodePathPart(text)
  return id !== undefined && id !== '' && id.length <= ID_MAX_CHARACTERS ? id : undefined
}

/** Returns the path of a feed. */
function writeFeedPath(subject: FeedSubject, format: FeedFormat): string {
  const place = subject.kind === 'articles' ? 'articles' : `${subject.kind}/${encodeURIComponent(subject.id)}`
  return `/feeds/${place}.${format}`
}

/** Returns the address of a feed below a base without a trailing slash. */
export function writeFeedAddress(
  base: string,
  subject: FeedSubject,
  { format = 'rss', query = '' }: { format?: FeedFormat; query?: string } = {},
): string {
  return `${base}${writeFeedPath(subject, format)}${query === '' ? '' : `?${query}`}`
}

/** Returns the URI of a feed, which is the same for all its pages and formats and wherever the service runs. */
export function feedUri(subject: FeedSubject, selection: Selection, items = ''): string {
  const text = `${writeFeedPath(subject, 'rss')}?${writeQuery(selection)}&${items}`
  return `urn:pauta:feed:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

const ITEMS_DEFAULT = 30
const ITEMS_MAX = 100
/** The last item that a feed reaches, as in GraphQL. */
const DEEPEST_ITEM = 10_000

/** A page of a feed. */
export interface FeedPage {
  /** Page number, from 1. */
  page: number
  /** Items per page, at most 100. */
  limit: number
}

/** Reads the parameters `page` and `limit`. A limit above 100 counts as 100. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
export function readFeedPage({ page, limit }: { page?: string; limit?: string }): FeedPage {
  const items = Math.min(readWhole(limit, 'limit', ITEMS_DEFAULT), ITEMS_MAX)
  const number = readWhole(page, 'page', 1)
  if (number * items > DEEPEST_ITEM)
    throw limitExceeded('page', `só os primeiros ${DEEPEST_ITEM} itens podem ser lidos.`)
  return { page: number, limit: items }
}

/** Returns the parameters of a page for an address, without default values. */
export function writeFeedPage({ page, limit }: FeedPage): Record<string, number | undefined> {
  return {
    limit: limit === ITEMS_DEFAULT ? undefined : limit,
    page: page === 1 ? undefined : page,
  }
}

/** Whether a page may have a next one. */
export const hasNextPage = ({ page, limit }: FeedPage, found: number): boolean =>
  page * limit < found && (page + 1) * limit <= DEEPEST_ITEM
