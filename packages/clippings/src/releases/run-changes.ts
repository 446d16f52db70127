import { describeArticles } from '@pauta/core/history/changes'
import { SUBSTANTIVE_GRADES, type EventKind } from '@pauta/core/history/event'
import { excerptEdit } from '@pauta/core/history/excerpt-edit'
import { matchFilter } from '@pauta/core/search-index/match-filter'
import { isAfter } from '@pauta/core/history/position'
import {
  findPositionBefore,
  listEventsAfter,
  listHistories,
  readNamedVersions,
  type ArticleEvent,
} from '@pauta/core/history/queries'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { brings, isEmpty, type Recorte, type RecorteEvent } from '../recortes/recorte.ts'
import type { ReleaseChange } from './release-change.ts'
import { listReleasedBefore, type RunState } from './run-state.ts'
import type { ReleaseWindow } from './window.ts'

/** Events that are read at once. */
const PAGE_EVENTS = 500
/** A release takes no further page of events after this many changes or events; the next release goes on there. */
const CHANGES_ENOUGH = 500
const EVENTS_ENOUGH = 20_000
/** An article that a recorte no longer selects is followed if an edition of these days had it. */
const FOLLOWED_DAYS = 30
/** Articles whose two versions are compared at once; a text has about 5 kB. */
const COMPARED_AT_ONCE = 50

const EVENT_OF = { edited: 'EDITED', removed: 'REMOVED' } as const satisfies Partial<
  Record<EventKind, RecorteEvent>
>
type ChangeKind = keyof typeof EVENT_OF
type ChangeEvent = ArticleEvent & { kind: ChangeKind }

/** The changes of a release, newest first, and where the next release begins; null without a recorte that asks. */
export interface RunChanges {
  changes: ReleaseChange[]
  until: string | null
}

/** Whether readers want to know: a removal, or an edit of substance, of an article that they may see. */
const isTold = (event: ArticleEvent): event is ChangeEvent =>
  event.title !== null &&
  (event.kind === 'removed' ||
    (event.kind === 'edited' && event.grade !== null && SUBSTANTIVE_GRADES.includes(event.grade)))

/** Returns whether an article is selected by a recorte that brings this kind of event. */
function matchRecortes(recortes: readonly Recorte[], kind: ChangeKind) {
  const filters = recortes
    .filter((recorte) => brings(recorte, EVENT_OF[kind]) && !isEmpty(recorte))
    .map((recorte) => matchFilter(recorte))
  return (article: Parameters<(typeof filters)[number]>[0]) => filters.some((matches) => matches(article))
}

/** Keeps the events of articles that a recorte selects, and of those that a recent edition of the clipping had. */
async function keepOwn(
  db: Db,
  { id, recortes }: RunState,
  { events, since }: { events: readonly ChangeEvent[]; since: Date },
): Promise<ChangeEvent[]> {
  if (events.length === 0) return []
  const matches = {
    edited: matchRecortes(recortes, 'edited'),
    removed: matchRecortes(recortes, 'removed'),
  }
  const uniqueIds = [...new Set(events.map(({ uniqueId }) => uniqueId))]
  const articles = await describeArticles(db, uniqueIds)
  const released = await listReleasedBefore(db, { clippingId: id, uniqueIds, since })
  return events.filter(
    ({ uniqueId, kind }) => released.has(uniqueId) || matches[kind](articles.get(uniqueId) ?? {}),
  )
}

interface Collected {
  events: ChangeEvent[]
  until: string
}

/** Reads the log between two positions, page by page. Ends early with enough changes, and returns where. */
async function collectEvents(
  db: Db,
  state: RunState,
  { after, until, window }: { after: string; until: string; window: ReleaseWindow },
): Promise<Collected> {
  const kinds = (Object.keys(EVENT_OF) as ChangeKind[]).filter((kind) =>
    state.recortes.some((recorte) => brings(recorte, EVENT_OF[kind])),
  )
  const since = new Date(window.to.getTime() - FOLLOWED_DAYS * DAY_MS)
  const events: ChangeEvent[] = []
  let position = after
  for (let read = 0; read < EVENTS_ENOUGH && events.length < CHANGES_ENOUGH; read += PAGE_EVENTS) {
    const page = await listEventsAfter(db, { after: position, kinds, limit: PAGE_EVENTS })
    const inside = page.filter((event) => !isAfter(event.position, until))
    events.push(...(await keepOwn(db, state, { events: inside.filter(isTold), since })))
    if (inside.length < PAGE_EVENTS) return { events, until }
    position = inside.at(-1)?.position ?? until
  }
  return { events, until: position }
}

