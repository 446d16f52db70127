import { listStories } from '@pauta/core/stories/queries'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { captureChanges } from '@pauta/clippings/releases/run-changes'
import { captureRun, type RunCapture } from '@pauta/clippings/releases/run-capture'
import type { RunState } from '@pauta/clippings/releases/run-state'
import {
  describeChanges,
  DIGEST_CHANGES_MAX,
  type ReleaseChange,
} from '@pauta/clippings/releases/release-change'
import type { ReleaseWindow } from '@pauta/clippings/releases/window'
import type { Db } from '@pauta/platform/database/database'
import type { Digest } from './digest.ts'

const FIELDS = ['title', 'url', 'agency', 'agency_name', 'summary', 'content', 'story_id'] as const

/** What a clipping brings in a window. */
export interface RunContents {
  captured: RunCapture
  changes: ReleaseChange[]
  /** Where the next changes begin. */
  changesUntil: string | null
}

/** Reads the articles and changes of a window. Both may be none. */
export async function readRun(
  stores: { db: Db; index: SearchIndex },
  state: RunState,
  window: ReleaseWindow,
): Promise<RunContents> {
  const captured = await captureRun(stores, state, { window, fields: FIELDS })
  const { changes, until: changesUntil } = await captureChanges(stores.db, state, window)
  return { captured, changes, changesUntil }
}

/** Composes the digest of a window, for a release and for a preview alike. */
export async function composeRun(
  db: Db,
  state: RunState,
  { window, contents }: { window: ReleaseWindow; contents: RunContents },
): Promise<Digest> {
  const { captured, changes } = contents
  const shown = captured.byRecorte.flatMap(({ shown }) => shown.map((article) => article.unique_id))
  const stories = await listStories(db, [...new Set(shown)])
  const shownChanges = await describeChanges(db, changes.slice(0, DIGEST_CHANGES_MAX))
  // Loaded on demand: the digest's template is most of its callers' code, and most runs find no article.
  const { composeRelease } = await import('./compose-release.ts')
  return composeRelease(state, window, {
    captured,
    stories,
    changes: { shown: shownChanges, more: changes.length - shownChanges.length },
  })
}
