import { createHash } from 'node:crypto'
import { listAgencies } from '@pauta/core/agencies/queries'
import { listChanges } from '@pauta/core/history/changes'
import type { EditGrade, EventKind } from '@pauta/core/history/event'
import { EVENT_KIND_NAMES, GRADE_NAMES } from '@pauta/core/history/names'
import type { ArticleEvent } from '@pauta/core/history/queries'
import { readRows } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { toArticleFilter } from '../selection/convert-selection.ts'
import { describeSelection } from '../selection/describe.ts'
import type { Selection } from '../selection/selection.ts'
import { writeQuery } from '../selection/url-grammar.ts'
import { latestUpdate, safeAddress, xmlText, type Feed, type FeedItem } from './feed.ts'
import { readFeedPage } from './feed-address.ts'
import { pageForReaders } from './page-for-readers.ts'
import type { FeedSources } from './read-articles-feed.ts'
import type { FeedFormat } from './write-feed.ts'

/** Digits of the largest bigint. */
const POSITION = /^\d{1,18}$/
const NAMES_MAX = 20
/** What a feed has without `kinds`: every article appears, and labels are of no interest to most readers. */
const DEFAULT_KINDS: readonly EventKind[] = ['edited', 'removed', 'restored', 'taken_down']

/** The parameters of a feed of changes, besides the filters. */
export const CHANGES_PARAMETERS = ['kinds', 'grades', 'limit', 'after'] as const
type Others = Partial<Record<(typeof CHANGES_PARAMETERS)[number], string>>

/** Returns the values of a list with commas, in any case. Throws BAD_USER_INPUT for an unknown one. */
function readNames<Name extends string>(
  text: string | undefined,
  known: Readonly<Record<Name, string>>,
  parameter: string,
): Name[] {
  const names = Object.keys(known) as Name[]
  const given = (text ?? '').split(',').slice(0, NAMES_MAX)
  return given.flatMap((value) => {
    const wanted = value.trim().toLowerCase()
    if (wanted === '') return []
    const name = names.find((one) => one === wanted)
    if (name === undefined) throw badInput(parameter, `use um destes valores: ${names.join(', ')}.`)
    return [name]
  })
}

/** A request for a page of a feed of changes. */
export interface ChangesFeedRequest {
  format: FeedFormat
  selection: Selection
  others: Others
}

function titleOf({ kind, grade, title }: ArticleEvent): string {
  const words = grade === null ? EVENT_KIND_NAMES[kind] : `${EVENT_KIND_NAMES[kind]}, ${GRADE_NAMES[grade]}`
  const name = title === null ? '' : `: ${title.trim() || '(sem título)'}`
  return xmlText(`${words.slice(0, 1).toUpperCase()}${words.slice(1)}${name}`)
}

/** Returns the page of a change: its difference, else the history of the article; without an observatory its source. */
function pageOf({ uniqueId, version, kind, title, url }: ArticleEvent, siteUrl: string): string | null {
  if (title === null) return null
  if (siteUrl === '') return safeAddress(url)
  const article = `${siteUrl}/noticias/${encodeURIComponent(uniqueId)}`
  return kind === 'edited' && version !== null
    ? `${article}/diferencas/${version - 1}/${version}`
    : `${article}#historia`
}

function toItem(event: ArticleEvent, { siteUrl, agency }: { siteUrl: string; agency: string }): FeedItem {
  const { position, at, kind, grade, reason } = event
  const names = [EVENT_KIND_NAMES[kind], ...(grade === null ? [] : [GRADE_NAMES[grade]])]
  return {
    id: `urn:pauta:event:${position}`,
    url: pageOf(event, siteUrl),
    title: titleOf(event),
    summary: xmlText(reason ?? ''),
    author: xmlText(agency),
    published: at,
    updated: at,
    arrived: at,
    categories: names.map((name) => ({ name })),
    image: null,
    enclosures: [],
  }
}

/** Refuses parts of a selection that have no meaning for what happened: words of whole texts, and other orders. */
function assertComparable(selection: Selection): void {
  if (selection.q !== null) throw badInput('q', 'os acontecimentos comparam título e resumo: use keywords.')
  if (selection.sort !== 'DATE')
    throw badInput('sort', 'os acontecimentos vêm do mais recente ao mais antigo.')
}

/** Names a feed of changes by its filters. */
function describeFeed(selection: Selection): { title: string; description: string } {
  const words = describeSelection(selection)
  const about = words === '' ? '' : `: ${words}`
  return {
    title: xmlText(selection.title ?? `Mudanças em notícias do governo federal${about}`),
    description: xmlText(`O que foi editado e retirado nas notícias do governo federal${about}.`),
  }
}

/**
 * Returns a page of a feed of what happened to articles, the last event first: by default edits, removals, returns and
 * take-downs. `next` continues after its last event. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the parameter.
 */
export async function readChangesFeed(
  { db, baseUrl, sites }: FeedSources,
  { format, selection, others }: ChangesFeedRequest,
): Promise<Feed> {
  assertComparable(selection)
  const { limit } = readFeedPage(others.limit === undefined ? {} : { limit: others.limit })
  const kinds = readNames<EventKind>(others.kinds, EVENT_KIND_NAMES, 'kinds')
  const grades = readNames<EditGrade>(others.grades, GRADE_NAMES, 'grades')
  const after = others.after ?? null
  if (after !== null && !POSITION.test(after)) throw badInput('after', 'não é a posição de um acontecimento.')
  const { events, endCursor } = await readRows(() =>
    listChanges(db, {
      filter: toArticleFilter(selection),
      kinds: kinds.length > 0 ? kinds : grades.length > 0 ? [] : DEFAULT_KINDS,
      grades,
      after,
      first: limit,
    }),
  )
  const agencies = await listAgencies(db, [...new Set(events.map(({ agencyKey }) => agencyKey))])
  const names = new Map(agencies.map(({ key, name }) => [key, name]))
  const items = events.map((event) =>
    toItem(event, { siteUrl: sites.siteUrl, agency: names.get(event.agencyKey) ?? event.agencyKey }),
  )
  const addressOf = (position: string | null) => {
    const query = writeQuery(selection, {
      kinds: others.kinds,
      grades: others.grades,
      limit: others.limit,
      after: position ?? undefined,
    })
    return `${baseUrl}/feeds/changes.${format}${query === '' ? '' : `?${query}`}`
  }
  const query = writeQuery(selection, { kinds: others.kinds, grades: others.grades })
  return {
    id: `urn:pauta:feed:${createHash('sha256').update(`/feeds/changes.rss?${query}`).digest('hex').slice(0, 32)}`,
    ...describeFeed(selection),
    updated: latestUpdate(items),
    items,
    links: {
      home:
        sites.siteUrl === ''
          ? pageForReaders(sites, { subject: { kind: 'articles' }, selection })
          : `${sites.siteUrl}/mudancas`,
      self: addressOf(after),
      first: addressOf(null),
      next: endCursor === null ? null : addressOf(endCursor),
      // Changes are followed by /stream/articles; the hub pushes feeds of articles alone.
      hub: null,
      previous: null,
    },
  }
}