/** The substantive edits of one article in a window, as one difference. */
interface EditSpan {
  last: ChangeEvent
  from: number
  to: number
}

function spanOf(events: readonly ChangeEvent[]): EditSpan[] {
  const last = events.at(-1)
  const versions = events.flatMap(({ version }) => version ?? [])
  return last && versions.length > 0
    ? [{ last, from: Math.min(...versions) - 1, to: Math.max(...versions) }]
    : []
}

/** Compares the first and the last version of each span. Leaves out edits that were taken back. */
async function compareSpans(db: Db, spans: readonly EditSpan[]): Promise<ReleaseChange[]> {
  const changes: ReleaseChange[] = []
  for (let start = 0; start < spans.length; start += COMPARED_AT_ONCE) {
    const some = spans.slice(start, start + COMPARED_AT_ONCE)
    const find = await readNamedVersions(
      db,
      some.flatMap(({ last: { uniqueId }, from, to }) => [from, to].map((number) => ({ uniqueId, number }))),
    )
    for (const { last, from, to } of some) {
      const { uniqueId, position, at } = last
      const [old, present] = [from, to].map((number) => find({ uniqueId, number }))
      if (!old || !present) continue
      const { grade, before, after } = excerptEdit(old, present)
      if (!SUBSTANTIVE_GRADES.includes(grade)) continue
      const versions = { fromVersion: from, toVersion: to }
      const words = { wordsBefore: before, wordsAfter: after }
      changes.push({ uniqueId, kind: 'edited', position, at, ...versions, grade, ...words })
    }
  }
  return changes
}

/** Returns the last removal of each article that is still removed. */
async function listRemovals(db: Db, events: readonly ChangeEvent[]): Promise<ReleaseChange[]> {
  if (events.length === 0) return []
  const last = new Map(events.map((event) => [event.uniqueId, event]))
  const histories = await listHistories(db, [...last.keys()])
  return [...last.values()]
    .filter(({ uniqueId }) => histories.get(uniqueId)?.removedAt != null)
    .map(({ uniqueId, position, at }) => ({
      uniqueId,
      kind: 'removed',
      position,
      at,
      fromVersion: null,
      toVersion: null,
      grade: null,
      wordsBefore: null,
      wordsAfter: null,
    }))
}

/**
 * Returns the edits and removals that a release tells: those of the log after the last event of the release before, up to
 * the end of the window, of articles that a recorte selects which asks for them, or that an edition of the last 30 days
 * had. Positions follow the order of commits, so each event is in one release, whenever its transaction ends. Several
 * edits of an article are one difference; edits of typography and small ones are left out.
 */
export async function captureChanges(db: Db, state: RunState, window: ReleaseWindow): Promise<RunChanges> {
  const asks = state.recortes.some((recorte) => brings(recorte, 'EDITED') || brings(recorte, 'REMOVED'))
  if (!asks) return { changes: [], until: null }
  const after = state.changesUntil ?? (await findPositionBefore(db, window.from))
  const end = await findPositionBefore(db, window.to)
  if (!isAfter(end, after)) return { changes: [], until: after }
  const { events, until } = await collectEvents(db, state, { after, until: end, window })
  const edits = Map.groupBy(
    events.filter(({ kind }) => kind === 'edited'),
    ({ uniqueId }) => uniqueId,
  )
  const changes = [
    ...(await compareSpans(db, [...edits.values()].flatMap(spanOf))),
    ...(await listRemovals(
      db,
      events.filter(({ kind }) => kind === 'removed'),
    )),
  ]
  return { changes: changes.sort((a, b) => (isAfter(a.position, b.position) ? -1 : 1)), until }
}
